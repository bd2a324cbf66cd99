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
  /** Only for an edited load: the draft, version and time that the form started from. They tell a teammate's changes apart. */
  base: z.object({ draft: LoadDraft, version: z.int(), savedAt: z.string() }).nullable(),
});
export type KeptDraft = z.infer<typeof KeptDraft>;

/** Also null for a draft that an older form kept and this one can't read. */
export function readKeptDraft(owner: DraftOwner, form: FormKey): KeptDraft | null {
  return KeptDraft.safeParse(readStored(loadDraftKey(owner, form))).data ?? null;
}

/** Whether an earlier version kept a new load without its company. */
export function hasFormerNewDraft({ userId }: DraftOwner): boolean {
  return readRaw({ name: formerLoadDraftName(userId, 'new'), area: 'local' }) !== null;
}

/** Moves that draft to this company. */
export function takeOverNewDraft(owner: DraftOwner): KeptDraft | null {
  const key = { ...loadDraftKey(owner, 'new'), formerName: formerLoadDraftName(owner.userId, 'new') };
  return KeptDraft.safeParse(readStored(key)).data ?? null;
}

export function keepDraft(owner: DraftOwner, form: FormKey, kept: KeptDraft): void {
  try {
    writeStored(loadDraftKey(owner, form), kept);
  } catch {
    // The browser's storage is full. The draft stays in the page.
  }
}

export function dropDraft(owner: DraftOwner, form: FormKey): void {
  removeStored(loadDraftKey(owner, form));
}

/** Files can't be kept in the browser's storage, so they last only as long as the tab. */
const rateCons = new Map<string, File>();
subscribeForgetting(() => rateCons.clear());

export function keptRateCon(owner: DraftOwner, form: FormKey): File | null {
  return rateCons.get(loadDraftKey(owner, form).name) ?? null;
}

export function keepRateCon(owner: DraftOwner, form: FormKey, file: File | null): void {
  if (file === null) rateCons.delete(loadDraftKey(owner, form).name);
  else rateCons.set(loadDraftKey(owner, form).name, file);
}
