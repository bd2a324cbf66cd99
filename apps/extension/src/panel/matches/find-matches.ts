import { filterLimits } from '@headhaul/contracts/boards/filters';
import type { BoardId } from '@headhaul/domain/boards/board-load';
import type { BoardRule } from '@headhaul/domain/boards/filters/rules';
import { z } from 'zod';
import { boardStates, type MatchOrder, type ToBoard } from '../../board/messages.ts';
import { PageLoad } from '../worker/load-schema.ts';
import { type MatchesAnswer, type MatchesView, type MatchRow, mostCalls, mostHeldBack, mostMatches, type RuleCounts } from './messages.ts';

const text = z.string().max(200);
const count = z.int().min(0).max(1_000_000);
const Row = z.strictObject({
  load: PageLoad,
  seenAtMs: z.number(),
  perMile: text.nullable(),
  broker: z
    .strictObject({
      letter: z.string().max(1),
      text: z.string().max(40),
      tone: z.enum(['good', 'mid', 'bad', 'plain']),
      // With the reason of a mark.
      label: z.string().max(600),
    })
    .nullable(),
  mail: text,
});
/** The script on a board's page runs in the page's process, so its answer is checked like any other text of the page. */
const Answer: z.ZodType<MatchesAnswer> = z.strictObject({
  state: z.enum(boardStates),
  sinceMs: z.number().nullable(),
  hasFilter: z.boolean(),
  seen: count,
  matched: count,
  unknown: count,
  rows: z.array(Row).max(mostMatches),
  calls: z.array(Row).max(mostCalls),
  heldBack: z.array(z.strictObject({ rule: text, loads: count })).max(mostHeldBack),
});

const Verdicts = z.strictObject({ pass: count, unknown: count, fail: count });
const Counts: z.ZodType<RuleCounts> = z.strictObject({ seen: count, each: z.array(Verdicts).max(filterLimits.rules), all: Verdicts });

interface BoardFrame {
  board: BoardId;
  frameId: number;
  sinceMs: number | null;
}

interface FindMatchesParts {
  /** The frames of this tab that show a board. */
  framesOf(tabId: number): Promise<readonly BoardFrame[]>;
  /** A frame's answer. Null: none came. */
  askFrame(tabId: number, frameId: number, message: ToBoard): Promise<unknown>;
  lookedAtMs(): Promise<number | null>;
}

/** The worker's side of the list of matches: it asks the page that the user looks at. */
export function createFindMatches({ framesOf, askFrame, lookedAtMs }: FindMatchesParts) {
  return {
    /** Null: this tab shows no board. */
    async list(tabId: number, order: MatchOrder, isAnew: boolean): Promise<MatchesView | null> {
      const [frames, lookedAt] = await Promise.all([framesOf(tabId), lookedAtMs()]);
      const views = await Promise.all(
        frames.map(async ({ board, frameId, sinceMs: stateSinceMs }): Promise<MatchesView[]> => {
          const answer = Answer.safeParse(await askFrame(tabId, frameId, { type: 'board:matches', order, isAnew })).data;
          if (answer === undefined) return [];
          // A page speaks for its own board only.
          const own = (row: MatchRow) => ({ ...row, load: { ...row.load, board } });
          const at = { board, tabId, frameId, stateSinceMs, lookedAtMs: lookedAt };
          return [{ ...answer, rows: answer.rows.map(own), calls: answer.calls.map(own), ...at }];
        }),
      );
      // Of several frames the one with the list speaks.
      const [first] = views.flat().sort((one, other) => other.seen - one.seen);
      return first ?? null;
    },
    /** Null: this tab shows no board, or its page didn't count each of the rules. */
    async countRules(tabId: number, rules: BoardRule[]): Promise<RuleCounts | null> {
      const frames = await framesOf(tabId);
      const answers = await Promise.all(frames.map(({ frameId }) => askFrame(tabId, frameId, { type: 'board:count-rules', rules })));
      const counts = answers.flatMap((answer) => Counts.safeParse(answer).data ?? []).filter(({ each }) => each.length === rules.length);
      return counts.sort((one, other) => other.seen - one.seen)[0] ?? null;
    },
    /** Null: the frame shows no board any more. */
    async findFrame(tabId: number, frameId: number): Promise<(BoardFrame & { tabId: number }) | null> {
      const frame = (await framesOf(tabId)).find((one) => one.frameId === frameId);
      return frame === undefined ? null : { ...frame, tabId };
    },
  };
}
