import { type BrokerFactor, factoringEndpoints } from '@headhaul/contracts/factoring';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeKeyPair } from '../../lib/auth/sealed-secret.ts';
import { startJobRunner } from '../../lib/jobs/job-runner.ts';
import { untilBlocked } from '../../testing/database/lock-waits.ts';
import { eventually } from '../../testing/eventually.ts';
import { dayFromNow, makeBroker } from '../../testing/office.ts';
import { applyList, factorOf, setFactor } from '../../testing/providers/factor.ts';
import { type SandboxProcess, startSandbox } from '../../testing/sandbox-process.ts';
import { problemOf, sendJson } from '../../testing/send-json.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';
import { checkBrokerAtFactor } from './check.jobs.ts';
import { openFactorKey, rewrapFactorKey } from './factor-key.service.ts';
import { readCheck } from './otr.ts';

let sandbox: SandboxProcess;
let api: TestApp;
let stopWorker: () => Promise<void>;
beforeAll(async () => {
  sandbox = await startSandbox();
  api = await startTestApp({ env: { FACTOR_API_BASE: `http://localhost:${sandbox.port + 16}` } });
  const worker = await startJobRunner(api.openWorker(), [checkBrokerAtFactor]);
  stopWorker = () => worker.stop();
});
afterEach(async () => {
  for (const part of ['faults', 'oddities', 'requests', 'brokers']) await tell('DELETE', part);
});
afterAll(async () => {
  await stopWorker();
  await api.close();
  sandbox.stop();
});

