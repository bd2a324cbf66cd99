import { createRowUi, type RowUi, type RowUiActions, rowTag } from '../../board/draw/row-ui.ts';
import { areaOf, type Box, boxOf, createClips, heightOf, intersect, isWithin, overlaps, thingsIn, widthOf } from './boxes.ts';

/** A place that our own element could have in all rows. */
export interface RoomPlace {
  selector: string;
  /** By row. */
  cells: readonly (Element | null)[];
}

/** More rows than these say nothing new. */
const mostRows = 12;
/** A place is as good as the best one when rows are this little worse in it. */
const asGood = 1;
/** With its distance from what stands before it. */
const leastWidth = 246;
/** What stands on a row before its mail was written. */
const ready = { button: 'Email', note: '', look: 'ready', tone: 'quiet', label: '', isBusy: false, does: 'WRITE' } as const;

/**
 * What is worse for the user. A row of a list that counts on its rows' height must not grow: it would jump under the pointer. Then a button
 * that is seen comes first; without it the rate alone still opens the panel, which has the same button. Texts of the board come next.
 */
const costs = { jumps: 1000, noRate: 60, noMail: 100, covers: 80, lost: 60, grows: 10, moved: 12, ragged: 1 } as const;

function createProbe(document: Document): RowUi {
  const nothing = () => undefined;
  const actions: RowUiActions = {
    press: nothing,
    enter: nothing,
    leave: nothing,
    focus: nothing,
    step: nothing,
    enterMail: nothing,
    leaveMail: nothing,
    aimMail: nothing,
    pressMail: nothing,
    enterWhy: nothing,
    leaveWhy: nothing,
    ask: nothing,
  };
  const ui = createRowUi(document, actions);
  ui.mail.show(ready, null);
  return ui;
}

/** How a row looks at one moment. */
interface RowLook {
  row: Box;
  /** What is seen of each thing. */
  things: ReadonlyMap<Text | Element, { whole: Box; seen: Box }>;
}

function lookAt(row: Element, things: readonly (Text | Element)[], clipOf: (element: Element) => Box): RowLook {
  const box = row.getBoundingClientRect();
  return {
    row: box,
    things: new Map(
      things.map((thing) => {
        const whole = boxOf(thing);
        const around = thing.parentElement ?? row;
        return [thing, { whole, seen: intersect(intersect(whole, clipOf(around)), box) }];
      }),
    ),
  };
}

const styleOf = (element: Element) => (element instanceof HTMLElement ? element.style : null);

/** Lists that draw only what is on the screen put rows where the height of one says, and write it into their styles. */
function countsOnHeight(row: Element): boolean {
  const own = styleOf(row);
  if (own !== null && [own.top, own.height, own.transform].some((value) => value !== '')) return true;
  let at = row.parentElement;
  for (let steps = 0; at !== null && at !== row.ownerDocument.body && steps < 5; at = at.parentElement, steps += 1) {
    const style = styleOf(at);
    if (style !== null && (style.height.endsWith('px') || style.transform !== '')) return true;
  }
  return false;
}

function costOf(before: RowLook, after: RowLook, { rate, mail }: { rate: Box; mail: Box }, room: Box, isFixed: boolean): number {
  const seen = intersect(room, after.row);
  const growth = Math.abs(heightOf(after.row) - heightOf(before.row));
  let cost = (isWithin(rate, seen) ? 0 : costs.noRate) + (isWithin(mail, seen) ? 0 : costs.noMail);
  if (growth > 1) cost += isFixed ? costs.jumps : costs.grows + growth / 4;
  let [covers, lost, moved] = [false, 0, 0];
  for (const [thing, now] of after.things) {
    const was = before.things.get(thing);
    if (was === undefined || areaOf(was.seen) === 0) continue;
    covers ||= overlaps(now.seen, rate) || overlaps(now.seen, mail);
    lost += Math.max(0, 1 - areaOf(now.seen) / areaOf(was.seen) - 0.02);
    const byX = Math.abs(now.whole.left - was.whole.left);
    const byY = Math.abs(now.whole.top - after.row.top - (was.whole.top - before.row.top));
    if (byX > 4 || byY > 4) moved += 1;
  }
  cost += (covers ? costs.covers : 0) + Math.min(1, lost) * costs.lost;
  return cost + (moved / Math.max(1, after.things.size)) * costs.moved;
}

