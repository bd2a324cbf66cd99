import { adminBillingEndpoints } from '@headhaul/contracts/admin-billing';
import { billingEndpoints } from '@headhaul/contracts/billing';
import { emailAccountEndpoints } from '@headhaul/contracts/mail/accounts';
import { profileEndpoints } from '@headhaul/contracts/profile';
import { sessionEndpoints } from '@headhaul/contracts/session';
import { teamEndpoints } from '@headhaul/contracts/team';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { type AppWithJobs, startAppWithJobs } from '../../testing/job-worker.ts';
import { readArrivedMails } from '../../testing/mail/arrived-mail.ts';
import { plantMailbox } from '../../testing/mail/mail.ts';
import { smtpInput } from '../../testing/mail/mailboxes.ts';
import { openBrowser, readCallbackToken } from '../../testing/provider-browser.ts';
import { startFakeProvider } from '../../testing/providers/fake-provider.ts';
import { addTeammate, handOff, invite, memberIdOf } from '../../testing/team.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';
import { mailEmailCode } from './email-code.jobs.ts';

let office: AppWithJobs;
let api: TestApp;
beforeAll(async () => {
  office = await startAppWithJobs([mailEmailCode]);
  ({ api } = office);
});
afterAll(() => office.close());

const problem = (status: number, code: string) => ({ problem: { status, code } });

/** As if the person had proved who they are that many minutes ago. Null means that the time is unknown. */
async function age(client: TestClient, minutes: number | null): Promise<void> {
  await api.admin.query(`update sessions set authenticated_at = now() - $2 * interval '1 minute' where user_id = $1`, [
    client.user.id,
    minutes,
  ]);
}

type Person = Record<string, string>;
let count = 0;
const someoneNew = (): Person & { email: string } => {
  count += 1;
  return { name: 'Pat Moreno', email: `pat${count}@confirm.example` };
};

async function signIn(person: Person, query?: Record<string, string>): Promise<TestClient> {
  const browser = openBrowser(api.origin);
  const { code } = readCallbackToken(await browser.signIn(person, query));
  return api.redeem(code, browser.verifier);
}

/** Visits the provider once more, as the web app does for a person who is signed in. */
async function visitAgain(person: Person, provider: 'google' | 'microsoft') {
  const browser = openBrowser(api.origin);
  const redirectTo = 'http://localhost:5173/oauth/confirmed';
  const address = await browser.signIn(person, { provider, redirectTo, isConfirmation: 'true' });
  return { address, verifier: browser.verifier };
}

async function readDigits(email: string, mails: number): Promise<string> {
  const [newest] = await eventually(async () => {
    const arrived = await readArrivedMails(email);
    expect(arrived).toHaveLength(mails);
    return arrived;
  });
  return (
    /(\d{3}) (\d{3})/
      .exec(newest?.text ?? '')
      ?.slice(1)
      .join('') ?? ''
  );
}

const otherThan = (digits: string) => String((Number(digits) + 1) % 1_000_000).padStart(6, '0');

/** The API may use a cached session for a quarter of a second. */
const untilStale = (client: TestClient) =>
  eventually(() => expect(client.call(sessionEndpoints.checkFresh, {})).rejects.toMatchObject(problem(403, 'sign_in_again')));

const exportMine = (client: TestClient) => client.call(profileEndpoints.exportMyData, {});

