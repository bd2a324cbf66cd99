import { LoadPage } from '@headhaul/contracts/loads/list';
import { z } from 'zod';
import { getSession } from '../../../shared/session/session-store.ts';
import { readStored, storageKeys, writeStored } from '../../../shared/storage-keys.ts';
import type { LoadQuery } from '../load-query.ts';

/** The last list that was loaded, kept in the tab. It can still be shown when the server doesn't answer after a reload. */
const ListSnapshot = z.object({ companyId: z.string(), query: z.string(), savedAt: z.iso.datetime(), page: LoadPage });

export interface LoadsCopy {
  savedAt: string;
  page: LoadPage;
}

export function keepSnapshot(query: LoadQuery, page: LoadPage, savedAt: string): void {
  try {
    writeStored(storageKeys.listSnapshot, { companyId: getSession()?.companyId, query: JSON.stringify(query), savedAt, page });
  } catch {
    // The browser's storage is full, so there is no copy.
  }
}

/** The copy, if it is of this list. */
export function readSnapshot(query: LoadQuery): LoadsCopy | null {
  const { data } = ListSnapshot.safeParse(readStored(storageKeys.listSnapshot));
  const isSame = data !== undefined && data.companyId === getSession()?.companyId && data.query === JSON.stringify(query);
  return isSame ? { savedAt: data.savedAt, page: data.page } : null;
}
