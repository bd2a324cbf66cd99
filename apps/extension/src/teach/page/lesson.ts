import type { BoardConfig } from '@headhaul/contracts/boards/board-config';
import type { BoardField, BoardId } from '@headhaul/domain/boards/board-load';
import type { PageElement } from '@headhaul/domain/boards/teach/page-tree';
import type { Answers, Proposal } from '@headhaul/domain/boards/teach/propose';
import type { Slot } from '@headhaul/domain/boards/teach/slots';
import {
  type LookFault,
  lookAtPage,
  type PageLook,
  pickSlot,
  propose,
  type Taught,
  type TaughtConfig,
  type TaughtList,
  teach,
} from '@headhaul/domain/boards/teach/teach-page';
import { createHeadTexts, readRow } from '../../board/read/read-row.ts';
import { toBoardConfig } from '../to-board-config.ts';
import { findKept } from './find-kept.ts';
import { findRoom, type RoomPlace } from './find-room.ts';
import { type PageTree, readTree } from './read-tree.ts';

export type PickFault = 'NOT_IN_A_ROW' | 'WRONG_SHAPE' | 'ANOTHER_ROW';
/** CHANGED: the page's own reader doesn't read what we have seen, so nothing is kept. */
export type ReadFault = NonNullable<Taught['fault']> | LookFault | 'CHANGED';

export interface LessonReading {
  fields: readonly BoardField[];
  taught: Taught;
  learned: TaughtConfig | null;
  fault: ReadFault | null;
}

export interface Lesson {
  fault(): LookFault | null;
  /** How many lists on the page look like loads, and which one is taught. */
  lists(): { count: number; at: number };
  rows(): Element[];
  proposals(): readonly Proposal[];
  /** Fields that this page has shown elsewhere before it changed. The others stand where they stood. Empty in a first lesson. */
  moved(): readonly BoardField[];
  elementsOf(slot: Slot): (Element | null)[];
  /** The user takes what was proposed, or another cell of the candidates. */
  accept(field: BoardField, slot: Slot): void;
  /** The user says that the board doesn't show it. */
  leaveOut(field: BoardField): void;
  /** The user has clicked a cell. With ANOTHER_ROW the next click is taken together with this one. */
  pick(field: BoardField, clicked: Element): PickFault | null;
  forgetPicks(): void;
  nextList(): void;
  /** Looks at the page anew and reads it as the board's script would. */
  read(): LessonReading;
}

interface LessonOptions {
  document: Document;
  page: Pick<Location, 'hostname' | 'pathname'>;
  board: BoardId;
  today: string;
  /** How the page was read until it changed. Null: it was not. */
  before: BoardConfig | null;
}

export const isOwnTag = ({ localName }: Element) => localName.startsWith('hh-');

/** Everything of a load that was read from its row. */
const valuesOf = ({ rowKey: _, ...load }: Taught['loads'][number]) => JSON.stringify(load);

