import type { Departure } from '@headhaul/contracts/team';
import type { Mailbox, Taker } from './choices.ts';

/** "4 active loads, 1 driver". Zero counts are left out. Null when all are zero. */
export function formatCounts(...counts: readonly (readonly [number, string])[]): string | null {
  const words = counts.filter(([count]) => count > 0).map(([count, noun]) => `${count} ${noun}${count === 1 ? '' : 's'}`);
  return words.length === 0 ? null : words.join(', ');
}

const personalKinds: Record<Mailbox['provider'], string> = {
  google: 'Personal Google account',
  microsoft: 'Personal Microsoft account',
  smtp: 'Personal mailbox',
};

/** "Company mailbox, 3 to send". */
export function mailboxLine({ provider, canBeHandedOver, isOfCompany, waiting }: Mailbox): string {
  const ofCompany = canBeHandedOver ? 'Company mailbox' : 'Company address, not shared with the team';
  const kind = isOfCompany ? ofCompany : personalKinds[provider];
  return waiting === 0 ? kind : `${kind}, ${waiting} to send`;
}

/** A member who leaves on their own takes the mailbox's sign-in along, so the teammate must sign in again. Null without a teammate. */
export function reconnectLine({ address }: Mailbox, taker: Taker | null): string | null {
  return taker === null ? null : `${taker.name || taker.email} has to sign in to ${address} before it sends again.`;
}

/** Tells that copies of the team's mail to this address end. The leaving member set them up, and nobody on the team has this address. */
export function copyLine({ address, templates }: Departure['copies'][number]): string {
  return `${templates === 1 ? '1 template copies' : `${templates} templates copy`} email to ${address}. That ends.`;
}

/** What happens to the mail that waits in a mailbox. Null when there is none. */
export function waitingLine({ address, waiting }: Mailbox, taker: Taker | null): string | null {
  if (waiting === 0) return null;
  const isOne = waiting === 1;
  const fact = isOne ? `1 email in ${address} is waiting to send.` : `${waiting} emails in ${address} are waiting to send.`;
  if (taker === null) return `${fact} ${isOne ? 'It' : 'They'} won’t be sent.`;
  const whose = taker.isYou ? 'your' : `${taker.name || taker.email}’s`;
  return `${fact} ${isOne ? 'It goes' : 'They go'} out under ${whose} name.`;
}