describe('what asks for a fresh sign-in', () => {
  it('200 within 15 minutes, 403 sign_in_again after, and when the provider did not say', async () => {
    const client = await api.signUp();
    await age(client, 14);
    await exportMine(client);
    for (const minutes of [16, null]) {
      await age(client, minutes);
      await eventually(() => expect(exportMine(client)).rejects.toMatchObject(problem(403, 'sign_in_again')));
    }
    await client.call(sessionEndpoints.getMe, {});
  });

  it('removing a member is such an act, taking an invite back is none', async () => {
    const owner = await api.signUp();
    const mate = await addTeammate(api, owner);
    await invite(api, owner, 'later@confirm.example');
    const [member, invited] = [await memberIdOf(owner, mate.user.email), await memberIdOf(owner, 'later@confirm.example')];
    const remove = (id: string) => owner.call(teamEndpoints.removeTeamMember, { params: { id } });
    await age(owner, 16);
    await untilStale(owner);
    await expect(remove(member)).rejects.toMatchObject(problem(403, 'sign_in_again'));
    await remove(invited);
    await mate.call(sessionEndpoints.getMe, {});
    await age(owner, 1);
    await remove(member);
  });

  it('so is giving a mailbox in use another server, while a new one is none', async () => {
    const client = await api.signUp();
    const { accountId } = await plantMailbox(api, client);
    await age(client, 16);
    const inUse = await client.call(emailAccountEndpoints.listEmailAccounts, {});
    const [{ address } = { address: '' }] = inUse.emailAccounts;
    const connect = (more: object) =>
      client.call(emailAccountEndpoints.connectSmtp, { body: smtpInput({ address, host: '127.0.0.1', port: 6379, ...more }) });
    await untilStale(client);
    await expect(connect({ accountId })).rejects.toMatchObject(problem(403, 'sign_in_again'));
    await expect(connect({})).rejects.toMatchObject(problem(403, 'sign_in_again'));
    await expect(connect({ address: 'new@confirm.example' })).rejects.toMatchObject(problem(400, 'validation_failed'));
    await age(client, 1);
    await eventually(() => expect(connect({ accountId })).rejects.toMatchObject(problem(400, 'validation_failed')));
  });

  it('nothing was done when it is refused', async () => {
    const client = await api.signUp('stays@confirm.example');
    await age(client, 16);
    await eventually(() =>
      expect(client.call(profileEndpoints.deleteAccount, { body: { email: client.user.email } })).rejects.toMatchObject(
        problem(403, 'sign_in_again'),
      ),
    );
    expect((await client.call(sessionEndpoints.getMe, {})).email).toBe('stays@confirm.example');
  });

  it('200 at once after the confirmation, whatever was remembered of the session', async () => {
    const client = await api.signUp();
    await age(client, 60);
    await eventually(() => expect(exportMine(client)).rejects.toMatchObject(problem(403, 'sign_in_again')));
    await age(client, 0);
    await exportMine(client);
  });
});

describe('POST /auth/confirm', () => {
  it('200 makes the session fresh by what the provider says', async () => {
    const person = someoneNew();
    const client = await signIn(person, { provider: 'microsoft' });
    await age(client, 60);
    const { address, verifier } = await visitAgain(person, 'microsoft');
    const { code } = readCallbackToken(address);
    expect(await client.call(sessionEndpoints.confirmPerson, { body: { code, verifier } })).toEqual({ isConfirmed: true });
    await exportMine(client);
  });

  it('200 but not confirmed when the provider does not say when they signed in', async () => {
    const person = someoneNew();
    const client = await signIn(person);
    const { address, verifier } = await visitAgain(person, 'google');
    const { code } = readCallbackToken(address);
    expect(await client.call(sessionEndpoints.confirmPerson, { body: { code, verifier } })).toEqual({ isConfirmed: false });
    await expect(exportMine(client)).rejects.toMatchObject(problem(403, 'sign_in_again'));
  });

  it('403 for another person’s visit, which is spent by it', async () => {
    const [person, other] = [someoneNew(), someoneNew()];
    const client = await signIn(person, { provider: 'microsoft' });
    await signIn(other, { provider: 'microsoft' });
    await age(client, 60);
    const { address, verifier } = await visitAgain(other, 'microsoft');
    const body = { code: readCallbackToken(address).code, verifier };
    await expect(client.call(sessionEndpoints.confirmPerson, { body })).rejects.toMatchObject(problem(403, 'not_allowed'));
    await expect(exportMine(client)).rejects.toMatchObject(problem(403, 'sign_in_again'));
  });

  it('400 for a second use, for another browser’s code, and for the code of a sign-in', async () => {
    const person = someoneNew();
    const client = await signIn(person, { provider: 'microsoft' });
    const { address, verifier } = await visitAgain(person, 'microsoft');
    const { code } = readCallbackToken(address);
    const confirm = (body: { code: string; verifier: string }) => client.call(sessionEndpoints.confirmPerson, { body });
    await expect(confirm({ code, verifier: 'x'.repeat(43) })).rejects.toMatchObject(problem(400, 'invalid_code'));
    await confirm({ code, verifier });
    await expect(confirm({ code, verifier })).rejects.toMatchObject(problem(400, 'invalid_code'));
    const browser = openBrowser(api.origin);
    const signInCode = readCallbackToken(await browser.signIn(person)).code;
    await expect(confirm({ code: signInCode, verifier: browser.verifier })).rejects.toMatchObject(problem(400, 'invalid_code'));
  });

  it('its code opens no session', async () => {
    const person = someoneNew();
    await signIn(person, { provider: 'microsoft' });
    const { address, verifier } = await visitAgain(person, 'microsoft');
    await expect(api.redeem(readCallbackToken(address).code, verifier)).rejects.toMatchObject(problem(400, 'invalid_code'));
  });

  it('makes no account for somebody who has none', async () => {
    const person = someoneNew();
    const { address } = await visitAgain(person, 'microsoft');
    expect(address.searchParams.get('error')).toBe('other_account');
    const { rowCount } = await api.admin.query('select from users where email = $1', [person.email]);
    expect(rowCount).toBe(0);
  });

  it('403 for the extension', async () => {
    const extension = await handOff(api, await api.signUp());
    const body = { code: 'x', verifier: 'x'.repeat(43) };
    await expect(extension.call(sessionEndpoints.confirmPerson, { body })).rejects.toMatchObject(problem(403, 'not_allowed'));
  });
});

