import type { Load, Stop } from '@headhaul/contracts/loads/record';
import { updateRows } from '../../../lib/db/row-sets.ts';
import { AppError } from '../../../lib/errors.ts';
import type { Ctx } from '../../../lib/http/guards.ts';
import { readLoad } from '../read/read.service.ts';
import { formatInstant, stopName } from '../record/changes.ts';
import { writeEvents } from '../record/events.ts';
import { lockLoad, nextTimestamp } from '../record/lock.ts';
import { summarizeStops } from '../record/summary.ts';
import { saveStopStates } from './moves.ts';
import { publishLoadsChanged } from './status.service.ts';
import { setTimes } from './stop-moves.ts';

/** A time may be this far in the future: clocks differ, and a driver's phone may be ahead. */
const aheadMs = 60 * 60 * 1_000;

type Times = Pick<Stop, 'arrivedAt' | 'departedAt'>;

/** Milliseconds and UTC, the form in which all times are compared. */
function tidy(instant: string | null): string | null {
  return instant === null ? null : new Date(instant).toISOString();
}

function checkPast(times: Times): void {
  const errors = (['arrivedAt', 'departedAt'] as const).flatMap((key) =>
    Date.parse(times[key] ?? '') > Date.now() + aheadMs ? [{ path: `body.${key}`, message: 'This has not happened yet' }] : [],
  );
  if (errors.length > 0) throw new AppError('validation_failed', { errors, reason: errors.map(({ path }) => path).join(', ') });
}

/** Corrects the times of a stop by hand. It does not change the load's status, which has its own endpoint. */
export function setStopTimes(ctx: Ctx, { id, stopId }: { id: string; stopId: string }, given: Times): Promise<Load> {
  const times = { arrivedAt: tidy(given.arrivedAt), departedAt: tidy(given.departedAt) };
  checkPast(times);
  return ctx.transaction(async (tx) => {
    const load = await lockLoad(tx, id);
    const stop = load.stops.find((one) => one.id === stopId);
    if (!stop) throw new AppError('not_found');
    const at = nextTimestamp(load);
    const stops = setTimes(load.stops, stopId, times, load.status);
    await saveStopStates(tx, stops);
    await updateRows(tx, 'loads', [{ id, version: load.version + 1, updated_at: at, ...summarizeStops(stops, load) }]);
    const after = await readLoad(tx, id);
    const name = stopName(load.stops, stop);
    const words = (instant: string | null) => (instant === null ? null : formatInstant(instant, stop.timeZone));
    const changes = [
      { field: `${name}, came`, from: words(stop.arrivedAt), to: words(times.arrivedAt) },
      { field: `${name}, left`, from: words(stop.departedAt), to: words(times.departedAt) },
    ].filter(({ from, to }) => from !== to);
    await writeEvents(tx, [{ loadId: id, at, kind: 'stop.times', actorId: ctx.actor.userId, changes }]);
    publishLoadsChanged(ctx, tx, [after]);
    return after;
  });
}
