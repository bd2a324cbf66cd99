import { isSameDraft, toDraft } from '@headhaul/contracts/boards/filter-draft';
import { BoardFilter, type BoardFilterChoice, BoardFilterInput, boardFilterEndpoints } from '@headhaul/contracts/boards/filters';
import { describeRules } from '@headhaul/domain/boards/filters/describe-rules';
import { z } from 'zod';
import type { Called, MailApi } from '../mail/mail-api.ts';

/** A filter that can be chosen. `words`: its rules in a line. */
export type ChoosableFilter = BoardFilterChoice['filters'][number] & { words: string };

/** What the user can choose from, and what runs now. */
export interface FilterChoice {
  filters: ChoosableFilter[];
  /** Those of the team that run for everyone, whatever is chosen. */
  always: { id: string; name: string; words: string }[];
  chosenId: string | null;
  isOn: boolean;
}

/** What becomes of a draft: another version of a filter, or a new one, which runs at once. */
export const FilterSaving = z.strictObject({
  input: BoardFilterInput.pick({ name: true, rules: true, onUnknown: true, action: true }),
  target: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('saved'), id: z.uuid(), version: z.int() }),
    /** `basedOnId`: the team's filter of which it is a copy. */
    z.strictObject({ kind: z.literal('new'), basedOnId: z.uuid().nullable() }),
  ]),
});
export type FilterSaving = z.output<typeof FilterSaving>;

/** STALE: it was changed elsewhere meanwhile. NAME_TAKEN: another one has this name. */
export type SavedFilter =
  | { kind: 'SAVED'; choice: FilterChoice }
  | { kind: 'STALE'; theirs: BoardFilter }
  | { kind: 'NAME_TAKEN'; text: string };

interface ChooseFilterParts {
  ask: MailApi;
  /** Fetches what runs now, so that open boards follow at once. */
  refresh(): Promise<unknown>;
}

/** The worker's side of filters in the side panel. The team's are changed in the web app, and the API takes none from here. */
export function createChooseFilter({ ask, refresh }: ChooseFilterParts) {
  async function list(userId: string): Promise<Called<FilterChoice>> {
    const answer = await ask(userId, boardFilterEndpoints.getBoardFilterChoice, {});
    if (!answer.ok) return answer;
    const { chosenId, isOn } = answer.value;
    const all = answer.value.filters.map((filter) => ({ ...filter, words: describeRules(filter.rules) }));
    return {
      ok: true,
      value: {
        filters: all.filter(({ isForEveryone }) => !isForEveryone),
        always: all.flatMap(({ id, name, words, isForEveryone }) => (isForEveryone ? [{ id, name, words }] : [])),
        chosenId,
        isOn,
      },
    };
  }

  /** What was changed reaches open boards, and then the list. */
  async function listAfter(userId: string, changed: Called<unknown>): Promise<Called<FilterChoice>> {
    if (!changed.ok) return changed;
    await refresh();
    return list(userId);
  }

  function store(userId: string, { input, target }: FilterSaving, key: string): Promise<Called<BoardFilter>> {
    if (target.kind === 'new')
      return ask(
        userId,
        boardFilterEndpoints.createBoardFilter,
        { body: { ...input, basedOnId: target.basedOnId, isShared: false, isChosen: true } },
        key,
      );
    const { id, version } = target;
    return ask(userId, boardFilterEndpoints.updateBoardFilter, { params: { id }, body: { ...input, version } }, key);
  }

  const problemOf = (called: Called<unknown>) => (!called.ok && called.failure === 'REFUSED' ? called.problem : null);
  const done: Called<null> = { ok: true, value: null };

  return {
    list,
    choose: async (userId: string, filterId: string | null, isOn: boolean) =>
      listAfter(userId, await ask(userId, boardFilterEndpoints.chooseBoardFilter, { body: { filterId, isOn } })),
    async save(userId: string, saving: FilterSaving, key: string): Promise<Called<SavedFilter>> {
      const stored = await store(userId, saving, key);
      const problem = problemOf(stored);
      const theirs = problem?.code === 'version_stale' ? BoardFilter.safeParse(problem.current).data : undefined;
      // A change is done once by its version. When its answer was lost, the other version is this one.
      const isSaved = theirs !== undefined && isSameDraft(toDraft(theirs), toDraft({ ...theirs, ...saving.input }));
      if (theirs !== undefined && !isSaved) return { ok: true, value: { kind: 'STALE', theirs } };
      if (problem?.code === 'already_taken') return { ok: true, value: { kind: 'NAME_TAKEN', text: problem.detail } };
      const listed = await listAfter(userId, isSaved ? done : stored);
      return listed.ok ? { ok: true, value: { kind: 'SAVED', choice: listed.value } } : listed;
    },
    async remove(userId: string, id: string, key: string): Promise<Called<FilterChoice>> {
      const removed = await ask(userId, boardFilterEndpoints.deleteBoardFilter, { params: { id } }, key);
      // It is gone, maybe by a request whose answer was lost.
      return listAfter(userId, problemOf(removed)?.code === 'not_found' ? done : removed);
    },
  };
}
