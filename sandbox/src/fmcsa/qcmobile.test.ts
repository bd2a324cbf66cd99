import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createServiceControl } from '../json-service/test-json-service.ts';
import type { Sandbox } from '../sandbox.ts';
import { addressOf, startTestSandbox, testClient } from '../test-sandbox.ts';

let sandbox: Sandbox;
const control = createServiceControl(() => sandbox, 'fmcsa');
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterEach(async () => {
  await control.clear();
  await control.send('DELETE', 'registrants');
});
afterAll(() => sandbox.stop());

type Carrier = Record<string, unknown>;
interface Answer {
  status: number;
  content: unknown;
  retrievalDate: string;
}

async function ask(path: string, webKey: string | null = testClient.secret): Promise<Answer> {
  const query = webKey === null ? '' : `${path.includes('?') ? '&' : '?'}webKey=${webKey}`;
  const response = await fetch(`${addressOf(sandbox, 'fmcsa')}/qc/services/carriers/${path}${query}`);
  return { status: response.status, ...((await response.json()) as Omit<Answer, 'status'>) };
}

async function carrierOf(dot: string): Promise<Carrier> {
  return ((await ask(dot)).content as { carrier: Carrier }).carrier;
}

async function authorityOf(dot: string): Promise<Carrier> {
  const [entry] = (await ask(`${dot}/authority`)).content as { carrierAuthority: Carrier }[];
  return entry?.carrierAuthority ?? {};
}

const lakeshore = '1428816';

describe('GET /carriers/{dot}', () => {
  it('one object with numbers as numbers, and insurance in thousands as strings', async () => {
    const answer = await ask(lakeshore);
    expect(answer.status).toBe(200);
    expect(answer.retrievalDate).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+0000$/);
    expect(answer.content).toMatchObject({
      carrier: {
        allowedToOperate: 'Y',
        bipdInsuranceOnFile: '0',
        bondInsuranceOnFile: '75',
        bondInsuranceRequired: 'Y',
        brokerAuthorityStatus: 'A',
        commonAuthorityStatus: 'N',
        dbaName: 'LAKESHORE FREIGHT',
        dotNumber: 1_428_816,
        legalName: 'LAKESHORE FREIGHT LLC',
        oosDate: null,
        phyCity: 'WAUKEGAN',
        phyZipcode: '60085',
        statusCode: 'A',
      },
    });
    expect((answer.content as { carrier: Carrier }).carrier).not.toHaveProperty('telephone');
  });

  it.each([
    ['3401771', { brokerAuthorityStatus: 'I', bondInsuranceOnFile: '0', allowedToOperate: 'N' }],
    ['2518440', { brokerAuthorityStatus: 'A', bondInsuranceOnFile: '75' }],
    ['3622095', { brokerAuthorityStatus: 'A', bondInsuranceOnFile: '0', bondInsuranceRequired: 'Y' }],
    ['1990127', { brokerAuthorityStatus: 'N', commonAuthorityStatus: 'A', bipdInsuranceOnFile: '1000', bondInsuranceRequired: 'u' }],
    ['2415503', { brokerAuthorityStatus: 'A', allowedToOperate: 'N', oosDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) }],
  ])('%s needs a second look', async (dot, fields) => {
    expect(await carrierOf(dot)).toMatchObject(fields);
  });

  it('null content for an unknown USDOT number', async () => {
    expect(await ask('99999999')).toMatchObject({ status: 200, content: null });
  });

  it('404 with the reason as text for a wrong key and for none', async () => {
    expect(await ask(lakeshore, 'wrong')).toMatchObject({ status: 404, content: 'Webkey not found' });
    expect(await ask(lakeshore, null)).toMatchObject({ status: 404, content: 'Must provide Webkey' });
  });
});

