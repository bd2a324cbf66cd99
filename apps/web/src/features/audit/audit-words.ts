import type { AuditLine } from '@headhaul/contracts/company';

type Detail = AuditLine['detail'];

function text(detail: Detail, name: string): string | null {
  const value = detail[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Where a session was opened. */
function place(detail: Detail): string {
  return detail.audience === 'extension' ? 'the extension' : 'the web app';
}

/** What follows the actor's name. Each action the API writes has a line here. */
const sentences: Record<string, (detail: Detail, whom: string) => string> = {
  'company.opened': () => 'opened the company',
  'company.changed': () => 'changed the company’s details',
  'company.logo_changed': () => 'changed the logo',
  'company.logo_removed': () => 'removed the logo',
  'company.archived': () => 'put this company away to join a team',
  'company.handed_over': (_, whom) => `made ${whom} the owner`,
  'invite.sent': (detail) => `invited ${text(detail, 'email') ?? 'somebody'}`,
  'invite.resent': (detail) => `sent the invite to ${text(detail, 'email') ?? 'somebody'} again`,
  'invite.cancelled': (detail) => `took the invite to ${text(detail, 'email') ?? 'somebody'} back`,
  'team_link.rotated': () => 'made a new team link; the old one stopped working',
  'member.joined': () => 'joined the team',
  'member.left': () => 'left the team',
  'member.removed': (_, whom) => `removed ${whom}`,
  'member.changed': (detail, whom) => (detail.canManageBilling === true ? `let ${whom} manage billing` : `took billing from ${whom}`),
  'session.opened': (detail) => `signed in to ${place(detail)}`,
  'session.ended': () => 'signed out another device',
  'session.closed': () => 'signed out',
  'account.deleted': () => 'deleted their account',
};

/** A line of the log as a sentence; an action of a newer server is shown by its name rather than left out. */
export function describeAuditLine({ action, actorName, detail }: AuditLine): { actor: string; deed: string } {
  const say = sentences[action];
  return { actor: actorName ?? 'Headhaul', deed: say === undefined ? action : say(detail, text(detail, 'userName') ?? 'a teammate') };
}
