/** Why a provider sent somebody back without a mailbox, in plain words and with the way on. */
const reasons: Readonly<Record<string, string>> = {
  access_denied: 'You did not allow Headhaul to send. Nothing was connected. Start again when you want to.',
  expired: 'The connection took too long and was stopped for safety. Please start again.',
  scope_missing: 'The permission to send mail was not given. Start again and tick its box: it is the only thing we ask for.',
  provider_unavailable: 'The mail service did not answer. Please try again in a minute.',
  other_account: 'You signed in with another mailbox than the one to connect again. Start again and choose the same address.',
  limit_reached: 'Your plan’s number of mailboxes is used up. Disconnect one or choose a larger plan.',
};

export function formatConnectError(code: string): string {
  return reasons[code] ?? 'The mailbox was not connected. Please start again.';
}

export type OauthProvider = 'google' | 'microsoft';

/** What was begun: with whom, and for which mailbox when it was to be connected again. */
export interface ConnectAttempt {
  provider: OauthProvider;
  accountId: string | null;
}

interface ConnectOutcome {
  accountId: string | null;
  error: string | null;
  /** Null when the way back has forgotten it. */
  attempt: ConnectAttempt | null;
}

/** The address to come back to. It carries what was begun, so that it can be begun again when it fails. */
export function connectReturn(path: string, origin: string, { provider, accountId }: ConnectAttempt): string {
  const target = new URL(path, origin);
  target.searchParams.set('from', accountId === null ? provider : `${provider}.${accountId}`);
  return target.href;
}

function readAttempt(from: string): ConnectAttempt | null {
  const [, provider, accountId = null] = /^(google|microsoft)(?:\.([\da-f-]{36}))?$/.exec(from) ?? [];
  return provider === undefined ? null : { provider: provider as OauthProvider, accountId };
}

/** Only what our server sends back; anybody can write a sentence into an address. */
export function readConnectOutcome(search: string): ConnectOutcome {
  const params = new URLSearchParams(search);
  return {
    accountId: params.get('accountId'),
    error: params.get('error') || null,
    attempt: readAttempt(params.get('from') ?? ''),
  };
}
