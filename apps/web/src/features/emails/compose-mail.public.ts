import { createStore } from '../../shared/store.ts';

/** A mail somebody wants to write: about a load, or to a broker about none. */
export interface ComposeWish {
  /** Null for a mail that is about no load. */
  loadId: string | null;
  brokerId: string | null;
  brokerName: string;
  /** The load's own contact, or the one that was pressed. */
  to?: { address: string; name: string | null } | undefined;
  driverId?: string | null | undefined;
  /** What the load pays, to ask for. */
  offerCents?: number | null | undefined;
  /** What the head of the dialog says: "Load 24832, Milwaukee to Conley". */
  about?: string | undefined;
}

const wish = createStore<ComposeWish | null>(null);

/** Opens "Email broker" over whatever screen one is on. */
export function openCompose(next: ComposeWish): void {
  wish.set(next);
}

export function closeCompose(): void {
  wish.set(null);
}

export const useComposeWish = wish.use;
