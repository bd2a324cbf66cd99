import { getSession } from './session-store.ts';

/** Whose draft it is and where: nobody else on this browser meets it, nor the same person in another company. */
export interface DraftOwner {
  userId: string;
  companyId: string;
}

export function getDraftOwner(): DraftOwner {
  const session = getSession();
  return { userId: session?.id ?? '', companyId: session?.companyId ?? '' };
}
