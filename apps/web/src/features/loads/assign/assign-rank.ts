import type { Driver } from '@headhaul/contracts/drivers';
import { estimateRoadMiles, type Point } from '@headhaul/domain/places/distance';
import { formatMiles } from '../../../shared/format/distance.ts';
import { formatDuration } from '../../../shared/format/duration.ts';
import { formatStopWhen } from '../../../shared/format/stop-time.ts';
import { likelyHome } from '../../drivers/home-place.public.ts';

/** A driver as a choice for a load. */
export interface Candidate {
  driver: Driver;
  name: string;
  /** Empty miles to the pickup; null when either place isn't known. */
  miles: number | null;
  /** Minutes from the end of the pickup window until the truck is empty. 0 when the truck is in time. */
  lateMinutes: number;
}

/**
 * Ranks active drivers: those in time first, nearest first, then the late ones, least late first. `homes` has the location of home
 * cities, for drivers whose own location isn't known.
 */
export function rankDrivers(
  drivers: readonly Driver[],
  pickup: { point: Point | null; endsAt: string },
  homes: Readonly<Record<string, Point | null>> = {},
): Candidate[] {
  const dueMs = Date.parse(pickup.endsAt);
  return drivers
    .filter((driver) => driver.employment === 'ACTIVE' && driver.deletedAt === null)
    .map((driver) => {
      const home = likelyHome(driver);
      const atHome = home === null ? null : (homes[home] ?? null);
      const at = driver.readyLat === null || driver.readyLng === null ? atHome : { lat: driver.readyLat, lng: driver.readyLng };
      const lateMs = driver.readyAt === null ? 0 : Date.parse(driver.readyAt) - dueMs;
      return {
        driver,
        name: `${driver.name} ${driver.familyName}`.trim(),
        miles: pickup.point === null || at === null ? null : estimateRoadMiles([at, pickup.point]),
        lateMinutes: Math.max(Math.ceil(lateMs / 60_000), 0),
      };
    })
    .sort((a, b) => Number(a.lateMinutes > 0) - Number(b.lateMinutes > 0) || nearness(a) - nearness(b) || a.name.localeCompare(b.name));
}

function nearness({ lateMinutes, miles }: Candidate): number {
  return lateMinutes > 0 ? lateMinutes : (miles ?? Number.MAX_SAFE_INTEGER);
}

/** "Empty today 12:30 MST, Denver CO · 38 mi", or how late the truck would be. */
export function formatCandidate({ driver, miles, lateMinutes }: Candidate, now: number): string {
  if (lateMinutes > 0) return `Empty ${formatDuration(lateMinutes)} after the pickup`;
  const home = likelyHome(driver);
  const likely = home === null ? null : `Home: ${home}`;
  const place = driver.readyCity === null ? likely : `${driver.readyCity} ${driver.readyState ?? ''}`.trim();
  const isEmptyNow = driver.readyAt === null || Date.parse(driver.readyAt) <= now;
  const when = isEmptyNow
    ? driver.currentLoad === null
      ? 'Empty now'
      : 'Should be empty by now'
    : `Empty ${formatStopWhen(driver.readyAt ?? '', driver.readyZone ?? 'America/Chicago', now).replace('Today', 'today')}`;
  return [[when, ...(place === null ? [] : [place])].join(', '), ...(miles === null ? [] : [formatMiles(miles)])].join(' · ');
}