describe('GET /carriers/docket-number/{mc}', () => {
  it('an array, with and without a slash at the end and leading zeros', async () => {
    for (const path of ['docket-number/428816', 'docket-number/428816/', 'docket-number/00428816'])
      expect((await ask(path)).content).toMatchObject([{ carrier: { dotNumber: 1_428_816 } }]);
  });

  it('an empty array for an unknown docket', async () => {
    expect(await ask('docket-number/7')).toMatchObject({ status: 200, content: [] });
  });

  it('two companies when an MC and an FF have the same digits', async () => {
    const { content } = await ask('docket-number/1330952');
    expect((content as { carrier: Carrier }[]).map(({ carrier }) => carrier.legalName)).toEqual([
      'PRAIRIE STAR BROKERAGE LLC',
      'TIDEWATER FORWARDING INC',
    ]);
  });
});

describe('GET /carriers/name/{name}', () => {
  it('finds every company with that in its name, a page at a time', async () => {
    const names = async (path: string) =>
      ((await ask(path)).content as { carrier: Carrier }[]).map(({ carrier }) => carrier.legalName as string);
    expect(await names('name/lakeshore%20freight')).toEqual(['LAKESHORE FREIGHT LLC', 'LAKESHORE FREIGHT GROUP LLC']);
    expect(await names('name/lakeshore%20freight?start=1&size=1')).toEqual(['LAKESHORE FREIGHT GROUP LLC']);
    expect(await names('name/nobody')).toEqual([]);
  });
});

describe('GET /carriers/{dot}/authority', () => {
  it('says docket and prefix, and each authority by its own field', async () => {
    expect(await authorityOf(lakeshore)).toMatchObject({
      authority: 'N',
      authorizedForBroker: 'Y',
      authorizedForProperty: 'N',
      brokerAuthorityStatus: 'A',
      docketNumber: 428_816,
      dotNumber: 1_428_816,
      prefix: 'MC',
    });
    expect((await ask('99999999/authority')).content).toEqual([]);
  });
});

describe('oddities', () => {
  it('documented has FMCSA’s documented names, both has all', async () => {
    await control.setOddities({ spelling: 'documented' });
    const documented = await carrierOf(lakeshore);
    expect(documented).toMatchObject({
      allowToOperate: 'Y',
      phyZip: '60085',
      telephone: '3125558816',
      mcNumber: 428_816,
      outOfService: 'N',
    });
    expect(documented).not.toHaveProperty('allowedToOperate');
    await control.setOddities({ spelling: 'both' });
    expect(await carrierOf('2415503')).toMatchObject({ allowedToOperate: 'N', allowToOperate: 'N', outOfService: 'Y' });
  });

  it('docketAs object sends the company without an array', async () => {
    await control.setOddities({ docketAs: 'object' });
    expect((await ask('docket-number/428816')).content).toMatchObject({ carrier: { dotNumber: 1_428_816 } });
  });

  it('maintenance is FMCSA’s own page with status 200', async () => {
    await control.setOddities({ spoil: 'maintenance' });
    const response = await fetch(`${addressOf(sandbox, 'fmcsa')}/qc/services/carriers/1?webKey=${testClient.secret}`);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('<title>FMCSA System Maintenance Page</title>');
  });

  it('429 has a text as content and a fraction in Retry-After', async () => {
    await control.setFaults({ errorStatus: 429 });
    await control.setOddities({ retryAfterSeconds: 1.5 });
    const response = await fetch(`${addressOf(sandbox, 'fmcsa')}/qc/services/carriers/1?webKey=${testClient.secret}`);
    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toBe('1.5');
    expect(await response.json()).toMatchObject({ content: 'Too many requests' });
  });

  it('400 for one that it does not know', async () => {
    expect((await control.setOddities({ spelling: 'latin' })).status).toBe(400);
    expect((await control.setOddities({ ageDays: 1 })).status).toBe(400);
  });

  it('lists the requests without the key', async () => {
    await ask(lakeshore);
    expect(await control.requests()).toMatchObject({
      count: 1,
      requests: [{ path: '/qc/services/carriers/1428816?webKey=…', status: 200 }],
    });
  });
});

