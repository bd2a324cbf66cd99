import { getSession } from './session-store.ts';

/** The owner of a draft. Another person in this browser doesn't see it, nor does the same person in another company. */
export interface DraftOwner {
  userId: string;
  companyId: string;
}

export function getDraftOwner(): DraftOwner {
  const session = getSession();
  return { userId: session?.id ?? '', companyId: session?.companyId ?? '' };
}
