import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createServiceControl } from '../json-service/test-json-service.ts';
import type { Sandbox } from '../sandbox.ts';
import { addressOf, startTestSandbox, testClient } from '../test-sandbox.ts';
import type { RegistrantState } from './registrant.ts';
import { parseWhere, type Row } from './soql.ts';

let sandbox: Sandbox;
const control = createServiceControl(() => sandbox, 'open-data');
const register = createServiceControl(() => sandbox, 'fmcsa');
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterEach(async () => {
  await control.clear();
  await register.clear();
  await register.send('DELETE', 'registrants');
});
afterAll(() => sandbox.stop());

const get = (dataset: string, query: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${addressOf(sandbox, 'open-data')}/resource/${dataset}.json?${new URLSearchParams(query)}`, { headers });
const rows = async (dataset: string, query: Record<string, string>) => (await (await get(dataset, query)).json()) as Row[];

const compact = (date: string | null | undefined) => date?.replaceAll('-', '');

/** The company as the register has it now. */
async function registrant(dot: string): Promise<RegistrantState> {
  const all = (await (await register.send('GET', 'registrants')).json()) as RegistrantState[];
  const found = all.find((one) => one.dot === dot);
  if (!found) throw new Error(`the register has no ${dot}`);
  return found;
}

describe('the datasets', () => {
  it('az4n-8mr2: the census with phone and officers, everything as strings, nothing for what is unknown', async () => {
    const [company, ...more] = await rows('az4n-8mr2', { dot_number: '1905533' });
    expect(more).toEqual([]);
    expect(company).toMatchObject({
      dot_number: '1905533',
      legal_name: 'SANDHILL BROKERS INC',
      phone: '3125555533',
      company_officer_1: 'OMAR REYES',
      phy_city: 'NORTH PLATTE',
      power_units: '0',
      docket1prefix: 'MC',
      docket1: '905533',
    });
    for (const absent of ['dba_name', 'company_officer_2', 'email_address']) expect(company).not.toHaveProperty(absent);
  });

  it('az4n-8mr2: the MC number stands second where a forwarder’s number came first', async () => {
    expect(await rows('az4n-8mr2', { $where: "docket2prefix = 'MC' and docket2 = '1044873'" })).toMatchObject([
      { dot_number: '3077345', docket1prefix: 'FF', docket1: '41873' },
    ]);
    expect(await rows('az4n-8mr2', { docket1: '1044873' })).toEqual([]);
  });

  it('inys-ebih: one row for each authority, with the bond', async () => {
    const found = await rows('inys-ebih', { usdot_number: '2415503', $order: 'op_auth_type' });
    expect(found).toMatchObject([
      { docket_number: 'MC815503', op_auth_type: 'Broker of Property (Except Household Goods)', op_auth_status: 'Active', bond_file: 'Y' },
      { op_auth_type: 'Motor Carrier of Property (Except Household Goods)', bipd_file: '1000000' },
    ]);
    expect(await rows('inys-ebih', { usdot_number: '3622095' })).toMatchObject([{ bond_req: 'Y', bond_file: 'N' }]);
  });

  it('yu5v-wbh6 has the whole history of an authority, dm5j-zc6c only the last month', async () => {
    const [granted, suspended, reinstated] = (await registrant('2518440')).authority;
    expect(await rows('yu5v-wbh6', { usdot_number: '2518440', $order: 'status_change_date DESC' })).toMatchObject([
      { op_auth_status: 'Active', reason: 'REINSTATED', status_change_date: compact(reinstated?.on) },
      { op_auth_status: 'Inactive', reason: suspended?.reason, status_change_date: compact(suspended?.on) },
      { op_auth_status: 'Active', reason: 'GRANTED', status_change_date: compact(granted?.on) },
    ]);
    expect(await rows('dm5j-zc6c', { usdot_number: '2518440' })).toMatchObject([{ reason: 'REINSTATED' }]);
    expect(await rows('dm5j-zc6c', { usdot_number: '1428816' })).toEqual([]);
  });

  it('c5y8-a4uz has what is on file, 3uet-3z4i what was cancelled', async () => {
    const [bond] = (await registrant('2518440')).filingsOnFile;
    expect(await rows('c5y8-a4uz', { usdot_number: '2518440' })).toMatchObject([
      { ins_form_code: 'BMC-84', ins_type_code: '3', max_cov_amount: '75000', effective_date: compact(bond?.effectiveOn) },
    ]);
    expect(await rows('c5y8-a4uz', { usdot_number: '3622095' })).toEqual([]);
    const [cancelled] = (await registrant('3622095')).filingsCancelled;
    expect(await rows('3uet-3z4i', { usdot_number: '3622095' })).toMatchObject([
      { filing_status_reason: 'CANCEL', cancl_effective_date: compact(cancelled?.cancelledOn) },
    ]);
  });

  it('wb4f-neki writes the docket with a dash, p2mt-9ige has the orders', async () => {
    const revoked = (await registrant('3401771')).authority.at(-1);
    expect(await rows('wb4f-neki', { usdot_number: '3401771' })).toMatchObject([
      { docket_number: 'MC-1207731', order1_type_desc: 'Involuntary Revocation', order1_effective_date: compact(revoked?.on) },
    ]);
    expect(await rows('p2mt-9ige', { dot_number: '2415503' })).toMatchObject([{ status: 'ACTIVE', legal_name: 'NORTHWIND HAULING INC' }]);
    expect(await rows('p2mt-9ige', { dot_number: '1428816' })).toEqual([]);
  });
});

describe('SoQL', () => {
  it('$select, $where, $order, $limit and $offset', async () => {
    const query = { $select: 'dot_number,legal_name', $where: "phy_state = 'TX' and power_units = '0'", $order: 'dot_number desc' };
    expect(await rows('az4n-8mr2', query)).toEqual([
      { dot_number: '2518440', legal_name: 'SILVERLINE FREIGHT SOLUTIONS INC' },
      { dot_number: '1991120', legal_name: 'QUICKTURN FREIGHT DESK LLC' },
      { dot_number: '1467725', legal_name: 'HARBOR & PLAINS LOGISTICS INC' },
    ]);
    expect(await rows('az4n-8mr2', { ...query, $limit: '1', $offset: '1' })).toMatchObject([{ dot_number: '1991120' }]);
  });

  const row: Row = { dot_number: '90', legal_name: "O'HARA BROKERS", phy_state: 'OH' };
  it.each([
    ["phy_state = 'OH'", true],
    ["phy_state != 'OH'", false],
    ['dot_number < 100', true],
    ["dot_number >= '100'", false],
    ["phy_state in ('IN', 'OH')", true],
    ["phy_state in ('IN')", false],
    ["legal_name like 'O''HARA%'", true],
    ["legal_name like 'HARA%'", false],
    ['dba_name is null', true],
    ['phy_state is not null', true],
    ["dba_name = 'X'", false],
    ["phy_state = 'IN' or dot_number = 90 and dba_name is null", true],
    ["(phy_state = 'IN' or dot_number = 90) and dba_name is not null", false],
    ["not phy_state = 'IN'", true],
  ])('%s is %s', (clause, holds) => {
    const columns = { dot_number: 'number', legal_name: 'text', dba_name: 'text', phy_state: 'text' } as const;
    expect(parseWhere(clause, columns)(row)).toBe(holds);
  });

  it.each([
    [{ owner: 'X' }, 'query.soql.no-such-column'],
    [{ $where: "owner = 'X'" }, 'query.soql.no-such-column'],
    [{ $order: 'owner' }, 'query.soql.no-such-column'],
    [{ dot_number: 'abc' }, 'query.soql.type-mismatch'],
    [{ $where: 'phy_state =' }, 'query.soql.parse-error'],
    [{ $where: "phy_state = 'TX' TX" }, 'query.soql.parse-error'],
    [{ $where: 'phy_state = #' }, 'query.soql.unexpected-character'],
    [{ $limit: 'all' }, 'query.soql.parse-error'],
    [{ $having: 'x' }, 'query.soql.unrecognized-arguments'],
  ] as [Record<string, string>, string][])('400 for %j', async (query, errorCode) => {
    const response = await get('az4n-8mr2', query);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errorCode });
  });
});

describe('access', () => {
  it('needs no token, accepts the right one and refuses another', async () => {
    expect((await get('az4n-8mr2', {}, { 'x-app-token': testClient.secret })).status).toBe(200);
    expect((await get('az4n-8mr2', { $$app_token: testClient.secret })).status).toBe(200);
    expect((await get('az4n-8mr2', {}, { 'x-app-token': 'wrong' })).status).toBe(403);
  });

  it('404 for a dataset it does not have', async () => {
    const response = await get('zzzz-zzzz', {});
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: 'dataset.missing', error: true });
  });
});

describe('faults and oddities', () => {
  it('stay with this service: QCMobile can be down while the data answer', async () => {
    await register.setFaults({ refuse: true });
    expect(await rows('az4n-8mr2', { dot_number: '1428816' })).toHaveLength(1);
  });

  it('429 in Socrata’s format', async () => {
    await control.setFaults({ errorStatus: 429 });
    await control.setOddities({ retryAfterSeconds: 0.5 });
    const response = await get('az4n-8mr2', {});
    expect(response.headers.get('retry-after')).toBe('0.5');
    expect(await response.json()).toMatchObject({ error: true, code: 'throttled' });
  });

  it('ageDays shows the register as it was', async () => {
    const phone = async () => (await rows('az4n-8mr2', { dot_number: '3077345' }))[0]?.phone;
    expect(await phone()).toBe('9295550116');
    await register.send('POST', 'registrants/1428816/revoke');
    expect(await rows('inys-ebih', { usdot_number: '1428816' })).toMatchObject([{ op_auth_status: 'Inactive' }]);
    await control.setOddities({ ageDays: 2 });
    expect(await phone()).toBe('5105550173');
    expect(await rows('inys-ebih', { usdot_number: '1428816' })).toMatchObject([{ op_auth_status: 'Active' }]);
    const { headers } = await get('az4n-8mr2', {});
    expect(Date.now() - Date.parse(headers.get('x-soda2-truth-last-modified') ?? '')).toBeGreaterThanOrEqual(2 * 86_400_000);
  });
});
