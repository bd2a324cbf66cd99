import { loadDraftKey } from '../storage-keys.ts';
import { createStore } from '../store.ts';
import type { DraftOwner } from './draft-owner.ts';
import { getSession, subscribeSession } from './session-store.ts';

/**
 * The new load that a removed person was typing, as it was stored. It is offered as text to copy, and only the memory of this tab keeps it:
 * the browser's storage has nothing of the person any more. Drafts of other loads are left out, because most of their text is the company's.
 */
const forms = createStore<{ owner: DraftOwner; stored: string } | null>(null);

// Whoever signs in next, in any tab, may be somebody else.
subscribeSession(() => {
  if (getSession() !== null) forgetUnsavedForm();
});

/** Called before the person's stored data is removed. */
export function readUnsavedForm(owner: DraftOwner): string | null {
  return localStorage.getItem(loadDraftKey(owner, 'new').name);
}

/** Called after the session has ended. */
export function keepUnsavedForm(owner: DraftOwner, stored: string | null): void {
  forms.set(stored === null ? null : { owner, stored });
}

export function forgetUnsavedForm(): void {
  if (forms.get() !== null) forms.set(null);
}

/** Null for anybody but its person, and for the same person in another company. */
export function useUnsavedForm({ userId, companyId }: DraftOwner): string | null {
  const form = forms.use();
  return form?.owner.userId === userId && form.owner.companyId === companyId ? form.stored : null;
}