describe('the register’s switches', () => {
  it('revoke, reinstate, the bond, and out of service', async () => {
    const act = (action: string) => control.send('POST', `registrants/${lakeshore}/${action}`);
    expect((await act('revoke')).status).toBe(200);
    expect(await carrierOf(lakeshore)).toMatchObject({ brokerAuthorityStatus: 'I', allowedToOperate: 'N' });
    await act('reinstate');
    await act('cancel-bond');
    expect(await carrierOf(lakeshore)).toMatchObject({ brokerAuthorityStatus: 'A', bondInsuranceOnFile: '0' });
    await act('file-bond');
    await act('out-of-service');
    expect(await carrierOf(lakeshore)).toMatchObject({ bondInsuranceOnFile: '75', allowedToOperate: 'N' });
    await act('back-in-service');
    expect(await carrierOf(lakeshore)).toMatchObject({ allowedToOperate: 'Y', oosDate: null });
  });

  it('PUT edits a company, or makes a broker that was not there', async () => {
    await control.send('PUT', `registrants/${lakeshore}`, { legalName: 'LAKESHORE FREIGHT HOLDINGS LLC', phone: '2125550199' });
    expect(await carrierOf(lakeshore)).toMatchObject({ legalName: 'LAKESHORE FREIGHT HOLDINGS LLC', dbaName: 'LAKESHORE FREIGHT' });
    expect((await control.send('PUT', 'registrants/4200001', { mc: '1600001', legalName: 'NEW BROKER LLC', brokerDays: 3 })).status).toBe(
      200,
    );
    expect((await ask('docket-number/1600001')).content).toMatchObject([{ carrier: { legalName: 'NEW BROKER LLC' } }]);
  });

  it('404 for an unknown company, 400 for what is not a phone or no broker', async () => {
    expect((await control.send('POST', 'registrants/7/revoke')).status).toBe(404);
    expect((await control.send('PUT', `registrants/${lakeshore}`, { phone: '555' })).status).toBe(400);
    expect((await control.send('PUT', 'registrants/4200002', { phone: '2125550199' })).status).toBe(400);
  });

  it('DELETE brings back the register of the start', async () => {
    await control.send('POST', `registrants/${lakeshore}/revoke`);
    await control.send('DELETE', 'registrants');
    expect(await carrierOf(lakeshore)).toMatchObject({ brokerAuthorityStatus: 'A' });
  });
});

describe('the page', () => {
  const post = (path: string, fields: Record<string, string> = {}, origin = sandbox.address) =>
    fetch(`${sandbox.address}/fmcsa/${path}`, {
      method: 'POST',
      headers: { origin },
      body: new URLSearchParams(fields),
      redirect: 'manual',
    });

  it('shows the companies, and its forms act on them', async () => {
    expect(await (await fetch(`${sandbox.address}/fmcsa`)).text()).toContain('LAKESHORE FREIGHT LLC');
    expect((await post(`revoke/${lakeshore}`)).status).toBe(303);
    expect(await carrierOf(lakeshore)).toMatchObject({ brokerAuthorityStatus: 'I' });
    await post(`phone/${lakeshore}`, { phone: '(212) 555-0199' });
    await post('oddities/fmcsa', { spelling: 'both', spoilPercent: '' });
    expect(await carrierOf(lakeshore)).toMatchObject({ telephone: '2125550199', allowToOperate: 'N' });
  });

  it('says what is wrong with a phone, and refuses a foreign origin', async () => {
    const answer = await post(`phone/${lakeshore}`, { phone: '555' });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('Give the phone as ten digits');
    expect((await post(`revoke/${lakeshore}`, {}, 'http://evil.example')).status).toBe(403);
    expect(await carrierOf(lakeshore)).toMatchObject({ brokerAuthorityStatus: 'A' });
  });
});
