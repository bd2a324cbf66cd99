import { z } from 'zod';
import type { DraftOwner } from '../../../../shared/session/draft-owner.ts';
import { subscribeForgetting } from '../../../../shared/session/session-store.ts';
import { formerLoadDraftName, loadDraftKey, readRaw, readStored, removeStored, writeStored } from '../../../../shared/storage-keys.ts';
import { LoadDraft } from './draft.ts';

/** Which form it is: a new load, a copy of one, or a load that is edited. */
export type FormKey = 'new' | `from.${string}` | `edit.${string}`;

const KeptDraft = z.object({
  draft: LoadDraft,
  keptAt: z.iso.datetime(),
  /** Of an edited load: what the form began with, of which version and moment. Changes of others are told apart by it. */
  base: z.object({ draft: LoadDraft, version: z.int(), savedAt: z.string() }).nullable(),
});
export type KeptDraft = z.infer<typeof KeptDraft>;

/** Null also for what an older form has kept and this one can't read. */
export function readKeptDraft(owner: DraftOwner, form: FormKey): KeptDraft | null {
  return KeptDraft.safeParse(readStored(loadDraftKey(owner, form))).data ?? null;
}

/** A new load that an earlier version kept without saying for which company. */
export function hasFormerNewDraft({ userId }: DraftOwner): boolean {
  return readRaw({ name: formerLoadDraftName(userId, 'new'), area: 'local' }) !== null;
}

/** Makes it this company's. */
export function takeOverNewDraft(owner: DraftOwner): KeptDraft | null {
  const key = { ...loadDraftKey(owner, 'new'), formerName: formerLoadDraftName(owner.userId, 'new') };
  return KeptDraft.safeParse(readStored(key)).data ?? null;
}

export function keepDraft(owner: DraftOwner, form: FormKey, kept: KeptDraft): void {
  try {
    writeStored(loadDraftKey(owner, form), kept);
  } catch {
    // The browser's room is full; the draft lives on in the page.
  }
}

export function dropDraft(owner: DraftOwner, form: FormKey): void {
  removeStored(loadDraftKey(owner, form));
}

/** Files can't be kept in the browser's storage; they last as long as the tab. */
const rateCons = new Map<string, File>();
subscribeForgetting(() => rateCons.clear());

export function keptRateCon(owner: DraftOwner, form: FormKey): File | null {
  return rateCons.get(loadDraftKey(owner, form).name) ?? null;
}

export function keepRateCon(owner: DraftOwner, form: FormKey, file: File | null): void {
  if (file === null) rateCons.delete(loadDraftKey(owner, form).name);
  else rateCons.set(loadDraftKey(owner, form).name, file);
}