/** By how much the cell could be narrower before our element is cut off, from 0 to 1. A window is not always as wide as now. */
function spareOf(cell: Element, host: Box, { things }: RowLook): number {
  const own = cell.getBoundingClientRect();
  const beside = [...things].filter(
    ([thing, { seen }]) => cell.contains(thing) && overlaps(seen, { ...host, left: own.left, right: own.right }),
  );
  const used = beside.reduce((all, [, { whole }]) => all + widthOf(whole), 0);
  return Math.max(0, 1 - (used + leastWidth) / Math.max(1, own.width));
}

interface Tried {
  place: RoomPlace;
  /** The middle of what it costs the rows. */
  cost: number;
  spare: number;
}

/**
 * Where our element has room, as this screen shows. It stands in each place for the moment that the browser needs to lay it out, and is gone
 * before the next picture is drawn: no rule of a board's style sheet has to be guessed. `isRight`: whether the rows are read as before
 * while it stands there. Null: no row is on the screen, so nothing can be said.
 */
export function findRoom(places: readonly RoomPlace[], rows: readonly Element[], isRight: (place: RoomPlace) => boolean): RoomPlace | null {
  const [first] = rows;
  if (first === undefined) return null;
  const document = first.ownerDocument;
  const drawn = rows.flatMap((row) => [...row.querySelectorAll(rowTag)]);
  const homes = drawn.map((host) => ({ host, parent: host.parentNode, next: host.nextSibling }));
  for (const { host } of homes) host.remove();
  try {
    return chooseRoom(places, rows, document, isRight);
  } finally {
    for (const { host, parent, next } of homes) parent?.insertBefore(host, next);
  }
}

function chooseRoom(
  places: readonly RoomPlace[],
  rows: readonly Element[],
  document: Document,
  isRight: (place: RoomPlace) => boolean,
): RoomPlace | null {
  const clipAtFirst = createClips(document);
  const onScreen = rows
    .map((row, at) => ({ row, at, box: row.getBoundingClientRect() }))
    .filter(({ row, box }) => {
      const seen = intersect(box, clipAtFirst(row));
      return box.height > 0 && widthOf(seen) > 0 && heightOf(seen) >= box.height - 1;
    })
    .slice(0, mostRows)
    .map(({ row, at }) => {
      const things = thingsIn(row);
      return { row, at, things, isFixed: countsOnHeight(row), before: lookAt(row, things, clipAtFirst), probe: createProbe(document) };
    });
  if (onScreen.length === 0) return null;

  function stand({ cells }: RoomPlace, run: () => void): void {
    for (const { at, probe } of onScreen) {
      const cell = cells[at] ?? null;
      if (cell !== null) probe.standIn(cell);
    }
    run();
    for (const { probe } of onScreen) probe.host.remove();
  }

  const tried = places.map((place): Tried => {
    let [cost, spare] = [0, 1];
    const starts: number[] = [];
    stand(place, () => {
      const clipOf = createClips(document);
      for (const { row, at, things, isFixed, before, probe } of onScreen) {
        const cell = place.cells[at] ?? null;
        if (cell === null) {
          cost += costs.noRate + costs.noMail;
          continue;
        }
        const after = lookAt(row, things, clipOf);
        const own = { rate: probe.rate.getBoundingClientRect(), mail: probe.mail.element.getBoundingClientRect() };
        cost += costOf(before, after, own, clipOf(cell), isFixed);
        starts.push(own.rate.left - after.row.left);
        spare = Math.min(spare, spareOf(cell, probe.host.getBoundingClientRect(), after));
      }
    });
    const isRagged = Math.max(...starts) - Math.min(...starts) > 4;
    return { place, cost: cost / onScreen.length + (isRagged ? costs.ragged : 0), spare };
  });
  const least = Math.min(...tried.map(({ cost }) => cost));
  const ranked = tried
    .map((one) => ({ ...one, steps: Math.floor(one.spare * 5), isGood: one.cost <= least + asGood }))
    .toSorted((one, other) => {
      if (one.isGood !== other.isGood) return one.isGood ? -1 : 1;
      return (one.isGood ? other.steps - one.steps : 0) || one.cost - other.cost;
    });
  for (const { place } of ranked) {
    let isTaken = false;
    stand(place, () => {
      isTaken = isRight(place);
    });
    if (isTaken) return place;
  }
  return null;
}
