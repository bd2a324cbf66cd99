import { randomUUID } from 'node:crypto';
import { type Member, teammateOf } from './actors.ts';
import type { Cell, Rule } from './rule.ts';

const object = { foreign: 404, deleted: 404, absent: 404, private: 404 };
const connect = { provider: 'google', redirectTo: 'http://localhost:5173/dispatcher/google-connect/success' };
/** A server inside our own network. An allowed actor gets a refusal, and the server is never contacted. */
const smtp = { address: 'desk@proof.example', host: '127.0.0.1', port: 587, username: 'desk', password: 'x' };

/** Every person has a mailbox whose id is their membership's id. The removed person's mailbox is disconnected. */
export function mailboxId({ state, actor, world, person }: Cell): string {
  if (state === 'private') return teammateOf(world.home, actor).membershipId;
  if (state === 'absent') return randomUUID();
  if (state === 'deleted') return world.home.removed.membershipId;
  return state === 'foreign' ? world.foreign.owner.membershipId : (person ?? world.home.owner).membershipId;
}

/** All values are ours, so they may be written into the SQL text. */
export function mailboxSql(companyId: string, mark: string, { userId, membershipId }: Member, isDisconnected: boolean): string {
  return `insert into email_accounts (company_id, id, user_id, provider, address, display_name, status, disconnected_at, daily_cap, smtp)
    values ('${companyId}', '${membershipId}', '${userId}', 'smtp', '${membershipId}-${mark}@proof.example', '${mark}',
      ${isDisconnected ? `'DISCONNECTED', now()` : `'CONNECTED', null`}, 1000, '{}');`;
}

export const mailboxRules: Record<string, Rule> = {
  listEmailAccounts: { guard: 'member' },
  connectEmailAccount: { guard: 'member', ask: (cell) => ({ query: connect, body: { accountId: mailboxId(cell) } }), answers: object },
  finishConnect: { guard: 'open', ask: () => ({ params: { provider: 'google' }, query: { state: 'x', code: 'x' } }) },
  connectSmtp: {
    guard: 'member',
    ownWantsFresh: true,
    ask: (cell) => ({ body: { ...smtp, accountId: mailboxId(cell) } }),
    answers: { own: 400, ...object },
  },
  updateEmailAccount: {
    guard: 'member',
    ask: (cell) => ({ params: { id: mailboxId(cell) }, body: { displayName: 'Desk', isShared: true } }),
    answers: object,
  },
  disconnectEmailAccount: { guard: 'member', ask: (cell) => ({ params: { id: mailboxId(cell) } }), answers: object },
};
