/** Why connecting a mailbox failed, and what the user can do. */
const reasons: Readonly<Record<string, string>> = {
  access_denied: 'You did not allow Headhaul to send. Nothing was connected. Start again when you want to.',
  expired: 'The connection took too long and was stopped for safety. Please start again.',
  scope_missing: 'Headhaul needs permission to send. Try again and check the box.',
  provider_unavailable: 'The mail service did not answer. Please try again in a minute.',
  other_account: 'You signed in with another mailbox than the one to connect again. Start again and choose the same address.',
  limit_reached: 'Your plan’s number of mailboxes is used up. Disconnect one or choose a larger plan.',
};

export function formatConnectError(code: string): string {
  return reasons[code] ?? 'The mailbox was not connected. Please start again.';
}

export type OauthProvider = 'google' | 'microsoft';

/** What the user started: the provider, and the mailbox when it is connected again. */
export interface ConnectAttempt {
  provider: OauthProvider;
  accountId: string | null;
}

interface ConnectOutcome {
  accountId: string | null;
  error: string | null;
  /** Null when the address does not say. */
  attempt: ConnectAttempt | null;
}

/** The address to return to. It contains what was started, so that the user can start again after a failure. */
export function connectReturn(path: string, origin: string, { provider, accountId }: ConnectAttempt): string {
  const target = new URL(path, origin);
  target.searchParams.set('from', accountId === null ? provider : `${provider}.${accountId}`);
  return target.href;
}

function readAttempt(from: string): ConnectAttempt | null {
  const [, provider, accountId = null] = /^(google|microsoft)(?:\.([\da-f-]{36}))?$/.exec(from) ?? [];
  return provider === undefined ? null : { provider: provider as OauthProvider, accountId };
}

/** Reads the codes that our server puts into the address. Other text is not shown, because anybody can write it there. */
export function readConnectOutcome(search: string): ConnectOutcome {
  const params = new URLSearchParams(search);
  return {
    accountId: params.get('accountId'),
    error: params.get('error') || null,
    attempt: readAttempt(params.get('from') ?? ''),
  };
}
