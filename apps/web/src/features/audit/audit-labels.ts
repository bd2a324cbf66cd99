import type { AuditLine } from '@headhaul/contracts/company';
import { SubscriptionType } from '@headhaul/contracts/session';
import { periodOf, planOf } from '@headhaul/domain/plans';

type Detail = AuditLine['detail'];

function text(detail: Detail, name: string): string | null {
  const value = detail[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Whether a session was opened in the web app or in the extension. */
function place(detail: Detail): string {
  return detail.audience === 'extension' ? 'the extension' : 'the web app';
}

/** "Unlimited Pro, yearly" */
function plan(detail: Detail): string {
  const type = SubscriptionType.safeParse(detail.subscriptionType);
  if (!type.success) return 'a plan';
  const period = periodOf(type.data);
  return period === null ? planOf(type.data).name : `${planOf(type.data).name}, ${period.toLowerCase()}`;
}

function status(detail: Detail): string {
  return (text(detail, 'status') ?? 'changed').toLowerCase().replaceAll('_', ' ');
}

function mailbox(detail: Detail): string {
  return text(detail, 'address') ?? 'a mailbox';
}

function describeMark(detail: Detail): string {
  const name = text(detail, 'name') ?? 'a broker';
  if (detail.mark === 'BLOCKED') return `blocked ${name}`;
  return detail.mark === 'PREFERRED' ? `marked ${name} as preferred` : `took the mark from ${name}`;
}

/** "7 loads", or null for none. */
function count(detail: Detail, name: string, noun: string, nouns = `${noun}s`): string | null {
  const value = detail[name];
  if (typeof value !== 'number' || value === 0) return null;
  return `${value} ${value === 1 ? noun : nouns}`;
}

/** ". 2 mailboxes disconnected, 1 handed over to Nina; 7 loads given to Ann." Empty when a leaver had nothing. */
function leftBehind(detail: Detail): string {
  const disconnected = count(detail, 'mailboxesDisconnected', 'mailbox', 'mailboxes');
  const handedOver = count(detail, 'mailboxesHandedOver', 'mailbox', 'mailboxes');
  const to = text(detail, 'mailboxesTo') ?? 'teammates';
  const mail = [
    ...(disconnected === null ? [] : [`${disconnected} disconnected`]),
    ...(handedOver === null ? [] : [`${disconnected === null ? handedOver : detail.mailboxesHandedOver} handed over to ${to}`]),
  ].join(', ');
  const work = [count(detail, 'loadsGiven', 'load'), count(detail, 'driversGiven', 'driver')].filter((part) => part !== null).join(' and ');
  const parts = [mail, work === '' ? '' : `${work} given to ${text(detail, 'loadsTo') ?? 'a teammate'}`].filter((part) => part !== '');
  return parts.length === 0 ? '' : `. ${parts.join('; ')}.`;
}

/** The text after the actor's name. Each action that the API writes has a line here. */
const sentences: Record<string, (detail: Detail, whom: string) => string> = {
  'company.opened': () => 'opened the company',
  'company.changed': () => 'changed the company’s details',
  'company.rates_changed': () => 'changed the company’s rates and costs',
  'company.logo_changed': () => 'changed the logo',
  'company.logo_removed': () => 'removed the logo',
  'company.archived': () => 'put this company away to join a team',
  'company.handed_over': (_, whom) => `made ${whom} the owner`,
  'company.factoring_changed': (detail) =>
    detail.factoringType === null ? 'removed the factor' : `changed the factor${detail.hasNewKey === true ? ' and its key' : ''}`,
  'factor_list.used': (detail) => `replaced the factor’s list with ${text(detail, 'fileName') ?? 'a file'}`,
  'factor_list.removed': (detail) => `removed the factor’s list ${text(detail, 'fileName') ?? ''}`.trimEnd(),
  'import.started': (detail) => `imported loads from ${text(detail, 'fileName') ?? 'a file'}`,
  'export.started': () => 'asked for a copy of all data',
  'export.downloaded': () => 'downloaded a copy of all data',
  'invite.sent': (detail) => `invited ${text(detail, 'email') ?? 'somebody'}`,
  'invite.resent': (detail) => `sent the invite to ${text(detail, 'email') ?? 'somebody'} again`,
  'invite.cancelled': (detail) => `took the invite to ${text(detail, 'email') ?? 'somebody'} back`,
  'team_link.rotated': () => 'made a new team link; the old one stopped working',
  'member.joined': () => 'joined the team',
  'member.left': (detail) => `left the team${leftBehind(detail)}`,
  'member.removed': (detail, whom) => `removed ${whom}${leftBehind(detail)}`,
  'member.changed': (detail, whom) => (detail.canManageBilling === true ? `let ${whom} manage billing` : `took billing from ${whom}`),
  'driver.archived': (detail) => `archived ${text(detail, 'name') ?? 'a driver'}`,
  'driver.restored': (detail) => `took ${text(detail, 'name') ?? 'a driver'} out of the archive`,
  'broker.marked': describeMark,
  'board_filter.created': (detail) => `made the board filter ${text(detail, 'name') ?? ''}`.trimEnd(),
  'board_filter.changed': (detail) => `changed the board filter ${text(detail, 'name') ?? ''}`.trimEnd(),
  'board_filter.deleted': (detail) => `deleted the board filter ${text(detail, 'name') ?? ''}`.trimEnd(),
  'board_page.agreed': (detail) => `let the team read ${text(detail, 'site') ?? 'a page'} as it was taught`,
  'board_page.declined': (detail) => `said no to sharing how ${text(detail, 'site') ?? 'a page'} is read`,
  'board_page.taken_back': (detail) => `stopped sharing how ${text(detail, 'site') ?? 'a page'} is read`,
  'load.deleted': (detail) => `deleted load ${text(detail, 'loadNumber') ?? ''}`,
  'load.restored': (detail) => `restored load ${text(detail, 'loadNumber') ?? ''}`,
  'trash.emptied': (detail) => (detail.files === 1 ? 'emptied the trash: one document' : `emptied the trash: ${detail.files} documents`),
  'loads.moved': (detail) =>
    `set ${detail.loads === 1 ? 'one load' : `${detail.loads} loads`} to ${text(detail, 'status') ?? 'another status'}`,
  'mailbox.connected': (detail) => `connected ${mailbox(detail)}`,
  'mailbox.reconnected': (detail) => `connected ${mailbox(detail)} again`,
  'mailbox.disconnected': (detail) => `disconnected ${mailbox(detail)}`,
  'mailbox.handed_over': (detail, whom) => `handed ${mailbox(detail)} over to ${whom}`,
  'mailbox.shared': (detail) => `let the team send from ${mailbox(detail)}`,
  'mailbox.unshared': (detail) => `stopped sharing ${mailbox(detail)}`,
  'mailbox.signature_changed': (detail) => `changed the signature of ${mailbox(detail)}`,
  'mailbox.copy_changed': (detail) => {
    const cc = text(detail, 'cc');
    return cc === null ? `took the copy out of a template of ${mailbox(detail)}` : `set ${cc} as Cc in a template of ${mailbox(detail)}`;
  },
  'billing.checkout_opened': (detail) => `went to pay for ${plan(detail)}`,
  'billing.subscription_changed': (detail) => `noted the subscription to ${plan(detail)}: ${status(detail)}`,
  'referral.sent': (detail) => (detail.invites === 1 ? 'invited another company' : `invited ${detail.invites} other companies`),
  'referral.reminded': () => 'reminded somebody of an invite',
  'referral.joined': () => 'noted that an invited company joined',
  'referral.credit_given': () => 'gave credit for an invited company’s first payment',
  'referral.credit_taken_back': () => 'took the credit for an invited company back',
  'session.opened': (detail) => `signed in to ${place(detail)}`,
  'session.ended': (detail, whom) => (text(detail, 'userName') === null ? 'signed out another device' : `ended a sign-in of ${whom}`),
  'session.confirmed': (_, whom) => `said that a new sign-in was ${whom}`,
  'session.replayed': () => 'was signed out: an old copy of the sign-in was used',
  'session.authenticated': () => 'confirmed that it is them',
  'session.closed': () => 'signed out',
  'email.proven': () => 'proved their email address',
  'account.deleted': (detail) => `deleted their account${leftBehind(detail)}`,
  'entry.forgotten': () => 'took the name of somebody who deleted their account out of this log',
};

/** A line of the log as a sentence. An action that this version does not know is shown by its name, not left out. */
export function describeAuditLine({ action, actorName, detail }: AuditLine): { actor: string; action: string } {
  const say = sentences[action];
  return { actor: actorName ?? 'Headhaul', action: say === undefined ? action : say(detail, text(detail, 'userName') ?? 'a teammate') };
}
