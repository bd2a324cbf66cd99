import type { Departure, HandOver, TeamMember } from '@headhaul/contracts/team';

export type Mailbox = Departure['mailboxes'][number];

/** A teammate who can take over another's mailboxes and work. */
export interface Taker extends TeamMember {
  userId: string;
}

/** The user's choices. Missing ones mean the suggestion. */
export interface Choices {
  mailboxes: Readonly<Record<string, { isHandedOver?: boolean; toUserId?: string }>>;
  loadsToUserId: string | null;
}

export const noChoices: Choices = { mailboxes: {}, loadsToUserId: null };

/** The teammates who stay, with the suggested one first: the user who removes somebody, or the owner when the user leaves. */
export function takersOf(members: readonly TeamMember[], leaverId: string | undefined): Taker[] {
  const takers = members.filter(
    (member): member is Taker => member.state === 'working' && member.userId !== null && member.id !== leaverId,
  );
  const order = ({ isYou, role }: Taker) => (isYou ? 0 : role === 'owner' ? 1 : 2);
  return takers.toSorted((one, two) => order(one) - order(two));
}

/** When the chosen teammate has left meanwhile, the suggestion applies again. */
function pickTaker(takers: readonly Taker[], chosen: string | null | undefined): Taker | null {
  return takers.find(({ userId }) => userId === chosen) ?? takers[0] ?? null;
}

/** Who gets the mailbox. `taker` is null when it is disconnected. `suggested` says who would get it otherwise. */
export function mailboxTaker(
  mailbox: Mailbox,
  takers: readonly Taker[],
  { mailboxes }: Choices,
): { taker: Taker | null; suggested: Taker | null } {
  const choice = mailboxes[mailbox.id];
  const suggested = mailbox.canBeHandedOver ? pickTaker(takers, choice?.toUserId) : null;
  return { taker: choice?.isHandedOver === false ? null : suggested, suggested };
}

export function loadsTaker({ activeLoads, drivers }: Departure, takers: readonly Taker[], { loadsToUserId }: Choices): Taker | null {
  return activeLoads + drivers === 0 ? null : pickTaker(takers, loadsToUserId);
}

export function handOverOf(departure: Departure, takers: readonly Taker[], choices: Choices): HandOver {
  return {
    mailboxes: departure.mailboxes.flatMap((mailbox) => {
      const { taker } = mailboxTaker(mailbox, takers, choices);
      return taker === null ? [] : { id: mailbox.id, toUserId: taker.userId };
    }),
    loadsToUserId: loadsTaker(departure, takers, choices)?.userId ?? null,
  };
}

export function hasNothingToHandOver({ mailboxes, activeLoads, drivers }: Departure): boolean {
  return mailboxes.length === 0 && activeLoads + drivers === 0;
}
