import type { Driver, LoadBrief } from '@headhaul/contracts/drivers';
import { driverStatusLabels } from '@headhaul/domain/drivers/status';
import { formatStopWhen } from '../../shared/format/stop-time.ts';
import type { PlanWeek, Span } from './week.ts';

const hourMs = 3_600_000;

export interface Place {
  city: string;
  state: string;
  /** The load that ends there. Null when the truck already stands there. */
  after: Pick<LoadBrief, 'status' | 'deliveryEndsAt' | 'deliveryZone'> | null;
}

/** "Home, Newark", "In shop, Houston: brakes" */
export function formatOff(driver: Driver): string {
  const isBound = driver.currentLoad !== null || driver.nextLoad !== null;
  const city = driver.ownStatus === 'HOME' ? (driver.homeCity ?? driver.readyCity) : isBound ? null : driver.readyCity;
  const where = city === null ? '' : `, ${city}`;
  const note = driver.statusNote === null ? '' : `: ${driver.statusNote}`;
  return `${driverStatusLabels[driver.ownStatus]}${where}${note}`;
}

interface Gap {
  span: Span;
  /** Nothing follows in this week. */
  isLast: boolean;
  place: Place | null;
  week: PlanWeek;
  nowMs: number;
}

function lowerToday(words: string): string {
  return words.replace(/^Today/, 'today');
}

/** "36 h empty, Conley GA" before the next load; "Empty Sat 08:00 CST, Joliet IL" when none follows. */
export function formatGap({ span, isLast, place, week, nowMs }: Gap): string {
  const where = place === null ? '' : `, ${place.city} ${place.state}`.trimEnd();
  const after = place?.after ?? null;
  if (after?.status === 'PROBLEM') return `Waits on the problem${where}`;
  if (!isLast) return `${Math.round((span.endMs - span.startMs) / hourMs)} h empty${where}`;
  if (span.startMs <= nowMs) return `Empty now${where}`;
  if (span.startMs <= week.startMs) return `Empty all week${where}`;
  if (after === null) return `Empty${where}`;
  return `Empty ${lowerToday(formatStopWhen(after.deliveryEndsAt, after.deliveryZone, nowMs))}${where}`;
}
