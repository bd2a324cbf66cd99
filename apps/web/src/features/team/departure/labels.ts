import type { Departure } from '@headhaul/contracts/team';
import { shortProviderNames } from '../../email-accounts/provider-mark.public.tsx';
import type { Mailbox, Taker } from './choices.ts';

/** "4 active loads, 1 driver"; what there is none of is left out, and null when nothing is left. */
export function formatCounts(...counts: readonly (readonly [number, string])[]): string | null {
  const words = counts.filter(([count]) => count > 0).map(([count, noun]) => `${count} ${noun}${count === 1 ? '' : 's'}`);
  return words.length === 0 ? null : words.join(', ');
}

/** "Gmail, 3 to send". */
export function mailboxLine({ provider, waiting }: Mailbox): string {
  return waiting === 0 ? shortProviderNames[provider] : `${shortProviderNames[provider]}, ${waiting} to send`;
}

/** Who leaves by themselves takes their sign-in along; null when nobody takes the mailbox over. */
export function reconnectLine({ address }: Mailbox, taker: Taker | null): string | null {
  return taker === null ? null : `${taker.name || taker.email} has to sign in to ${address} before it sends again.`;
}

/** A copy of the team's mail that ends, for nobody who stays knows whose address it is. */
export function copyLine({ address, templates }: Departure['copies'][number]): string {
  return `${templates === 1 ? '1 template copies' : `${templates} templates copy`} email to ${address}. That ends.`;
}

/** What becomes of the mail that waits in a mailbox; null when none does. */
export function waitingLine({ address, waiting }: Mailbox, taker: Taker | null): string | null {
  if (waiting === 0) return null;
  const isOne = waiting === 1;
  const fact = isOne ? `1 email in ${address} is waiting to send.` : `${waiting} emails in ${address} are waiting to send.`;
  if (taker === null) return `${fact} ${isOne ? 'It' : 'They'} won’t be sent.`;
  const whose = taker.isYou ? 'your' : `${taker.name || taker.email}’s`;
  return `${fact} ${isOne ? 'It goes' : 'They go'} out under ${whose} name.`;
}
