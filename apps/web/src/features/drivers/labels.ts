import type { Driver, LoadBrief } from '@headhaul/contracts/drivers';
import { driverStatusLabels, expiryWarning } from '@headhaul/domain/drivers/status';
import { equipmentLabels } from '@headhaul/domain/equipment';
import { formatDuration } from '../../shared/format/duration.ts';
import { formatStopDay, formatStopWhen } from '../../shared/format/stop-time.ts';
import type { DotTone } from '../../shared/map/map-model.ts';
import { likelyHome } from './home-place.public.ts';

/** The two lines of a cell. */
export interface CellText {
  first: string;
  second?: string;
  tone?: 'need' | 'bad';
  /** There is nothing to act on, so the first line is grey. */
  isQuiet?: boolean;
}

const minuteMs = 60_000;
const hourMs = 3_600_000;
/** The time zone used when no place is known. */
const usualZone = 'America/Chicago';

export function driverName({ name, familyName }: Pick<Driver, 'name' | 'familyName'>): string {
  return `${name} ${familyName}`.trim();
}

/** "109 · Van 53" */
export function truckLine({
  truckNumber,
  equipment,
  trailerLengthFt,
}: Pick<Driver, 'truckNumber' | 'equipment' | 'trailerLengthFt'>): string {
  const trailer = equipment === null ? null : [equipmentLabels[equipment], trailerLengthFt].filter((part) => part !== null).join(' ');
  return [truckNumber, trailer].filter((part) => part !== null).join(' · ') || 'No truck yet';
}

export function formatPlace(city: string | null, state: string | null): string | null {
  return city === null ? null : [city, state].filter((part) => part !== null).join(', ');
}

/** "Home: Omaha, NE" for an empty driver without a known place. */
export function formatHome(driver: Driver): string | null {
  const home = likelyHome(driver);
  return home === null ? null : `Home: ${home}`;
}

function join(...parts: (string | null | undefined)[]): string {
  return parts.filter((part) => part !== null && part !== undefined && part !== '').join(', ');
}

/** "3 h 20", "40 min". Minutes after hours have no unit, because the cell is narrow. */
function shortDuration(ms: number): string {
  return formatDuration(ms / minuteMs).replace(/(h \d{1,5}) min$/, '$1');
}

/** "for 3 h 20", "for 40 min", in days from 48 hours on. Null below five minutes. */
function formatWaited(ms: number): string | null {
  if (ms < 5 * minuteMs) return null;
  if (ms < 48 * hourMs) return `for ${shortDuration(ms)}`;
  return `for ${Math.floor(ms / (24 * hourMs))} d`;
}

function formatAhead(ms: number): string | null {
  if (ms < hourMs) return `in ${Math.max(Math.round(ms / minuteMs), 1)} min`;
  return ms < 48 * hourMs ? `in ${Math.round(ms / hourMs)} h` : null;
}

function isOff({ status }: Pick<Driver, 'status'>): boolean {
  return status === 'HOME' || status === 'REST' || status === 'IN_SHOP' || status === 'NOT_READY';
}

/** The driver is active and ready, and the truck is already empty. */
export function isEmptyNow({ status, readyAt, employment }: Driver, nowMs: number): boolean {
  return employment === 'ACTIVE' && status === 'READY' && (readyAt === null || Date.parse(readyAt) <= nowMs);
}

/** When and where the truck is empty. */
export function formatEmpty(driver: Driver, nowMs: number): CellText {
  const { status, readyAt, readyZone, currentLoad, statusNote } = driver;
  const where = formatPlace(driver.readyCity, driver.readyState);
  const zone = readyZone ?? usualZone;
  if (driver.employment === 'INACTIVE') return { first: '–', ...(where === null ? {} : { second: where }), isQuiet: true };
  if (currentLoad?.status === 'PROBLEM') return { first: 'Unknown', second: join(where, 'on hold'), tone: 'bad' };
  if (isEmptyNow(driver, nowMs)) {
    const waited = readyAt === null ? null : formatWaited(nowMs - Date.parse(readyAt));
    return {
      first: 'Now',
      second: join(where ?? formatHome(driver) ?? 'Place not known', waited),
      ...(waited === null ? {} : { tone: 'need' as const }),
    };
  }
  if (isOff(driver)) {
    const first = readyAt === null ? 'Not set' : formatStopWhenDay(readyAt, zone, nowMs);
    return { first, second: join(where, statusNote) || driverStatusLabels[status], isQuiet: readyAt === null };
  }
  if (readyAt === null) return { first: 'Not known', isQuiet: true, ...(where === null ? {} : { second: where }) };
  const leftMs = Date.parse(readyAt) - nowMs;
  const first = formatStopWhen(readyAt, zone, nowMs);
  if (leftMs < 0 && currentLoad?.status === 'AT_DELIVERY') return { first, second: join(where, 'at the dock') };
  return leftMs < 0
    ? { first, second: join(where, `${shortDuration(-leftMs)} late`), tone: 'bad' }
    : { first, second: join(where, formatAhead(leftMs)) };
}