describe('POST /auth/email-code/confirm', () => {
  it('200 makes the session fresh, once', async () => {
    const client = await signIn(someoneNew());
    await client.call(sessionEndpoints.sendEmailCode, {});
    const digits = await readDigits(client.user.email, 1);
    await client.call(sessionEndpoints.confirmEmailCode, { body: { digits: `${digits.slice(0, 3)} ${digits.slice(3)}` } });
    await exportMine(client);
    await expect(client.call(sessionEndpoints.confirmEmailCode, { body: { digits } })).rejects.toMatchObject(
      problem(400, 'wrong_email_code'),
    );
    const { rows } = await api.admin.query(
      `select kind, detail, session_id, host(ip) as ip from security_events where actor_id = $1 and kind = 'proof.refused'`,
      [client.user.id],
    );
    expect(rows).toEqual([
      { kind: 'proof.refused', detail: { reason: 'wrong_digits' }, session_id: expect.any(String), ip: expect.any(String) },
    ]);
  });

  it('400 for the right digits after five wrong ones', async () => {
    const client = await signIn(someoneNew());
    await client.call(sessionEndpoints.sendEmailCode, {});
    const digits = await readDigits(client.user.email, 1);
    for (let time = 0; time < 5; time++) {
      await expect(client.call(sessionEndpoints.confirmEmailCode, { body: { digits: otherThan(digits) } })).rejects.toMatchObject(
        problem(400, 'wrong_email_code'),
      );
    }
    await expect(client.call(sessionEndpoints.confirmEmailCode, { body: { digits } })).rejects.toMatchObject({
      problem: { status: 400, code: 'wrong_email_code', detail: 'This code no longer works. Send new digits.' },
    });
  });

  it('400 in another session of the same person, and after ten minutes', async () => {
    const person = someoneNew();
    const [client, other] = [await signIn(person), await signIn(person)];
    await client.call(sessionEndpoints.sendEmailCode, {});
    const digits = await readDigits(client.user.email, 1);
    const refused = problem(400, 'wrong_email_code');
    await expect(other.call(sessionEndpoints.confirmEmailCode, { body: { digits } })).rejects.toMatchObject(refused);
    await api.admin.query(`update email_codes set expires_at = now() - interval '1 second' where user_id = $1`, [client.user.id]);
    await expect(client.call(sessionEndpoints.confirmEmailCode, { body: { digits } })).rejects.toMatchObject(refused);
  });

  it('429 for a seventh code within an hour', async () => {
    const client = await signIn(someoneNew());
    for (let time = 0; time < 6; time++) await client.call(sessionEndpoints.sendEmailCode, {});
    await expect(client.call(sessionEndpoints.sendEmailCode, {})).rejects.toMatchObject({
      problem: {
        status: 429,
        code: 'too_many_requests',
        detail: expect.stringMatching(/Use the newest one, or ask again in \d+ minutes\./),
      },
    });
  });
});

describe('POST /auth/email-code', () => {
  it('429 for many accounts that claim one address, as for one', async () => {
    const fake = await startFakeProvider('openid');
    const own = await startTestApp({ env: { MICROSOFT_ISSUER: fake.address } });
    const victim = `victim-${crypto.randomUUID()}@claimed.example`;
    try {
      const claim = async (subject: string) => {
        const browser = openBrowser(own.origin);
        const asked = new URL((await browser.authorize({ provider: 'microsoft' })).headers.get('location') ?? '').searchParams;
        const person = { email: victim, subject, verified: undefined };
        fake.onToken = () => fake.grant(asked.get('nonce') ?? '', person);
        const back = new URL(`${own.origin}/api/oauth/callback/microsoft?code=c&state=${asked.get('state')}`);
        return own.redeem(readCallbackToken(await browser.comeBack(back)).code, browser.verifier);
      };
      for (let account = 0; account < 6; account++) await (await claim(`account-${account}`)).call(sessionEndpoints.sendEmailCode, {});
      const [seventh, owner] = [await claim('account-6'), await claim('account-7')];
      const refused = problem(429, 'too_many_requests');
      await expect(seventh.call(sessionEndpoints.sendEmailCode, {})).rejects.toMatchObject(refused);
      // The owner of the address signs in at another tenant and is not blocked by this.
      const moveTo = (issuer: string) => own.admin.query('update identities set issuer = $1 where user_id = $2', [issuer, owner.user.id]);
      for (let tenant = 0; tenant < 4; tenant++) {
        await moveTo(`https://tenant-${tenant}.example`);
        for (let time = 0; time < 6; time++) await owner.call(sessionEndpoints.sendEmailCode, {});
      }
      await moveTo('https://one-tenant-too-many.example');
      await expect(owner.call(sessionEndpoints.sendEmailCode, {})).rejects.toMatchObject(refused);
    } finally {
      await own.close();
      await fake.close();
    }
  });
});