/** One lesson: looks at a page, keeps what the user says about it, and tries it out. It leaves the page as it was. */
export function createLesson({ document, page, board, today, before }: LessonOptions): Lesson {
  const options = { board, today };
  const said = new Map<BoardField, string | null>();
  let tree: PageTree;
  let look: PageLook;
  let at = 0;
  let picked: { field: BoardField; elements: PageElement[] } | null = null;
  let proposals: Proposal[] = [];
  let moved: readonly BoardField[] = [];

  const list = (): TaughtList | null => look.lists[at] ?? null;

  /** What was said holds for cells that are still found. */
  function answers({ slots }: TaughtList): Answers {
    const known = new Map(slots.map((slot) => [slot.id, slot]));
    return new Map(
      [...said].flatMap(([field, id]): [BoardField, Slot | null][] => {
        const slot = id === null ? null : known.get(id);
        return slot === undefined ? [] : [[field, slot]];
      }),
    );
  }

  function proposeAgain(): void {
    const current = list();
    proposals = current === null ? [] : propose(current, options, answers(current));
  }

  function lookAgain(): void {
    tree = readTree(document.documentElement, isOwnTag);
    look = lookAtPage(tree.root, options);
    picked = null;
    proposeAgain();
  }

  function say(field: BoardField, id: string | null): void {
    // A cell is one field. Whatever was said of it before doesn't hold any more.
    for (const [other, one] of said) if (other !== field && id !== null && one === id) said.delete(other);
    said.set(field, id);
    proposeAgain();
  }

  const elementOf = (element: PageElement | null) => (element === null ? null : (tree.elementOf.get(element.node) ?? null));

  /** The board's own reader must find the same list, the same rows, and in them the same values. */
  function isConfirmed(config: BoardConfig, { rows }: TaughtList, { loads }: Taught): boolean {
    const container = document.querySelector(config.container[0] ?? '');
    const elements = rows.map(elementOf);
    if (container === null || !elements.every((row) => row !== null && row.parentElement === container)) return false;
    const rowSelector = config.row.join(',');
    const headTexts = createHeadTexts(document);
    return elements.every((row, index) => {
      const load = loads[index];
      const read = row?.matches(rowSelector) === true ? readRow(row, config, today, { headTexts }) : null;
      return read?.load != null && load !== undefined && valuesOf(read.load) === valuesOf(load);
    });
  }

  /** What stands where it stood needs no answer. */
  function keepKnown(): void {
    const current = list();
    if (current === null || before === null) return;
    const pageElementOf = (element: Element) => {
      const node = tree.nodeOf.get(element);
      return node === undefined ? undefined : look.page.elementOf.get(node);
    };
    const found = findKept(before, current, { document, elementOf, pageElementOf, options });
    // Where little is where it was, it is another page and its lesson a first one.
    if (found.kept.size <= found.moved.length) return;
    for (const [field, { id }] of found.kept) said.set(field, id);
    moved = found.moved;
    proposeAgain();
  }

  lookAgain();
  keepKnown();

  return {
    fault: () => look.fault,
    lists: () => ({ count: look.lists.length, at }),
    rows: () => (list()?.rows ?? []).flatMap((row) => elementOf(row) ?? []),
    proposals: () => proposals,
    moved: () => moved,
    elementsOf: ({ elements }) => elements.map(elementOf),
    accept: (field, slot) => say(field, slot.id),
    leaveOut: (field) => say(field, null),
    pick(field, clicked) {
      const current = list();
      let known: Element | null = clicked;
      while (known !== null && !tree.nodeOf.has(known)) known = known.parentElement;
      const node = known === null ? undefined : tree.nodeOf.get(known);
      const element = node === undefined ? undefined : look.page.elementOf.get(node);
      if (current === null || element === undefined) return 'NOT_IN_A_ROW';
      const earlier = picked?.field === field ? picked.elements : [];
      const result = pickSlot(current, field, [...earlier, element], options);
      if ('slot' in result) {
        picked = null;
        say(field, result.slot.id);
        return null;
      }
      picked = result.fault === 'ANOTHER_ROW' ? { field, elements: [...earlier, element] } : picked;
      return result.fault;
    },
    forgetPicks() {
      picked = null;
    },
    nextList() {
      at = look.lists.length === 0 ? 0 : (at + 1) % look.lists.length;
      said.clear();
      moved = [];
      picked = null;
      proposeAgain();
    },
    read() {
      lookAgain();
      const current = list();
      const nothing: Taught = { loads: [], counts: {}, doubted: [], fault: null, config: null, anchors: [] };
      if (current === null) return { fields: [], taught: nothing, learned: null, fault: look.fault ?? 'NO_ROWS' };
      const taught = teach(current, proposals, options);
      const fields = Object.keys(taught.counts) as BoardField[];
      if (taught.config === null) return { fields, taught, learned: null, fault: taught.fault };
      const header = { board, hostname: page.hostname, pathname: page.pathname, version: 1, at: new Date(0).toISOString() };
      if (!isConfirmed(toBoardConfig(taught.config, header), current, taught)) return { fields, taught, learned: null, fault: 'CHANGED' };
      const { config } = taught;
      const withAnchor = ({ selector }: RoomPlace): TaughtConfig => ({ ...config, anchors: { row: [selector] } });
      const places = taught.anchors.map(({ selector, elements }) => ({ selector, cells: elements.map(elementOf) }));
      const rows = current.rows.flatMap((row) => elementOf(row) ?? []);
      const isRight = (place: RoomPlace) => isConfirmed(toBoardConfig(withAnchor(place), header), current, taught);
      const place = findRoom(places, rows, isRight);
      return { fields, taught, learned: place === null ? taught.config : withAnchor(place), fault: null };
    },
  };
}
