import { randomUUID } from 'node:crypto';
import { type PostedBroker, postingEndpoints } from '@headhaul/contracts/boards/postings';
import { brokerEndpoints } from '@headhaul/contracts/brokers';
import { driverEndpoints } from '@headhaul/contracts/drivers';
import { limitEndpoints } from '@headhaul/contracts/limits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { posting } from '../../testing/boards/postings.ts';
import { makeBroker, makeDriver, payLoads } from '../../testing/office.ts';
import { putOnPlan } from '../../testing/plan.ts';
import { applyList, setFactor } from '../../testing/providers/factor.ts';
import { problemOf, sendJson } from '../../testing/send-json.ts';
import { handOff } from '../../testing/team.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';

let api: TestApp;
let web: TestClient;
let extension: TestClient;
beforeAll(async () => {
  api = await startTestApp();
  web = await api.signUp();
  extension = await handOff(api, web);
});
afterAll(() => api.close());

const open = async () => {
  const owner = await api.signUp();
  return { owner, ext: await handOff(api, owner) };
};
const findFacts = async (client: TestClient, ...brokers: PostedBroker[]) =>
  (await client.call(postingEndpoints.findPostedBrokers, { body: { brokers } })).brokers;
const find = async (client: TestClient, ...brokers: PostedBroker[]) => (await findFacts(client, ...brokers)).map(({ brief }) => brief);
const describeOf = (client: TestClient, broker: PostedBroker, fingerprint: string | null = null) =>
  client.call(postingEndpoints.describePosting, { body: { ...broker, fingerprint } });

const asks: [string, 'GET' | 'POST', string, unknown][] = [
  ['brokers of rows', 'POST', '/ext/boards/brokers', { brokers: [{ mc: '1' }] }],
  ['a posting', 'POST', '/ext/boards/postings', { mc: '1', fingerprint: null }],
  ['a mark', 'POST', '/ext/boards/brokers/mark', { mc: '1', mark: 'PREFERRED' }],
  ['a draft', 'POST', '/ext/boards/loads', posting],
  ['a profit', 'POST', '/ext/boards/profits', { load: posting.load, driverId: null }],
  ['a call', 'POST', '/ext/boards/calls', undefined],
  ['drivers', 'GET', '/ext/boards/drivers', undefined],
];

describe('what the panel asks', () => {
  it.each(asks)('%s: 401 for a stranger and 403 for the web app', async (_, method, path, body) => {
    expect((await sendJson({ ...web, fetch: api.fetch } as TestClient, method, path, body)).status).toBe(401);
    expect((await sendJson(web, method, path, body)).status).toBe(403);
  });

  it('leaves closed to the extension what the panel has no use for', async () => {
    const closed: ['GET' | 'POST' | 'PUT', string, unknown?][] = [
      ['POST', '/loads', {}],
      ['GET', `/loads/${randomUUID()}`],
      ['GET', '/brokers'],
      ['GET', `/brokers/${randomUUID()}`],
      ['GET', `/brokers/${randomUUID()}/fmcsa`],
      ['PUT', `/brokers/${randomUUID()}/mark`, { mark: 'NONE' }],
      ['POST', '/brokers', { name: 'x' }],
      ['POST', '/profits', {}],
      ['POST', '/profits/nets', {}],
      ['GET', '/companies/myCompany/rates'],
      ['GET', '/companies/myCompany/factoring'],
      ['GET', '/factoring/brokers?mc=1'],
      ['POST', '/factoring/checks', { brokerId: randomUUID() }],
      ['GET', '/v2/drivers/all'],
      ['GET', '/emails'],
      ['POST', '/limits/use-feature?feature=clickToCall'],
      ['POST', '/fits', {}],
    ];
    for (const [method, path, body] of closed)
      expect((await sendJson(extension, method, path, body)).status, `${method} ${path}`).toBe(403);
  });
});

