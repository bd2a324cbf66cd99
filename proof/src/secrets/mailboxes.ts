import { emailAccountEndpoints } from '@headhaul/contracts/mail/accounts';
import { emailEndpoints } from '@headhaul/contracts/mail/emails';
import type { ProofDatabase } from '../lib/database.ts';
import { bearer, cookiesOf, send } from '../lib/http-client.ts';
import { forEachParallel } from '../lib/parallel.ts';
import { randomSecret, type SignedIn } from '../lib/people.ts';
import { approveAtProvider, type Providers } from '../lib/sandbox.ts';
import type { SecretSearch } from '../lib/secret-search.ts';
import { openCallback } from '../lib/sign-in.ts';

const gmailScope = 'https://www.googleapis.com/auth/gmail.send';

/** An office with a mailbox of each kind. */
export interface Office {
  person: SignedIn;
  origin: string;
  accounts: { google: string; microsoft: string; smtp: string };
  smtp: { address: string; password: string };
}

export async function connectOffices(
  database: ProofDatabase,
  providers: Providers,
  origins: readonly string[],
  people: readonly SignedIn[],
  webOrigin: string,
  secrets: SecretSearch,
): Promise<Office[]> {
  await database.admin.query(`update companies set subscription_type = 'UNLIMITED_PRO_MONTHLY', paid_until = now() + interval '30 days'`);
  const offices: Office[] = [];
  await forEachParallel(people, 4, async (person, index) => {
    const origin = origins[index % origins.length] ?? '';
    const address = `desk${index}@proof.example`;
    const password = randomSecret();
    secrets.mark(password);
    const google = await connectByConsent(origin, person, 'google', `google${index}@proof.example`, webOrigin, secrets);
    const microsoft = await connectByConsent(origin, person, 'microsoft', `microsoft${index}@proof.example`, webOrigin, secrets);
    const smtp = await connectByPassword(origin, person, providers.smtpPort, { address, password });
    if (smtp === undefined) throw new Error('a good password was refused');
    offices[index] = { person, origin, accounts: { google, microsoft, smtp }, smtp: { address, password } };
  });
  return offices;
}

async function connectByConsent(
  origin: string,
  person: SignedIn,
  provider: 'google' | 'microsoft',
  email: string,
  webOrigin: string,
  secrets: SecretSearch,
): Promise<string> {
  const query = { provider, redirectTo: `${webOrigin}/dispatcher/google-connect/success` };
  const reply = await send(origin, emailAccountEndpoints.connectEmailAccount, { query, body: {} }, bearer(person.token.accessToken));
  if (reply.status !== 200) throw new Error(`connecting was refused: ${reply.status} ${reply.body}`);
  const { authorizeUrl } = emailAccountEndpoints.connectEmailAccount.reply.parse(JSON.parse(reply.body));
  const callback = await approveAtProvider(authorizeUrl, { name: 'Pat Proof', email }, gmailScope);
  secrets.mark(new URL(callback).searchParams.get('code') ?? '');
  const target = await openCallback(`${origin}${new URL(callback).pathname}${new URL(callback).search}`, cookiesOf(reply));
  const accountId = target.searchParams.get('accountId');
  if (accountId === null) throw new Error(`a mailbox was not connected: ${target.search}`);
  return accountId;
}

/** The mailbox's id, or undefined if the API refused. */
export async function connectByPassword(
  origin: string,
  person: SignedIn,
  port: number,
  { address, password }: { address: string; password: string },
): Promise<string | undefined> {
  const body = { address, host: 'localhost', port, username: address, password };
  const reply = await send(origin, emailAccountEndpoints.connectSmtp, { body }, bearer(person.token.accessToken));
  if (reply.status !== 200) return undefined;
  return emailAccountEndpoints.connectSmtp.reply.parse(JSON.parse(reply.body)).id;
}

export async function sendTest({ origin, person }: Office, accountId: string): Promise<void> {
  const template = { subject: 'Milwaukee to Conley', htmlBody: '<p>We have a truck.</p>', signature: null, ccEmail: null };
  const reply = await send(origin, emailEndpoints.sendTestEmail, { body: { accountId, template } }, bearer(person.token.accessToken));
  if (reply.status !== 200) throw new Error(`a mail was refused: ${reply.status} ${reply.body}`);
}

export async function disconnect({ origin, person }: Office, id: string): Promise<void> {
  const reply = await send(origin, emailAccountEndpoints.disconnectEmailAccount, { params: { id } }, bearer(person.token.accessToken));
  if (reply.status !== 204) throw new Error(`disconnecting was refused: ${reply.status} ${reply.body}`);
}
