import { type LoadStatus, rollingStatuses } from '../loads/status.ts';
import { daysBetween } from '../time/zoned-time.ts';

export const driverStatuses = ['READY', 'PLANNED', 'ON_LOAD', 'HOME', 'REST', 'IN_SHOP', 'NOT_READY'] as const;
export type DriverStatus = (typeof driverStatuses)[number];

/** What a person can set; PLANNED and ON_LOAD follow from the driver's loads. */
export const ownDriverStatuses = ['READY', 'HOME', 'REST', 'IN_SHOP', 'NOT_READY'] as const satisfies readonly DriverStatus[];
export type OwnDriverStatus = (typeof ownDriverStatuses)[number];

export const driverStatusLabels: Record<DriverStatus, string> = {
  READY: 'Ready',
  PLANNED: 'Planned',
  ON_LOAD: 'On load',
  HOME: 'Home',
  REST: 'Rest',
  IN_SHOP: 'In shop',
  NOT_READY: 'Not ready',
};

function isRolling(status: LoadStatus): boolean {
  return (rollingStatuses as readonly LoadStatus[]).includes(status);
}

/** Combines the loads with the status that the office set. A driver at home with a booked load is still at home. */
export function driverStatusFrom(own: OwnDriverStatus, loads: readonly { status: LoadStatus }[]): DriverStatus {
  if (loads.some(({ status }) => isRolling(status))) return 'ON_LOAD';
  return own === 'READY' && loads.some(({ status }) => status === 'BOOKED') ? 'PLANNED' : own;
}

interface Ready {
  readyAt: string | null;
  readyCity: string | null;
  readyState: string | null;
  readyZone: string | null;
  readyLat: number | null;
  readyLng: number | null;
}

export interface ReadyLoad {
  status: LoadStatus;
  deliveryEndsAt: string;
  deliveryCity: string;
  deliveryState: string;
  deliveryZone: string;
  deliveryLat?: number | null;
  deliveryLng?: number | null;
}

const hauledStatuses: readonly LoadStatus[] = ['DELIVERED', 'INVOICED', 'PAID'];

/**
 * When and where the truck is empty: after its last booked or rolling load. Without one, as the office set it, or where the last
 * delivered load ended if the office has set nothing since.
 */
export function readyFrom(own: Ready, loads: readonly ReadyLoad[]): Ready {
  const lastOf = (some: readonly ReadyLoad[]) =>
    some.reduce<ReadyLoad | null>(
      (last, load) => (last === null || Date.parse(load.deliveryEndsAt) > Date.parse(last.deliveryEndsAt) ? load : last),
      null,
    );
  const ahead = lastOf(loads.filter(({ status }) => status === 'BOOKED' || isRolling(status)));
  if (ahead) return readyAfter(ahead);
  const hauled = lastOf(loads.filter(({ status }) => hauledStatuses.includes(status)));
  if (!hauled) return own;
  const officeSaidSince = own.readyAt === null ? own.readyCity !== null : Date.parse(own.readyAt) >= Date.parse(hauled.deliveryEndsAt);
  return officeSaidSince ? own : readyAfter(hauled);
}

function readyAfter(load: ReadyLoad): Ready {
  return {
    // While there is a problem, nobody can say when.
    readyAt: load.status === 'PROBLEM' ? null : load.deliveryEndsAt,
    readyCity: load.deliveryCity,
    readyState: load.deliveryState,
    readyZone: load.deliveryZone,
    readyLat: load.deliveryLat ?? null,
    readyLng: load.deliveryLng ?? null,
  };
}

const formatDay = (days: number) => (days === 1 ? '1 day' : `${days} days`);

/** "CDL expires in 12 days". The document is valid through its last day. Null when that is more than 60 days away. */
export function expiryWarning(day: string | null, today: string, doc = 'CDL'): { tone: 'bad' | 'need' | 'plain'; words: string } | null {
  if (day === null) return null;
  const left = daysBetween(today, day);
  if (left < 0) return { tone: 'bad', words: `${doc} expired ${formatDay(-left)} ago` };
  if (left > 60) return null;
  return { tone: left <= 30 ? 'need' : 'plain', words: left === 0 ? `${doc} expires today` : `${doc} expires in ${formatDay(left)}` };
}
