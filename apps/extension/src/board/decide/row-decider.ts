import type { BoardConfig } from '@headhaul/contracts/boards/board-config';
import type { RateMarks } from '@headhaul/contracts/boards/postings';
import type { BoardLoad } from '@headhaul/domain/boards/board-load';
import { compileStack, type FilterPart } from '@headhaul/domain/boards/filters/filter-stack';
import type { FilterContext } from '@headhaul/domain/boards/filters/rules';
import type { RowRead } from '../read/read-row.ts';
import { type Decision, decideRow, type Surroundings } from './decide-row.ts';

/** What is wanted of rows. */
export interface Wanted {
  filters: readonly FilterPart[];
  marks: RateMarks;
}

type Found = Pick<Surroundings, 'isEmailed' | 'isFactorable' | 'blocked' | 'isShown'>;

const isSame = (one: Found, other: Found) =>
  one.isEmailed === other.isEmailed &&
  one.isFactorable === other.isFactorable &&
  one.blocked === other.blocked &&
  one.isShown === other.isShown;

interface DeciderParts {
  config: BoardConfig;
  today(): string;
  /** Whether somebody of the company wrote about the load. Null while nobody has looked. */
  findEmailed(load: BoardLoad): boolean | null;
  /** Whether the company's factor buys from its broker. Null while that isn't known. */
  findFactorable(load: BoardLoad): boolean | null;
  /** Why the team has blocked its broker. Null: it hasn't, as far as is known. */
  findBlocked(load: BoardLoad): string | null;
}

export interface RowDecider {
  setWanted(wanted: Wanted): void;
  /** Null for a row that wasn't read well enough. The same decision as before while nothing of it has changed. */
  decide(read: RowRead): Decision | null;
  /** The user wants to see the row of this key like the others, until another search. */
  show(key: string): void;
  forgetShown(): void;
  hasFilter(): boolean;
  /** What is known besides the row, for rules that aren't in use. */
  contextOf(load: BoardLoad, read: RowRead): FilterContext;
  /** Whether a filter asks about mails. */
  asksEmailed(): boolean;
}

function compile({ filters, marks }: Wanted) {
  const asks = (wanted: string) => filters.some(({ rules }) => rules.some(({ kind }) => kind === wanted));
  return {
    marks,
    /** Null without a rule. */
    stack: filters.some(({ rules }) => rules.length > 0) ? compileStack(filters) : null,
    asksEmailed: asks('HIDE_EMAILED'),
    asksFactor: asks('FACTORABLE_ONLY'),
  };
}

/** Decides about rows, and remembers it until the row, the filters, or what others know about its load are other ones. */
export function createRowDecider({ config, today, findEmailed, findFactorable, findBlocked }: DeciderParts, first: Wanted): RowDecider {
  let wanted = compile(first);
  const shown = new Set<string>();
  let decided = new WeakMap<RowRead, { found: Found; decision: Decision }>();

  return {
    setWanted(next) {
      wanted = compile(next);
      decided = new WeakMap();
    },
    decide(read) {
      const { load } = read;
      if (load === null || !read.isRead) return null;
      const found: Found = {
        isEmailed: wanted.asksEmailed ? findEmailed(load) : null,
        isFactorable: wanted.asksFactor ? findFactorable(load) : null,
        blocked: findBlocked(load),
        isShown: shown.has(read.key),
      };
      const before = decided.get(read);
      if (before !== undefined && isSame(before.found, found)) return before.decision;
      const decision = decideRow(load, wanted.stack, config, { today: today(), unread: read.unread, ...found, marks: wanted.marks });
      decided.set(read, { found, decision });
      return decision;
    },
    show: (key) => shown.add(key),
    forgetShown: () => shown.clear(),
    contextOf: (load, { unread }) => ({ today: today(), isEmailed: findEmailed(load), isFactorable: findFactorable(load), unread }),
    hasFilter: () => wanted.stack !== null && config.features.filters !== false,
    asksEmailed: () => wanted.asksEmailed,
  };
}
