import type { HoursRules } from '../rules.ts';

/**
 * Writes the log book of a trip hour by hour. Before every entry it reads back in the book what the rules ask about, and keeps no clock of
 * its own. A page is one hour.
 */
interface Entry {
  kind: 'DRIVE' | 'DOCK' | 'OFF';
  minutes: number;
}

/** The minutes of the last entries that are all of these kinds. */
function lastRun(book: readonly Entry[], kinds: readonly Entry['kind'][]): number {
  const before = book.findLastIndex(({ kind }) => !kinds.includes(kind));
  return sum(book.slice(before + 1));
}

function sum(entries: readonly Entry[]): number {
  return entries.reduce((total, { minutes }) => total + minutes, 0);
}

/** What was entered after the last run of these kinds that was at least this long. */
function since(book: readonly Entry[], kinds: readonly Entry['kind'][], minutes: number): Entry[] {
  let end = book.length;
  let run = 0;
  for (let index = book.length - 1; index >= 0; index -= 1) {
    const entry = book[index];
    if (entry !== undefined && kinds.includes(entry.kind)) run += entry.minutes;
    else [end, run] = [index, 0];
    if (run >= minutes) return book.slice(end);
  }
  return [...book];
}

/** Minutes from the first work after the last rest until now. */
function shiftSoFar(book: readonly Entry[], rules: HoursRules): number {
  const afterRest = since(book, ['OFF'], rules.restMinutes);
  const first = afterRest.findIndex(({ kind }) => kind !== 'OFF');
  return first < 0 ? 0 : sum(afterRest.slice(first));
}

function driven(entries: readonly Entry[]): number {
  return sum(entries.filter(({ kind }) => kind === 'DRIVE'));
}

function nextOnRoad(book: readonly Entry[], legLeft: number, rules: HoursRules): Entry {
  const driveLeft = rules.maxDriveMinutes - driven(since(book, ['OFF'], rules.restMinutes));
  const shiftLeft = rules.maxShiftMinutes - shiftSoFar(book, rules);
  const breakLeft = rules.maxUnbrokenMinutes - driven(since(book, ['OFF', 'DOCK'], rules.breakMinutes));
  const cycleLeft = rules.maxCycleMinutes - sum(since(book, ['OFF'], rules.restartMinutes).filter(({ kind }) => kind !== 'OFF'));
  const off = lastRun(book, ['OFF']);
  if (cycleLeft <= 0) return { kind: 'OFF', minutes: rules.restartMinutes - off };
  if (driveLeft <= 0 || shiftLeft <= 0) return { kind: 'OFF', minutes: rules.restMinutes - off };
  if (breakLeft <= 0) return { kind: 'OFF', minutes: rules.breakMinutes - lastRun(book, ['OFF', 'DOCK']) };
  return { kind: 'DRIVE', minutes: Math.min(driveLeft, shiftLeft, breakLeft, cycleLeft, legLeft) };
}

/** The same figures as `tripDays`. */
export function writeLogBook(
  legs: readonly { driveMinutes: number; dockMinutes: number }[],
  rules: HoursRules,
): { minutes: number; days: number; pages: number } {
  const book: Entry[] = [];
  const toDo = legs.flatMap(({ driveMinutes, dockMinutes }) => [
    { kind: 'DRIVE' as const, left: driveMinutes },
    { kind: 'DOCK' as const, left: dockMinutes },
  ]);
  let pages = 0;
  while (toDo.length > 0) {
    pages += 1;
    let left = 60;
    while (left > 0) {
      const [task] = toDo;
      if (task === undefined) break;
      if (task.left > 0) {
        const wanted: Entry = task.kind === 'DOCK' ? { kind: 'DOCK', minutes: task.left } : nextOnRoad(book, task.left, rules);
        const minutes = Math.min(wanted.minutes, left);
        book.push({ kind: wanted.kind, minutes });
        left -= minutes;
        if (wanted.kind === task.kind) task.left -= minutes;
      }
      if (task.left === 0) toDo.shift();
    }
  }
  const minutes = sum(book);
  const shift = Math.min(shiftSoFar(book, rules), rules.maxShiftMinutes);
  // In whole numbers: 840 times the minutes, so that half a tenth is rounded the same way on every machine.
  const scaled = minutes * rules.maxShiftMinutes + rules.restMinutes * shift;
  const tenth = rules.maxShiftMinutes * 144;
  return { minutes, days: Math.max(Math.floor((2 * scaled + tenth) / (2 * tenth)), 1) / 10, pages };
}