/** A driver who is off returns on a day. The hour is shown only for today. */
function formatStopWhenDay(iso: string, zone: string, nowMs: number): string {
  const day = formatStopDay(iso, zone, nowMs);
  return day === 'Today' ? formatStopWhen(iso, zone, nowMs) : day;
}

const quietLabels: Record<Driver['status'], string> = {
  READY: 'Nothing',
  PLANNED: 'Nothing yet',
  ON_LOAD: 'Nothing',
  HOME: 'At home',
  REST: 'Resting',
  IN_SHOP: 'In shop',
  NOT_READY: 'Not ready',
};

export function loadLane({ pickupCity, deliveryCity }: LoadBrief): string {
  return `${pickupCity} → ${deliveryCity}`;
}

/** The next thing to wait for on a load under way. */
export function formatUnderWay(load: LoadBrief, nowMs: number): Pick<CellText, 'second' | 'tone'> {
  const lateMs = nowMs - Date.parse(load.deliveryEndsAt);
  switch (load.status) {
    case 'PROBLEM':
      return { second: load.problemReason ?? 'Problem', tone: 'bad' };
    case 'AT_PICKUP':
      return { second: 'At pickup, at dock' };
    case 'AT_DELIVERY':
      return { second: 'At delivery, at dock' };
    case 'DISPATCHED':
      return { second: `Picks up ${formatStopWhen(load.pickupAt, load.pickupZone, nowMs).replace('Today', 'today')}` };
    default:
      return lateMs > 0
        ? { second: `Running ${formatDuration(lateMs / minuteMs)} late`, tone: 'bad' }
        : { second: `Delivers ${formatStopWhen(load.deliveryAt, load.deliveryZone, nowMs).replace('Today', 'today')}` };
  }
}

export function formatNowOn(driver: Driver, nowMs: number): CellText {
  const { currentLoad } = driver;
  if (currentLoad !== null) return { first: loadLane(currentLoad), ...formatUnderWay(currentLoad, nowMs) };
  return { first: driver.employment === 'INACTIVE' ? 'Inactive' : quietLabels[driver.status], isQuiet: true };
}

/** Whether this truck needs a load: it has no next load, and its driver is active and not away. */
export function needsLoad(driver: Driver): boolean {
  const isAway = driver.status === 'HOME' || driver.status === 'NOT_READY';
  return driver.nextLoad === null && driver.employment === 'ACTIVE' && driver.deletedAt === null && !isAway;
}

export interface ExpiryNotice {
  tone: 'need' | 'bad' | 'plain';
  words: string;
}

/** "Medical, 12 d left" where a column is narrow. */
export function shortWarning(words: string): string {
  return words
    .replace('Medical card', 'Medical')
    .replace(/ expires in (\d+) days?$/, ', $1 d left')
    .replace(/ expires today$/, ', last day')
    .replace(/ expired .*/, ' expired');
}

/** The documents that have expired or soon will, the worst first. */
export function expiryNotices({ cdlExpiresOn, medicalExpiresOn, twicExpiresOn }: Driver, today: string): ExpiryNotice[] {
  const rank = { bad: 0, need: 1, plain: 2 };
  return [
    expiryWarning(cdlExpiresOn, today, 'CDL'),
    expiryWarning(medicalExpiresOn, today, 'Medical card'),
    expiryWarning(twicExpiresOn, today, 'TWIC'),
  ]
    .filter((warning) => warning !== null)
    .sort((a, b) => rank[a.tone] - rank[b.tone]);
}

export function dotTone({ status, currentLoad, employment }: Driver): DotTone {
  if (employment === 'INACTIVE') return 'off';
  if (currentLoad?.status === 'PROBLEM') return 'problem';
  if (currentLoad?.status === 'AT_PICKUP' || currentLoad?.status === 'AT_DELIVERY') return 'waiting';
  if (status === 'ON_LOAD') return 'rolling';
  return status === 'READY' ? 'ready' : 'off';
}
