import type { BoardLoad } from '@headhaul/domain/boards/board-load';
import { centsPerMile, postedCents } from '@headhaul/domain/boards/figures';
import { compileFilter } from '@headhaul/domain/boards/filters/filter';
import type { BoardRule, FilterContext, Verdict } from '@headhaul/domain/boards/filters/rules';
import type { BoardState, MatchOrder } from '../../board/messages.ts';
import type { RowRead } from '../../board/read/read-row.ts';
import { type MatchesAnswer, type MatchRow, mostCalls, mostHeldBack, mostMatches, type RuleCounts, type VerdictCount } from './messages.ts';

/** What somebody looks through in one search. Beyond it the oldest are forgotten, so a tab that is open all day stays small. */
const mostSeen = 600;

/** What was decided about a load. */
interface Judged {
  mark: 'match' | 'dim' | null;
  verdict: 'PASS' | 'FAIL' | 'UNKNOWN' | null;
  perMile: string | null;
  /** The rule that says no. */
  heldBy(): string | null;
}

interface SeenRowsParts {
  judge(read: RowRead): Judged | null;
  /** What rules ask besides the load. */
  contextOf(load: BoardLoad, read: RowRead): FilterContext;
  brokerOf(load: BoardLoad): MatchRow['broker'];
  mailOf(load: BoardLoad): string;
  nowMs(): number;
}

export interface SeenRows {
  note(read: RowRead): void;
  /** The user begins another search, or wants to. */
  forget(): void;
  /** What these rules would find, whatever filter is in use. */
  countRules(rules: readonly BoardRule[]): RuleCounts;
  answer(order: MatchOrder, page: { state: BoardState; hasFilter: boolean }): MatchesAnswer;
}

interface Seen {
  read: RowRead;
  load: BoardLoad;
  atMs: number;
}

/** The highest first, and what isn't known last. */
const byFigure = (figure: (load: BoardLoad) => number | null) => (one: Seen, other: Seen) =>
  (figure(other.load) ?? Number.NEGATIVE_INFINITY) - (figure(one.load) ?? Number.NEGATIVE_INFINITY) || other.atMs - one.atMs;

const orders: Record<MatchOrder, (one: Seen, other: Seen) => number> = {
  NEW: (one, other) => other.atMs - one.atMs,
  RPM: byFigure((load) => centsPerMile(load, 'ALL_IN')),
  RATE: byFigure(postedCents),
};

const noCount = (): VerdictCount => ({ pass: 0, unknown: 0, fail: 0 });
const countedAs: Record<Verdict, keyof VerdictCount> = { PASS: 'pass', UNKNOWN: 'unknown', FAIL: 'fail' };

const hasAddress = ({ load }: Seen) => load.contact.emails.some(({ from }) => from === 'contact');
const byNeedOfCall = (one: Seen, other: Seen) => Number(hasAddress(one)) - Number(hasAddress(other)) || other.atMs - one.atMs;

/** The rows that the user has scrolled past, whether or not the list still holds them. Nothing is asked of the board for it. */
export function createSeenRows({ judge, contextOf, brokerOf, mailOf, nowMs }: SeenRowsParts): SeenRows {
  const seen = new Map<string, Seen>();
  let sinceMs: number | null = null;

  function toRow({ load, atMs, read }: Seen): MatchRow {
    return { load, seenAtMs: atMs, perMile: judge(read)?.perMile ?? null, broker: brokerOf(load), mail: mailOf(load) };
  }

  return {
    note(read) {
      if (read.load === null || !read.isRead) return;
      sinceMs ??= nowMs();
      const before = seen.get(read.key);
      seen.set(read.key, { read, load: read.load, atMs: before?.atMs ?? nowMs() });
      if (seen.size <= mostSeen) return;
      const [oldest] = seen.keys();
      if (oldest !== undefined) seen.delete(oldest);
    },
    forget() {
      seen.clear();
      sinceMs = null;
    },
    countRules(rules) {
      const filters = [rules, ...rules.map((rule) => [rule])].map((some) => ({ filter: compileFilter({ rules: some }), count: noCount() }));
      for (const { load, read } of seen.values()) {
        const context = contextOf(load, read);
        for (const { filter, count } of filters) count[countedAs[filter.judge(load, context).verdict]] += 1;
      }
      const [all = noCount(), ...each] = filters.map(({ count }) => count);
      return { seen: seen.size, each, all };
    },
    answer(order, { state, hasFilter }) {
      const matched: Seen[] = [];
      const calls: Seen[] = [];
      const held = new Map<string, number>();
      let unknown = 0;
      for (const one of seen.values()) {
        const judged = judge(one.read);
        if (one.load.contact.phones.length > 0 && judged?.verdict !== 'FAIL') calls.push(one);
        if (judged?.mark === 'match') matched.push(one);
        else if (judged?.verdict === 'UNKNOWN') unknown += 1;
        else if (judged?.verdict === 'FAIL') {
          const rule = judged.heldBy();
          if (rule !== null) held.set(rule, (held.get(rule) ?? 0) + 1);
        }
      }
      const heldBack = [...held].map(([rule, loads]) => ({ rule, loads })).sort((one, other) => other.loads - one.loads);
      return {
        state,
        sinceMs,
        hasFilter,
        seen: seen.size,
        matched: matched.length,
        unknown,
        rows: matched.sort(orders[order]).slice(0, mostMatches).map(toRow),
        calls: calls.sort(byNeedOfCall).slice(0, mostCalls).map(toRow),
        heldBack: heldBack.slice(0, mostHeldBack),
      };
    },
  };
}
