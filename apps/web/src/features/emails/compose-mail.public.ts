import { createStore } from '../../shared/store.ts';

/** The start values of the compose dialog, for a mail about a load or to a broker about none. */
export interface ComposeWish {
  /** Null for a mail that is not about a load. */
  loadId: string | null;
  brokerId: string | null;
  brokerName: string;
  /** The load's contact, or the contact that the user clicked. */
  to?: { address: string; name: string | null } | undefined;
  driverId?: string | null | undefined;
  /** The load's pay, as the rate to ask for. */
  offerCents?: number | null | undefined;
  /** The mail goes to the company's factor and asks about the broker. */
  isToFactor?: boolean | undefined;
  /** The subtitle of the dialog: "Load 24832, Milwaukee to Conley". */
  about?: string | undefined;
}

const wish = createStore<ComposeWish | null>(null);

/** Opens "Email broker" over the current screen. */
export function openCompose(next: ComposeWish): void {
  wish.set(next);
}

export function closeCompose(): void {
  wish.set(null);
}

export const useComposeWish = wish.use;