describe('POST /ext/boards/brokers', () => {
  it('200 in the order of the asked ones: by MC, by name without its legal form, and null for the unknown', async () => {
    const { owner, ext } = await open();
    const numbered = await makeBroker(owner, { name: 'Harbor & Pine Logistics', mc: '884213' });
    const named = await makeBroker(owner, { name: 'Redgate Freight Svc' });
    const brokers = await find(
      ext,
      { name: 'redgate freight svc, LLC' },
      { mc: '999' },
      { mc: 'MC# 0884213', name: 'Somebody Else' },
      { name: 'HARBOR AND PINE LOGISTICS INC.' },
      { mc: '777', name: 'Redgate Freight Svc' },
    );
    expect(brokers.map((one) => one && [one.id, one.matchedBy])).toEqual([
      [named.id, 'NAME'],
      null,
      [numbered.id, 'MC'],
      [numbered.id, 'NAME'],
      [named.id, 'NAME'],
    ]);
  });

  it('null where another MC number has the name, where two brokers have it, and for another company’s broker', async () => {
    const { owner, ext } = await open();
    await makeBroker(owner, { name: 'Harbor & Pine', mc: '884213' });
    await makeBroker(owner, { name: 'Echo Lane', mc: '5' });
    await makeBroker(owner, { name: 'Echo Lane LLC', mc: '6' });
    await makeBroker(await api.signUp(), { name: 'Foreign Freight', mc: '31' });
    const asked = [{ mc: '1', name: 'Harbor & Pine' }, { name: 'Echo Lane' }, { mc: '31', name: 'Foreign Freight' }];
    expect(await find(ext, ...asked)).toEqual([null, null, null]);
    // One of two with the same name may be meant, so that broker isn't new.
    expect((await findFacts(ext, ...asked)).map(({ isNew }) => isNew)).toEqual([true, false, true]);
  });

  it('has the letter and days of the broker’s page, and nulls before there are enough loads', async () => {
    const { owner, ext } = await open();
    const broker = await makeBroker(owner, { name: 'Cardinal Lane', mc: '41' });
    expect(await find(ext, { mc: '41' })).toEqual([
      {
        id: broker.id,
        name: 'Cardinal Lane',
        mark: 'NONE',
        markReason: null,
        grade: null,
        risks: [],
        daysToPay: null,
        paidLoads: 0,
        matchedBy: 'MC',
      },
    ]);
    await payLoads(api, owner, broker.id, 6);
    const page = await owner.call(brokerEndpoints.getBroker, { params: { id: broker.id } });
    const [brief] = await find(ext, { mc: '41' });
    expect(page.grade).not.toBeNull();
    expect(brief).toMatchObject({ grade: page.grade, risks: page.risks, daysToPay: page.history.daysToPayMedian, paidLoads: 6 });
    expect((await findFacts(ext, { mc: '41' }))[0]?.isNew).toBe(false);
  });

  it('has what the factor says of a number, also of a broker that is new to the company; a name is nobody’s number', async () => {
    const { owner, ext } = await open();
    const asked: PostedBroker[] = [
      { mc: '41', name: 'Cardinal Lane' },
      { mc: '42', name: 'New To Us' },
      { mc: '43' },
      { mc: '44', name: 'Named Only' },
      { name: 'Cardinal Lane' },
      { mc: '46' },
    ];
    await makeBroker(owner, { name: 'Cardinal Lane', mc: '41' });
    await makeBroker(owner, { name: 'Listed By Dot', mc: '46', dot: '4600' });
    const factors = async () => (await findFacts(ext, ...asked)).map(({ factor }) => factor);
    expect(await factors()).toEqual([null, null, null, null, null, null]);
    await setFactor(owner);
    await applyList(owner, [
      'Cardinal Lane,41,,Approved,,',
      'New To Us,42,,Declined,,',
      'Caller,43,,Call,,',
      'Named Only,,,Approved,,',
      'Somebody,,4600,Approved,,',
    ]);
    expect(await factors()).toEqual(['APPROVED', 'DECLINED', 'LIMITED', null, null, 'APPROVED']);
    expect((await findFacts((await open()).ext, ...asked)).map(({ factor }) => factor)).toEqual([null, null, null, null, null, null]);
  });

  it('400 for none, too many, a broker without name and number, and unknown keys', async () => {
    const many = Array.from({ length: 51 }, (_, at) => ({ mc: String(at + 1) }));
    for (const brokers of [[], many, [{}], [{ name: ' ' }], [{ mc: '1', email: 'x' }], [{ name: 'x'.repeat(201) }]])
      expect((await sendJson(extension, 'POST', '/ext/boards/brokers', { brokers })).status).toBe(400);
  });
});

