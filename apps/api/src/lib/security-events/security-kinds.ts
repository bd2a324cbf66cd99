/**
 * Every action of the audit log. Null means that it is not a security event. A list means that it is one, and names the fields of
 * its detail to copy: ids and fixed values, never text that a person wrote. A new action does not compile until it has a line here.
 */
export const auditActions = {
  'account.deleted': ['userId'],
  'billing.checkout_opened': null,
  'billing.subscription_changed': null,
  'board_filter.changed': null,
  'board_filter.created': null,
  'board_filter.deleted': null,
  'board_page.agreed': null,
  'board_page.declined': null,
  'board_page.taken_back': null,
  'broker.marked': null,
  'company.archived': null,
  'company.changed': null,
  'company.factoring_changed': null,
  'company.handed_over': ['userId'],
  'company.logo_changed': null,
  'company.logo_removed': null,
  'company.opened': null,
  'company.rates_changed': null,
  'driver.archived': null,
  'driver.restored': null,
  'email.proven': [],
  'export.downloaded': [],
  'export.started': [],
  'factor_list.removed': null,
  'factor_list.used': null,
  'import.started': null,
  'invite.cancelled': ['invitationId'],
  'invite.resent': ['invitationId'],
  'invite.sent': ['invitationId'],
  'load.deleted': null,
  'load.restored': null,
  'loads.moved': null,
  'mailbox.connected': ['accountId'],
  'mailbox.copy_changed': ['accountId'],
  'mailbox.disconnected': ['accountId'],
  'mailbox.handed_over': ['accountId', 'userId'],
  'mailbox.reconnected': ['accountId'],
  'mailbox.shared': ['accountId'],
  'mailbox.signature_changed': null,
  'mailbox.unshared': ['accountId'],
  'member.changed': ['userId', 'canManageBilling'],
  'member.joined': [],
  'member.left': ['userId'],
  'member.removed': ['userId'],
  'referral.credit_given': null,
  'referral.credit_taken_back': null,
  'referral.joined': null,
  'referral.reminded': null,
  'referral.sent': null,
  'session.authenticated': ['sessionId'],
  'session.closed': ['sessionId'],
  'session.confirmed': ['sessionId', 'userId'],
  'session.ended': ['sessionId', 'userId'],
  'session.opened': ['sessionId', 'audience'],
  'session.replayed': ['sessionId', 'audience'],
  'team_link.rotated': [],
  'trash.emptied': ['files'],
} satisfies Record<string, readonly string[] | null>;

type Actions = typeof auditActions;
/** `probe.` is for tests. */
export type AuditAction = keyof Actions | `probe.${string}`;
type SecurityAction = { [Action in keyof Actions]: Actions[Action] extends null ? never : Action }[keyof Actions];

/** Security events that are not in the team's audit log, some of them from refused requests, which write nothing to it. */
interface OwnEvents {
  /** A code was redeemed twice, too late or by another client. */
  'sign_in.refused': { reason: 'used' | 'expired' | 'wrong_client' };
  /** A sign-in on a device or in a place that is new for this person. */
  'sign_in.unusual': { sessionId: string; isNewDevice: boolean; isNewPlace: boolean };
  /** A signed-in person failed to confirm their identity: wrong digits, another account at the provider, or a refused code. */
  'proof.refused': { reason: 'wrong_digits' | 'another_account' | 'refused_code' };
  /** A refresh token was sent without the cookie that belongs to it. */
  'refresh.refused': { sessionId: string; reason: 'no_cookie' };
  /** Refused by the guard of an endpoint: the role is missing, or the extension's session may not call the endpoint. */
  'request.refused': { endpoint: string; status: number };
  /** Headhaul's own staff read data of other companies. */
  'staff.read': { endpoint: string };
  'my_data.downloaded': Record<never, never>;
  'loads.downloaded': { format: string };
}

export type OwnSecurityEvent = {
  [Kind in keyof OwnEvents]: { kind: Kind; actorId: string | null; detail: OwnEvents[Kind] };
}[keyof OwnEvents];

/** Ready to be written. */
export interface SecurityEvent {
  kind: SecurityAction | keyof OwnEvents;
  actorId: string | null;
  detail: Record<string, string | number | boolean | null>;
}