describe('an address that nobody vouches for', () => {
  const unproven = () => ({ ...someoneNew(), emailState: 'unverified' });
  const microsoft = { provider: 'microsoft' };
  const daysLeft = async (client: TestClient) => {
    const { currentPeriodEnd } = await client.call(billingEndpoints.getBillingInfo, {});
    return Math.round((Date.parse(currentPeriodEnd) - Date.now()) / 86_400_000);
  };

  it('opens nothing but the way to prove it', async () => {
    const client = await signIn(unproven(), microsoft);
    expect(client.user.isEmailProven).toBe(false);
    expect(await client.call(sessionEndpoints.getMe, {})).toMatchObject({ isEmailProven: false });
    const refused = problem(403, 'email_unproven');
    await expect(client.call(billingEndpoints.getBillingInfo, {})).rejects.toMatchObject(refused);
    await expect(client.call(teamEndpoints.inviteTeamMembers, { body: { emails: ['a@b.test'] } })).rejects.toMatchObject(refused);
    await client.call(sessionEndpoints.logout, {});
  });

  it('does not take an invite that names it', async () => {
    const owner = await api.signUp();
    const person = unproven();
    const token = await invite(api, owner, person.email);
    const client = await signIn(person, microsoft);
    await expect(client.call(teamEndpoints.acceptInvitation, { query: { token } })).rejects.toMatchObject(problem(403, 'email_unproven'));
  });

  it('neither begins nor uses up a trial before it is proved', async () => {
    const person = unproven();
    const client = await signIn(person, microsoft);
    const { rows } = await api.admin.query('select paid_until <= now() as is_over from companies where company_id = $1', [
      client.user.companyId,
    ]);
    expect(rows).toEqual([{ is_over: true }]);
    // The owner of the address signs up and gets the full trial.
    expect(await daysLeft(await signIn({ ...person, emailState: 'verified' }, { provider: 'google' }))).toBe(14);
  });

  it('is proved by the mailed digits, and the trial begins', async () => {
    const client = await signIn(unproven(), microsoft);
    await client.call(sessionEndpoints.sendEmailCode, {});
    const digits = await readDigits(client.user.email, 1);
    expect(await client.call(sessionEndpoints.confirmEmailCode, { body: { digits } })).toMatchObject({ isEmailProven: true });
    expect(await daysLeft(client)).toBe(14);
  });

  it('is proved when the provider vouches for it later', async () => {
    const person = unproven();
    await signIn(person, microsoft);
    const client = await signIn({ ...person, emailState: 'verified' }, microsoft);
    expect(client.user.isEmailProven).toBe(true);
    expect(await daysLeft(client)).toBe(14);
  });
});

describe('GET /admin/billing', () => {
  it('403 for staff without a second factor, 404 for others, 403 sign_in_again after eight hours', async () => {
    const client = await api.signUp();
    const open = () => client.call(adminBillingEndpoints.getAdminBilling, {});
    await expect(open()).rejects.toMatchObject(problem(404, 'not_found'));
    await api.admin.query(`update users set role = 'ADMIN' where id = $1`, [client.user.id]);
    await eventually(open);
    await age(client, 8 * 60 + 1);
    await eventually(() => expect(open()).rejects.toMatchObject(problem(403, 'sign_in_again')));
    await age(client, 1);
    await api.admin.query('update sessions set has_second_factor = false where user_id = $1', [client.user.id]);
    await eventually(() => expect(open()).rejects.toMatchObject(problem(403, 'not_allowed')));
  });

  it('a second factor is no fresher than the proof it was part of', async () => {
    const client = await api.signUp();
    await api.admin.query(`update users set role = 'ADMIN' where id = $1`, [client.user.id]);
    const open = () => client.call(adminBillingEndpoints.getAdminBilling, {});
    await eventually(open);
    await client.call(sessionEndpoints.sendEmailCode, {});
    await client.call(sessionEndpoints.confirmEmailCode, { body: { digits: await readDigits(client.user.email, 1) } });
    await eventually(() => expect(open()).rejects.toMatchObject(problem(403, 'not_allowed')));
  });

  it('the second factor is what the provider says of the sign-in', async () => {
    const factors = async (person: Person) => {
      const client = await signIn(person);
      const { rows } = await api.admin.query('select has_second_factor from sessions where user_id = $1', [client.user.id]);
      return rows[0].has_second_factor as boolean;
    };
    expect(await factors({ subject: 'demo-admin' })).toBe(true);
    expect(await factors({ subject: 'demo-owner' })).toBe(false);
  });
});
