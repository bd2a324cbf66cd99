import { useEffect, useState } from 'react';
import type { DraftOwner } from '../../../../shared/session/draft-owner.ts';
import { profileApi } from '../../../profile/profile.api.ts';
import { type FormKey, hasFormerNewDraft, type KeptDraft, readKeptDraft, takeOverNewDraft } from './kept-draft.ts';

/**
 * The unsaved draft of this form, undefined until it is known. An earlier version kept a new load without its company. Such a draft is
 * shown only to a person with a single company, because with several, a load of one carrier could be booked by another. With several it
 * stays stored.
 */
export function useKeptDraft(owner: DraftOwner, form: FormKey): KeptDraft | null | undefined {
  const [kept, setKept] = useState(() => {
    const own = readKeptDraft(owner, form);
    return own === null && form === 'new' && hasFormerNewDraft(owner) ? undefined : own;
  });
  const { data, isError } = profileApi.useGetProfileQuery(undefined, { skip: kept !== undefined });
  useEffect(() => {
    if (kept !== undefined) return;
    if (data !== undefined) setKept(data.companies.length === 1 ? takeOverNewDraft(owner) : null);
    else if (isError) setKept(null);
  }, [kept, data, isError, owner]);
  return kept;
}
