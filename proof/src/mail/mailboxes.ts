import { emailAccountEndpoints, type MailProvider } from '@headhaul/contracts/mail/accounts';
import type { ProofDatabase } from '../lib/database.ts';
import { bearer, cookiesOf, fetchRaw, type Reply, send } from '../lib/http-client.ts';
import { forEachParallel } from '../lib/parallel.ts';
import { type Person, type SignedIn, seedPeople, signInAll } from '../lib/people.ts';
import type { Providers } from '../lib/sandbox.ts';

/** A mailbox that was connected the way people do it: on the provider's pages, or by the name of its mail server. */
export interface ProofMailbox {
  accountId: string;
  provider: MailProvider;
  address: string;
  person: Person;
}

export interface MailboxPlan {
  people: number;
  /** One mailbox of each for every person. */
  providers: readonly MailProvider[];
}

export async function connectMailboxes(
  database: ProofDatabase,
  origin: string,
  providers: Providers,
  plan: MailboxPlan,
): Promise<ProofMailbox[]> {
  const people = await seedPeople(database, plan.people);
  await database.admin.query(`update companies set subscription_type = 'UNLIMITED_PRO_MONTHLY' where company_id = any($1::uuid[])`, [
    people.map(({ companyId }) => companyId),
  ]);
  const sessions = await signInAll(database, [origin], people);
  const mailboxes: ProofMailbox[] = [];
  await forEachParallel(people, 6, async (person, index) => {
    const session = sessions[index] as SignedIn;
    for (const [number, provider] of plan.providers.entries()) {
      const address = `d${index}-${number}-${person.userId.slice(0, 8)}@${provider === 'smtp' ? 'carrier' : provider}-office.example`;
      await (provider === 'smtp'
        ? connectBySmtp(origin, providers, session, address)
        : connectByConsent(origin, session, provider, address));
      const { rows } = await database.admin.query<{ id: string }>('select id from email_accounts where address = $1', [address]);
      if (!rows[0]) throw new Error(`${address} was not connected`);
      mailboxes.push({ accountId: rows[0].id, provider, address, person });
    }
  });
  return mailboxes;
}

async function connectBySmtp(origin: string, { smtpPort }: Providers, { token, cookie }: SignedIn, address: string): Promise<void> {
  const body = { address, host: 'localhost', port: smtpPort, security: 'starttls' as const, username: address, password: 'proof-password' };
  const reply = await send(origin, emailAccountEndpoints.connectSmtp, { body }, { ...bearer(token.accessToken), cookie });
  if (reply.status !== 200) throw new Error(`an SMTP mailbox was refused: ${reply.status} ${reply.body}`);
}

async function connectByConsent(
  origin: string,
  { token, cookie }: SignedIn,
  provider: 'google' | 'microsoft',
  address: string,
): Promise<void> {
  const started = await send(
    origin,
    emailAccountEndpoints.connectEmailAccount,
    { query: { provider, redirectTo: 'http://localhost:5173/dispatcher/accounts' }, body: {} },
    { ...bearer(token.accessToken), cookie },
  );
  if (started.status !== 200) throw new Error(`a mailbox could not be connected: ${started.status} ${started.body}`);
  const { authorizeUrl } = emailAccountEndpoints.connectEmailAccount.reply.parse(JSON.parse(started.body));
  const callback = await walkConsent(authorizeUrl, address);
  const own = [cookie, cookiesOf(started)].filter((part) => part !== '').join('; ');
  const back = await fetchRaw(callback, { headers: { cookie: own } });
  if (back.status !== 302 || back.headers.location?.includes('error=')) {
    throw new Error(`the way back failed: ${back.status} ${back.headers.location ?? back.body}`);
  }
}

/** Fills in every form on the way and agrees, until the provider sends the browser back. */
async function walkConsent(start: string, address: string): Promise<string> {
  const cookies = new Map<string, string>();
  let at = start;
  let form: string | undefined;
  for (let step = 0; step < 15; step++) {
    if (new URL(at).pathname.startsWith('/api/email-accounts/callback/')) return at;
    const reply: Reply = await fetchRaw(at, {
      method: form === undefined ? 'GET' : 'POST',
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      body: form,
    });
    for (const pair of cookiesOf(reply).split('; ')) cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    form = undefined;
    const { location } = reply.headers;
    if (location !== undefined) {
      at = new URL(location, at).href;
      continue;
    }
    const found = [...reply.body.matchAll(/<form[^>]* action="([^"]+)"/g)].at(-1)?.[1];
    if (found === undefined) throw new Error(`the provider shows no form at ${at}: ${reply.status}`);
    at = new URL(found, at).href;
    const hidden = [...reply.body.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map((match) => [
      match[1] ?? '',
      match[2] ?? '',
    ]);
    const ticked = [...reply.body.matchAll(/type="checkbox" name="([^"]+)" value="([^"]*)"/g)].map((match) => [
      match[1] ?? '',
      match[2] ?? '',
    ]);
    const fields = found.endsWith('/consent')
      ? [...hidden, ...ticked]
      : [
          ['name', 'Pat Proof'],
          ['email', address],
        ];
    form = new URLSearchParams(fields as [string, string][]).toString();
  }
  throw new Error('the provider did not send the browser back');
}