async function tell(method: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(`http://localhost:${sandbox.port}/services/factor/${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
  const text = await response.text();
  return text === '' ? undefined : JSON.parse(text);
}
const countRequests = async () => ((await tell('GET', 'requests')) as { count: number }).count;

/** Each test has its own company: an account that fails rests for a while. */
async function openOffice(key = 'headhaul-dev-secret'): Promise<TestClient> {
  const owner = await api.signUp();
  await setFactor(owner, { factoringType: 'OTR', name: 'OTR', key });
  return owner;
}

const ask = (client: TestClient, brokerId: string) => client.call(factoringEndpoints.checkBrokerFactor, { body: { brokerId } });

/** Asks, and waits until the worker has the answer or has given up. */
async function check(client: TestClient, brokerId: string): Promise<BrokerFactor> {
  await ask(client, brokerId);
  return eventually(async () => {
    const now = await factorOf(client, { brokerId });
    if (now.check?.state === 'ASKING') throw new Error('still asking');
    return now;
  });
}

/** As if the last answer were a day older. */
const age = (client: TestClient) =>
  api.admin.query(
    `update factor_checks set asked_at = asked_at - interval '25 hours', finished_at = finished_at - interval '25 hours',
       answered_at = answered_at - interval '25 hours' where company_id = $1`,
    [client.user.companyId],
  );

describe('POST /factoring/checks', () => {
  it.each([
    ['428816', 'APPROVED'],
    ['771204', 'LIMITED'],
    ['991120', 'DECLINED'],
  ])('200, and the worker brings what the factor says about MC %s', async (mc, status) => {
    const owner = await openOffice();
    const broker = await makeBroker(owner, { mc });
    expect(await ask(owner, broker.id)).toMatchObject({ factor: { canCheck: true }, check: { answeredAt: null } });
    expect(await check(owner, broker.id)).toMatchObject({
      standing: { status, source: 'CHECK', limitCents: null },
      check: { state: 'ANSWERED' },
    });
  });

  it('200 from memory for 24 hours; several people who ask at once ask once', async () => {
    const owner = await openOffice();
    const broker = await makeBroker(owner, { mc: '286140' });
    await Promise.all([ask(owner, broker.id), ask(owner, broker.id), ask(owner, broker.id)]);
    await check(owner, broker.id);
    await check(owner, broker.id);
    expect(await countRequests()).toBe(1);
    await age(owner);
    await tell('PUT', 'brokers/286140', { result: 'Not Approved' });
    expect(await check(owner, broker.id)).toMatchObject({ standing: { status: 'DECLINED' } });
    expect(await countRequests()).toBe(2);
  });

  it('200 with the answer that came while this one waited its turn, without asking again', async () => {
    const owner = await openOffice();
    const { companyId } = owner.user;
    const broker = await makeBroker(owner, { mc: '286140' });
    const first = await api.admin.connect();
    await first.query('begin');
    await first.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${companyId}/factor check/286140`]);
    await first.query(
      `insert into factor_checks (company_id, mc, finished_at, status, answered_at) values ($1, '286140', now(), 'LIMITED', now())`,
      [companyId],
    );
    const second = ask(owner, broker.id);
    await untilBlocked(api);
    await first.query('commit');
    first.release();
    expect(await second).toMatchObject({ standing: { status: 'LIMITED' }, check: { state: 'ANSWERED' } });
    expect(await countRequests()).toBe(0);
  });

  it('an answer to an earlier question, of a former factor, is not the answer to the next one', async () => {
    const owner = await openOffice();
    const { companyId } = owner.user;
    const broker = await makeBroker(owner, { mc: '612877' });
    await tell('PUT', 'faults', { latencyMs: 500 });
    await ask(owner, broker.id);
    const next = await api.admin.connect();
    await next.query('begin');
    await next.query('select from factor_checks where company_id = $1 for update', [companyId]);
    await untilBlocked(api);
    await next.query('update factor_checks set question = gen_random_uuid() where company_id = $1', [companyId]);
    await next.query('commit');
    next.release();
    const { rows } = await eventually(async () => {
      const jobs = await api.admin.query(`select from graphile_worker._private_jobs where payload::text like '%' || $1 || '%'`, [
        companyId,
      ]);
      if (jobs.rowCount !== 0) throw new Error('the worker is not done');
      return api.admin.query('select finished_at, status from factor_checks where company_id = $1', [companyId]);
    });
    expect(rows).toEqual([{ finished_at: null, status: null }]);
    expect(await factorOf(owner, { brokerId: broker.id })).toMatchObject({ standing: null, check: { state: 'ASKING' } });
  });

  it('a broker without an MC number is asked about by the one that FMCSA has for its USDOT number', async () => {
    const owner = await openOffice();
    const broker = await makeBroker(owner, { dot: '2411907' });
    const body = { brokerId: broker.id };
    expect(await factorOf(owner, body)).toMatchObject({ factor: { canCheck: false }, check: null });
    expect(await problemOf(sendJson(owner, 'POST', '/factoring/checks', body))).toMatchObject({ status: 422 });
    await api.admin.query(
      `insert into fmcsa_records (dot, mc, record, source, checked_at) values ('2411907', '991120', '{}', 'QCMOBILE', now())`,
    );
    expect(await factorOf(owner, body)).toMatchObject({ factor: { canCheck: true } });
    expect(await check(owner, broker.id)).toMatchObject({
      standing: { status: 'DECLINED', source: 'CHECK' },
      check: { state: 'ANSWERED' },
    });
    // A broker of the same name without a number does not get the answer.
    const namesake = await makeBroker(owner, { name: `${broker.name} LLC` });
    expect((await factorOf(owner, { brokerId: namesake.id })).standing).toBeNull();
  });

  it('a broker that the factor does not know is unknown, and the list still counts', async () => {
    const owner = await openOffice();
    const broker = await makeBroker(owner, { mc: '7' });
    expect(await check(owner, broker.id)).toMatchObject({ standing: null, check: { state: 'UNKNOWN' } });
    await applyList(owner, ['Acme,7,,Approved,5000,']);
    expect((await factorOf(owner, { brokerId: broker.id })).standing).toMatchObject({ status: 'APPROVED', source: 'LIST' });
  });

  it('a newer check decides, with the limit of the list and its day', async () => {
    const owner = await openOffice();
    const broker = await makeBroker(owner, { mc: '340918' });
    await applyList(owner, ['Northgate,340918,,Declined,25000,9420'], dayFromNow(-5));
    const before = await factorOf(owner, { brokerId: broker.id });
    expect(before.standing).toMatchObject({ status: 'DECLINED', limitCents: null });
    expect((await check(owner, broker.id)).standing).toMatchObject({
      status: 'APPROVED',
      source: 'CHECK',
      limitCents: 2_500_000,
      usedCents: 942_000,
      limitAsOf: dayFromNow(-5),
    });
  });

  it.each<[string, () => Promise<unknown>]>([
    ['500', () => tell('PUT', 'faults', { errorStatus: 500 })],
    ['429', () => tell('PUT', 'faults', { errorStatus: 429 })],
    ['a page for people', () => tell('PUT', 'oddities', { spoil: 'maintenance' })],
    ['half of an answer', () => tell('PUT', 'oddities', { spoil: 'truncated' })],
    ['wrong types', () => tell('PUT', 'oddities', { spoil: 'wrongTypes' })],
    ['a cut connection', () => tell('PUT', 'oddities', { spoil: 'reset' })],
  ])('a fault (%s) keeps the last answer and says so', async (_name, fail) => {
    const owner = await openOffice();
    const broker = await makeBroker(owner, { mc: '118402' });
    await check(owner, broker.id);
    await age(owner);
    const kept = await factorOf(owner, { brokerId: broker.id });
    await fail();
    const now = await check(owner, broker.id);
    expect(now).toMatchObject({ standing: kept.standing, check: { state: 'UNAVAILABLE', answeredAt: kept.check?.answeredAt } });
  });

  it('a wrong key is said to be refused', async () => {
    const owner = await openOffice('wrong-key');
    const broker = await makeBroker(owner, { mc: '428816' });
    expect(await check(owner, broker.id)).toMatchObject({ standing: null, check: { state: 'REFUSED', answeredAt: null } });
  });

  it('422 without a key and for a broker without a number; 404 for another company; 401 for a stranger', async () => {
    const owner = await api.signUp();
    await setFactor(owner);
    const broker = await makeBroker(owner, { mc: '428816' });
    expect(await problemOf(sendJson(owner, 'POST', '/factoring/checks', { brokerId: broker.id }))).toMatchObject({ status: 422 });
    const other = await openOffice();
    expect((await sendJson(other, 'POST', '/factoring/checks', { brokerId: broker.id })).status).toBe(404);
    const nameless = await makeBroker(other);
    expect(await problemOf(sendJson(other, 'POST', '/factoring/checks', { brokerId: nameless.id }))).toMatchObject({ status: 422 });
    expect((await api.fetch('/api/factoring/checks', { method: 'POST' })).status).toBe(401);
  });

  it('another account forgets what the former one was told', async () => {
    const owner = await openOffice();
    const broker = await makeBroker(owner, { mc: '550391' });
    await check(owner, broker.id);
    await setFactor(owner, { factoringType: 'OTR', name: 'OTR', factoringId: 'A-2' });
    expect(await factorOf(owner, { brokerId: broker.id })).toMatchObject({ standing: null, check: null });
  });
});