describe('POST /ext/boards/postings', () => {
  it('200 with the company’s broker, without contacts and notes', async () => {
    const { owner, ext } = await open();
    const broker = await makeBroker(owner, { name: 'Lakeshore Freight', mc: '428816', notes: 'Secret note', phone: '+13125550100' });
    const answer = await describeOf(ext, { mc: '428816', name: 'Lakeshore Freight' });
    expect(answer).toMatchObject({
      broker: { id: broker.id, mc: '428816', phone: '+13125550100', grade: null },
      matchedBy: 'MC',
      factor: { hasFactor: false, standing: null },
      mails: [],
      saved: null,
    });
    expect(JSON.stringify(answer)).not.toContain('Secret note');
    expect(Object.keys(answer.broker ?? {})).not.toContain('contacts');
  });

  it('200 with nulls for a broker that nobody knows, and for a posting without one', async () => {
    const nobody = { broker: null, matchedBy: null, record: null, mails: [], saved: null };
    expect(await describeOf(extension, { mc: '9990001', name: 'Nobody' })).toMatchObject(nobody);
    expect(await extension.call(postingEndpoints.describePosting, { body: { fingerprint: null } })).toMatchObject(nobody);
  });

  it('400 for a fingerprint that is none', async () => {
    expect((await sendJson(extension, 'POST', '/ext/boards/postings', { mc: '1', fingerprint: 'x' })).status).toBe(400);
  });
});

describe('POST /ext/boards/brokers/mark', () => {
  const mark = (client: TestClient, body: object, headers = {}) => sendJson(client, 'POST', '/ext/boards/brokers/mark', body, headers);

  it('200 blocks a known broker, and adds one that is new to the company, once for a key', async () => {
    const { owner, ext } = await open();
    const known = await makeBroker(owner, { name: 'Lakeshore Freight', mc: '428816' });
    expect(await (await mark(ext, { mc: '428816', mark: 'BLOCKED', reason: 'Short pay' })).json()).toMatchObject({
      id: known.id,
      mark: 'BLOCKED',
      markReason: 'Short pay',
    });
    const key = { 'idempotency-key': randomUUID() };
    const fresh = { mc: '55', name: 'New Dawn Freight', mark: 'BLOCKED', reason: 'No answer' };
    for (let time = 0; time < 2; time++) expect((await mark(ext, fresh, key)).status).toBe(200);
    const { brokers } = await owner.call(brokerEndpoints.listBrokers, { query: { mark: 'BLOCKED' } });
    expect(brokers.map(({ name, mc }) => [name, mc]).sort()).toEqual([
      ['Lakeshore Freight', '428816'],
      ['New Dawn Freight', '55'],
    ]);
    expect(await find(ext, { mc: '55' })).toMatchObject([{ mark: 'BLOCKED', markReason: 'No answer' }]);
    expect(await (await mark(ext, { mc: '55', mark: 'NONE' })).json()).toMatchObject({ mark: 'NONE', markReason: null });
  });

  it('400 for a block without a reason', async () => {
    expect((await problemOf(mark(extension, { mc: '1', mark: 'BLOCKED', reason: ' ' }))).paths).toEqual(['body.reason']);
  });
});

describe('POST /ext/boards/calls', () => {
  it('200, counted once for a key; 422 after the plan has ended', async () => {
    const { owner, ext } = await open();
    const call = (key: string) => ext.call(postingEndpoints.countCall, {}, { 'idempotency-key': key });
    const key = randomUUID();
    await call(key);
    await call(key);
    expect(await call(randomUUID())).toMatchObject({ current: 2, isUnlimited: true });
    const { limits } = await owner.call(limitEndpoints.getMyPlan, {});
    expect(limits.clickToCall?.current).toBe(2);
    await putOnPlan(api, owner, 'PRO_MONTHLY', new Date(Date.now() - 60 * 86_400_000));
    await expect(call(randomUUID())).rejects.toMatchObject({
      problem: { status: 422, code: 'limit_reached', limit: { isPlanActive: false } },
    });
  });
});

describe('GET /ext/boards/drivers', () => {
  it('200 with names, trucks and places by name; nobody of another company, nobody in the archive, no phone', async () => {
    const { owner, ext } = await open();
    await makeDriver(await api.signUp(), { name: 'Foreign' });
    const gone = await makeDriver(owner, { name: 'Gone' });
    await owner.call(driverEndpoints.deleteDriver, { params: { id: gone.id } });
    const zed = await makeDriver(owner, { name: 'Zed', phone: '+13125550177' });
    const ann = await makeDriver(owner, { name: 'Ann', familyName: 'Bo', truckNumber: '126' });
    const { drivers } = await ext.call(postingEndpoints.listBoardDrivers, {});
    expect(drivers.map(({ id, name, truckNumber }) => [id, name, truckNumber])).toEqual([
      [ann.id, 'Ann Bo', '126'],
      [zed.id, 'Zed', null],
    ]);
    expect(JSON.stringify(drivers)).not.toContain('5550177');
  });
});
