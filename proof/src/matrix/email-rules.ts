import { randomUUID } from 'node:crypto';
import { type Member, teammateOf } from './actors.ts';
import { mailboxId } from './mailbox-rules.ts';
import type { Cell, Rule } from './rule.ts';

/** Everybody in the company sees that a mail was sent from a teammate's private mailbox, but not its content. */
const object = { foreign: 404, deleted: 404, absent: 404, private: 403 };
const ofMailbox = { ...object, private: 404 };
const kinds = { UNKNOWN: '1', FAILED: '2' } as const;
type Kind = keyof typeof kinds;
const writtenAt = new Date();

/** A mail's id contains the time. The rest is derived from its owner's id. */
function idOf(kind: Kind, { userId }: Member): string {
  const time = writtenAt.getTime().toString(16).padStart(12, '0');
  const rest = userId.replaceAll('-', '');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${kinds[kind]}${rest.slice(0, 2)}-8${rest.slice(2, 5)}-${rest.slice(5, 17)}`;
}

/** Mails are never deleted, so a deleted one is the same as an absent one. */
function emailId({ state, actor, world, person }: Cell, kind: Kind): string {
  if (state === 'private') return idOf(kind, teammateOf(world.home, actor));
  if (state === 'absent' || state === 'deleted') return randomUUID();
  return idOf(kind, state === 'foreign' ? world.foreign.owner : (person ?? world.home.owner));
}

/**
 * Every member gets one mail that failed and one whose outcome is unknown. All values are ours, so they may be written into the SQL text.
 */
export function emailSql(companyId: string, mark: string, member: Member): string {
  const rows = (Object.keys(kinds) as Kind[]).map(
    (
      kind,
    ) => `('${companyId}', '${writtenAt.toISOString()}', '${idOf(kind, member)}', 'BROKER', '${kind}', '${member.membershipId}', '${member.userId}',
      '${mark}@broker.example', '${mark}', '<p>${mark}</p>', '${mark}', '<${idOf(kind, member)}@proof.example>', now(), now())`,
  );
  return `insert into emails (company_id, created_at, id, kind, state, account_id, user_id, to_address, subject, html, text, message_id, leaves_at,
    finished_at) values ${rows.join(', ')};`;
}

const intent = (cell: Cell) => ({ accountId: mailboxId(cell), to: 'carla@broker.example' });
const template = { subject: 'Load', htmlBody: '<p>Hi</p>' };
const ofEmail = (kind: Kind, rule: Partial<Rule> = {}, body?: object): Rule => ({
  guard: 'member',
  ask: (cell) => ({ params: { id: emailId(cell, kind) }, ...(body ? { body } : {}) }),
  answers: object,
  ...rule,
});

export const emailRules: Record<string, Rule> = {
  checkEmail: { guard: 'member', needsPlan: true, ask: (cell) => ({ body: intent(cell) }), answers: ofMailbox },
  sendEmail: { guard: 'member', needsPlan: true, ask: (cell) => ({ body: { ...intent(cell), isConfirmed: true } }), answers: ofMailbox },
  sendTestEmail: {
    guard: 'member',
    needsPlan: true,
    ask: (cell) => ({ body: { accountId: mailboxId(cell), template } }),
    answers: ofMailbox,
  },
  listEmails: { guard: 'member', ask: (cell) => ({ query: { accountId: mailboxId(cell) } }) },
  listEmailedLoads: { guard: 'member', ask: () => ({ body: { fingerprints: ['0'.repeat(32)] } }) },
  getEmail: ofEmail('FAILED'),
  cancelEmail: ofEmail('FAILED', { answers: { own: 422, ...object } }),
  withdrawEmail: { guard: 'member', ask: () => ({ body: { key: randomUUID() } }) },
  resolveEmail: ofEmail('UNKNOWN', {}, { outcome: 'SENT' }),
  resendEmail: ofEmail('FAILED', { needsPlan: true }, { isConfirmed: true }),
  answerEmail: ofEmail('UNKNOWN', { answers: { own: 422, ...object } }, { answer: 'REPLIED' }),
  getEmailFunnel: { guard: 'member', ask: () => ({ query: { from: '2026-11-01', to: '2026-11-30' } }) },
};