describe('the key', () => {
  it('moves to the newest key pair, and opens for no other company', async () => {
    const [owner, other] = [await openOffice('key-of-one'), await openOffice()];
    const pair = makeKeyPair('next');
    const before = api.openWorker();
    const oldKeys = before.env.MAIL_SEAL_PRIVATE_KEYS.map(({ kid, raw }) => `${kid}:${raw.toString('base64url')}`).join(',');
    const both = api.openWorker({ MAIL_SEAL_PUBLIC_KEY: pair.publicKey, MAIL_SEAL_PRIVATE_KEYS: `${pair.privateKey},${oldKeys}` });
    const rewrap = () => both.db.withTenant(owner.user.companyId, (tx) => rewrapFactorKey(both, tx));
    expect(await rewrap()).toEqual({ rewrapped: 1, unopened: 0 });
    expect(await rewrap()).toEqual({ rewrapped: 0, unopened: 0 });
    const fresh = api.openWorker({ MAIL_SEAL_PUBLIC_KEY: pair.publicKey, MAIL_SEAL_PRIVATE_KEYS: pair.privateKey });
    const open = (companyId: string) => fresh.db.withTenant(companyId, (tx) => openFactorKey(fresh, tx));
    expect(await open(owner.user.companyId)).toBe('key-of-one');
    await api.admin.query(
      `update factor_keys k set key_id = o.key_id, wrapped_key = o.wrapped_key, sealed = o.sealed from factor_keys o
       where k.company_id = $1 and o.company_id = $2`,
      [other.user.companyId, owner.user.companyId],
    );
    await expect(open(other.user.companyId)).rejects.toThrow();
  });

  it('can’t be read by the API’s role', async () => {
    const owner = await openOffice();
    for (const column of ['sealed', 'wrapped_key', '*']) {
      const read = api.platform.db.withTenant(owner.user.companyId, (tx) => sql`select ${sql.raw(column)} from factor_keys`.execute(tx.db));
      await expect(read, column).rejects.toThrow('permission denied');
    }
  });
});

describe('an answer of OTR', () => {
  const headers = new Headers();
  const body = { id: '1', Name: 'X', McNumber: '0428816', BrokerTestResult: 'Approved', NoBuy: false, ResponseStatus: 200 };
  it.each([
    ['approved', body, 'APPROVED'],
    ['approved, but no buy', { ...body, NoBuy: true }, 'DECLINED'],
    ['call credit', { ...body, BrokerTestResult: 'Call Credit' }, 'LIMITED'],
  ])('%s', (_name, given, status) => expect(readCheck({ status: 200, headers, body: given }, '428816')).toBe(status));

  it.each([
    ['a result we don’t know', 200, { ...body, BrokerTestResult: 'Maybe' }],
    ['half of an answer', 200, { McNumber: '428816' }],
    ['a page', 200, null],
    ['a wrong path', 404, { statusCode: 404, message: 'Resource not found' }],
    ['a refused number', 400, { statusCode: 400, message: 'Invalid Request' }],
    ['a wrong key', 401, { statusCode: 401, message: 'Access denied' }],
  ])('%s is none', (_name, status, given) => expect(() => readCheck({ status, headers, body: given }, '428816')).toThrow());

  it('about another broker leaves this one unknown', () => {
    expect(readCheck({ status: 200, headers, body: { ...body, McNumber: '7' } }, '428816')).toBeNull();
  });

  it('404 is a broker that it does not know', () => {
    expect(readCheck({ status: 404, headers, body: { statusCode: 404, message: 'Broker not found' } }, '428816')).toBeNull();
  });
});
