import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createServiceControl } from '../json-service/test-json-service.ts';
import type { Sandbox } from '../sandbox.ts';
import { addressOf, startTestSandbox, testClient } from '../test-sandbox.ts';

let sandbox: Sandbox;
const control = createServiceControl(() => sandbox, 'factor');
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterEach(async () => {
  await control.clear();
  await control.send('DELETE', 'brokers');
});
afterAll(() => sandbox.stop());

const get = (path: string, key: string | undefined = testClient.secret) =>
  fetch(`${addressOf(sandbox, 'factor')}/carrier-tms/2/${path}`, { headers: key === '' ? {} : { 'Ocp-Apim-Subscription-Key': key } });
const check = async (mc: string) => (await (await get(`broker-check/${mc}`)).json()) as Record<string, unknown>;

describe('GET /carrier-tms/2/broker-check/{mc}', () => {
  it.each([
    ['428816', { Name: 'LAKESHORE FREIGHT LLC', BrokerTestResult: 'Approved', NoBuy: false }],
    ['771204', { BrokerTestResult: 'Call Credit', NoBuy: false }],
    ['991120', { BrokerTestResult: 'Not Approved', NoBuy: true }],
  ])('%s', async (mc, fields) => {
    expect(await check(mc)).toMatchObject({ ...fields, McNumber: mc, ResponseStatus: 200, id: expect.stringMatching(/^\d+$/) });
  });

  it('ignores leading zeros', async () => {
    expect(await check('0428816')).toMatchObject({ McNumber: '428816' });
  });

  it('404 for a broker it does not know, 400 for what is not a number', async () => {
    expect((await get('broker-check/7')).status).toBe(404);
    const response = await get('broker-check/MC-428816');
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ statusCode: 400, message: 'Invalid Request' });
  });

  it('401 without a key and with a wrong one, 404 for another path', async () => {
    for (const [key, word] of [
      ['', 'missing'],
      ['wrong', 'invalid'],
    ] as const) {
      const response = await get('broker-check/428816', key);
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({ statusCode: 401, message: expect.stringContaining(`${word} subscription key`) });
    }
    expect((await get('invoices')).status).toBe(404);
  });
});

describe('switches, faults and oddities', () => {
  it('PUT changes a broker or adds one', async () => {
    await control.send('PUT', 'brokers/428816', { result: 'Not Approved' });
    expect(await check('428816')).toMatchObject({ BrokerTestResult: 'Not Approved', NoBuy: true });
    await control.send('PUT', 'brokers/428816', { result: 'Call Credit', noBuy: true });
    expect(await check('428816')).toMatchObject({ BrokerTestResult: 'Call Credit', NoBuy: true });
    await control.send('PUT', 'brokers/1600001', { name: 'NEW BROKER LLC' });
    expect(await check('1600001')).toMatchObject({ Name: 'NEW BROKER LLC', BrokerTestResult: 'Approved' });
    await control.send('DELETE', 'brokers');
    expect(await check('428816')).toMatchObject({ BrokerTestResult: 'Approved' });
  });

  it('400 for a result it does not know, for a broker without a name, and for no MC', async () => {
    expect((await control.send('PUT', 'brokers/428816', { result: 'Maybe' })).status).toBe(400);
    expect((await control.send('PUT', 'brokers/1600001', { result: 'Approved' })).status).toBe(400);
    expect((await control.send('PUT', 'brokers/MC1', { name: 'X' })).status).toBe(400);
  });

  it('429 with Retry-After in the gateway’s format', async () => {
    await control.setFaults({ errorStatus: 429 });
    await control.setOddities({ retryAfterSeconds: 2.5 });
    const response = await get('broker-check/428816');
    expect(response.headers.get('retry-after')).toBe('2.5');
    expect(await response.json()).toMatchObject({ statusCode: 429 });
  });

  it('the page shows brokers and sets a result', async () => {
    expect(await (await fetch(`${sandbox.address}/factor`)).text()).toContain('QUICKTURN FREIGHT DESK LLC');
    const body = new URLSearchParams({ result: 'Approved' });
    const { status } = await fetch(`${sandbox.address}/factor/result/991120`, { method: 'POST', body, redirect: 'manual' });
    expect(status).toBe(303);
    expect(await check('991120')).toMatchObject({ BrokerTestResult: 'Approved', NoBuy: false });
  });
});
