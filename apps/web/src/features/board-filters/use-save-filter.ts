import { BoardFilter, type BoardFilterInput } from '@headhaul/contracts/boards/filters';
import { useState } from 'react';
import type { z } from 'zod';
import { describeFailure, failureCode, suppressToast } from '../../shared/api/api-failure.ts';
import { serverErrors } from '../../shared/form/form-errors.ts';
import { notify } from '../../shared/notify.ts';
import { boardFiltersApi } from './board-filters.api.ts';

type Values = z.output<typeof BoardFilterInput>;

/** What is edited: a filter that exists, or a new one. */
export type Edited = { kind: 'saved'; filter: BoardFilter } | { kind: 'new'; isShared: boolean; basedOn: BoardFilter | null };

function currentOf(error: unknown): BoardFilter | null {
  const data = typeof error === 'object' && error !== null && 'data' in error ? error.data : null;
  const current = typeof data === 'object' && data !== null && 'current' in data ? data.current : null;
  return BoardFilter.safeParse(current).data ?? null;
}

/** Saves a filter. A change may meet a teammate's: then `stale` is theirs. */
export function useSaveFilter(edited: Edited) {
  const [create, creating] = boardFiltersApi.useCreateBoardFilterMutation();
  const [update, updating] = boardFiltersApi.useUpdateBoardFilterMutation();
  const [stale, setStale] = useState<BoardFilter | null>(null);
  const [nameError, setNameError] = useState<string>();
  // The version that the fields started from. A teammate's save meanwhile does not change it.
  const [baseVersion, setBaseVersion] = useState(edited.kind === 'saved' ? edited.filter.version : 0);

  const save = async (values: Values, version = baseVersion): Promise<BoardFilter | null> => {
    setNameError(undefined);
    const answer =
      edited.kind === 'saved'
        ? await update({ ...suppressToast, params: { id: edited.filter.id }, body: { ...values, version } })
        : await create({
            ...suppressToast,
            body: { ...values, isShared: edited.isShared, basedOnId: edited.basedOn?.id ?? null, isChosen: edited.basedOn !== null },
          });
    if (answer.data !== undefined) {
      setBaseVersion(answer.data.version);
      notify('success', `“${answer.data.name}” is saved`);
      return answer.data;
    }
    const current = failureCode(answer.error) === 'version_stale' ? currentOf(answer.error) : null;
    const { name } = serverErrors(answer.error);
    if (current !== null) {
      setStale(current);
      setBaseVersion(current.version);
    } else if (name !== undefined) setNameError(name);
    else {
      const { type, message } = describeFailure(answer.error);
      notify(type, message);
    }
    return null;
  };

  return {
    save,
    rebase: setBaseVersion,
    stale,
    nameError,
    finish: () => setStale(null),
    isSaving: creating.isLoading || updating.isLoading,
  };
}
