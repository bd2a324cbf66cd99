import { buffer } from 'node:stream/consumers';
import { brokerEndpoints } from '@headhaul/contracts/brokers';
import { factoringEndpoints } from '@headhaul/contracts/factoring';
import { teamEndpoints } from '@headhaul/contracts/team';
import { brokerNameKey } from '@headhaul/domain/factoring/match';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { zip } from '../../lib/files/zip.ts';
import { writeXlsx } from '../../lib/tables/xlsx-write.ts';
import { cases } from '../../testing/cases.ts';
import { eventually } from '../../testing/eventually.ts';
import { dayFromNow, makeBroker } from '../../testing/office.ts';
import { applyList, factorOf, setFactor, uploadList } from '../../testing/providers/factor.ts';
import { problemOf, sendJson } from '../../testing/send-json.ts';
import { addTeammate, memberIdOf } from '../../testing/team.ts';
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

const listed = dayFromNow(-5);

async function openOffice(): Promise<TestClient> {
  const owner = await api.signUp();
  await setFactor(owner);
  return owner;
}

function sendFile(client: TestClient, content: string | Uint8Array, listedOn = listed): Promise<Response> {
  const body = new FormData();
  body.set('listedOn', listedOn);
  body.set('file', new File([typeof content === 'string' ? content : new Uint8Array(content)], 'list'));
  return client.fetch('/api/factoring/lists', { method: 'POST', body });
}

describe('PUT /companies/myCompany/factoring', () => {
  const path = '/companies/myCompany/factoring';
  const body = { factoringType: 'OTR', factoringId: ' A-10442 ', name: 'Ridgeway', email: 'Credit@Ridgeway.example', key: 'headhaul-key' };

  it('200 with the factor, in the session too, and never the key', async () => {
    const owner = await api.signUp();
    const saved = await owner.call(factoringEndpoints.updateFactoring, { body: { ...body, factoringType: 'OTR' } });
    const expected = { factoringType: 'OTR', factoringId: 'A-10442', name: 'Ridgeway', email: 'credit@ridgeway.example', hasKey: true };
    expect(saved).toEqual({ ...expected, list: null, answers: 0 });
    expect(await owner.call(factoringEndpoints.getFactoring, {})).toEqual(saved);
    expect(await (await owner.fetch('/api/users/me')).json()).toMatchObject({ factoringType: 'OTR' });
    const stored = await api.admin.query('select * from factor_keys where company_id = $1', [owner.user.companyId]);
    expect(stored.rowCount).toBe(1);
    expect(JSON.stringify(stored.rows.map((row) => Object.values(row).map(String)))).not.toContain('headhaul-key');
    // Without a new key the old one stays. A factor without an API has none.
    const { key: _, ...same } = body;
    expect(await (await sendJson(owner, 'PUT', path, same)).json()).toMatchObject({ hasKey: true });
    expect(await (await sendJson(owner, 'PUT', path, { ...same, factoringType: 'OTHER' })).json()).toMatchObject({ hasKey: false });
  });

  it('200 without a factor removes its list and its answers', async () => {
    const owner = await openOffice();
    await applyList(owner, ['Acme,7,,Approved,,']);
    const gone = await owner.call(factoringEndpoints.updateFactoring, { body: { factoringType: null, name: 'Ridgeway' } });
    expect(gone).toEqual({ factoringType: null, factoringId: null, name: null, email: null, hasKey: false, list: null, answers: 0 });
    const left = await api.admin.query('select from factor_approvals where company_id = $1', [owner.user.companyId]);
    expect(left.rowCount).toBe(0);
  });

  it('400 without a name, with a wrong address and with a key that is none', async () => {
    const owner = await api.signUp();
    expect(await problemOf(sendJson(owner, 'PUT', path, { factoringType: 'OTHER' }))).toMatchObject({ status: 400, paths: ['body.name'] });
    const wrong = { ...body, email: 'ridgeway', key: 'two words' };
    expect(await problemOf(sendJson(owner, 'PUT', path, wrong))).toMatchObject({ status: 400, paths: ['body.email', 'body.key'] });
  });

  it('403 for a member, 401 for a stranger', async () => {
    const owner = await api.signUp();
    const member = await addTeammate(api, owner);
    expect((await sendJson(member, 'PUT', path, body)).status).toBe(403);
    expect((await member.fetch('/api/companies/myCompany/factoring')).status).toBe(200);
    expect((await api.fetch('/api/companies/myCompany/factoring')).status).toBe(401);
  });
});

describe('POST /factoring/lists', () => {
  it('200 with the counts before anything changes, and changes nothing yet', async () => {
    const owner = await openOffice();
    await makeBroker(owner, { name: 'Lakeshore Freight LLC', mc: '428816' });
    await makeBroker(owner, { name: 'Sandhill', dot: '2411907' });
    const kestrel = await makeBroker(owner, { name: 'Kestrel Freight' });
    await makeBroker(owner, { name: 'Twin Logistics', mc: '11' });
    await makeBroker(owner, { name: 'Twin Logistics, Inc.', mc: '12' });
    await makeBroker(owner, { name: 'Nowhere' });
    const preview = await uploadList(
      owner,
      [
        'Ridgeway Factoring,,,,,,',
        'Broker Name;MC #;US DOT;Status;Credit Limit;Used;Date'.replaceAll(';', ','),
        'LAKESHORE,MC-0428816,,Approved,"$25,000.00","$9,420",11/12/2026',
        'SANDHILL BROKERS,,2411907,Call Credit,,,',
        '"Kestrel Freight, L.L.C.",,,No Buy,N/A,,',
        'TWIN LOGISTICS,,,Approved,,,',
        'Nobody You Know,555,,Approved,,,',
        'Bad status,556,,Perhaps,,,',
        'Bad number,12x,,Approved,,,',
        ',,,Approved,,,',
        'Bad amount,557,,Approved,lots,,',
        `Bad day,558,,Approved,,,${dayFromNow(3)}`,
      ].join('\n'),
      dayFromNow(-1),
    );
    expect(preview).toMatchObject({
      fileName: 'brokers.csv',
      listedOn: dayFromNow(-1),
      rows: 5,
      approved: 3,
      limited: 1,
      declined: 1,
      unreadable: 5,
      replaces: null,
      brokers: { byMc: 1, byDot: 1, byName: 1, ambiguousCount: 2, notListed: 1 },
    });
    expect(preview.brokers.ambiguous.sort()).toEqual(['Twin Logistics', 'Twin Logistics, Inc.']);
    expect(preview.problems).toEqual([
      { row: 8, problem: 'We don’t know the status “Perhaps”' },
      { row: 9, problem: '“12x” is not an MC number' },
      { row: 10, problem: 'No MC number, USDOT number or name' },
      { row: 11, problem: '“lots” is not an amount' },
      { row: 12, problem: `The date ${dayFromNow(3)} is after the day of the list` },
    ]);
    expect((await factorOf(owner, { brokerId: kestrel.id })).standing).toBeNull();
    expect((await owner.call(factoringEndpoints.getFactoring, {})).list).toBeNull();
  });

  it('200 for a workbook, with numbers and dates as Excel keeps them', async () => {
    const owner = await openOffice();
    const broker = await makeBroker(owner, { mc: '428816' });
    async function* batches() {
      yield [['LAKESHORE', 428816, 'Approved', 25_000, { day: listed }]];
    }
    const columns = ['Debtor Name', 'MC Number', 'Approval Status', 'Limit', 'As of'].map((title) => ({ title }));
    const file = await buffer(writeXlsx({ name: 'Brokers', columns, batches: batches() }));
    const preview = await uploadList(owner, file);
    expect(preview).toMatchObject({ rows: 1, approved: 1, unreadable: 0, brokers: { byMc: 1 } });
    await owner.call(factoringEndpoints.applyFactorList, { params: { id: preview.id } });
    expect((await factorOf(owner, { brokerId: broker.id })).standing).toMatchObject({ status: 'APPROVED', limitCents: 2_500_000 });
  });

  it('200 with one row for a number that is listed twice: the newest, and of one day the more careful', async () => {
    const owner = await openOffice();
    const broker = await makeBroker(owner, { mc: '7' });
    const lines = ['MC,Status,Date', '7,Approved,2026-01-01', '7,Declined,2026-02-01', '7,Approved,2026-02-01'];
    const { id, rows } = await uploadList(owner, lines.join('\n'));
    expect(rows).toBe(1);
    await owner.call(factoringEndpoints.applyFactorList, { params: { id } });
    expect((await factorOf(owner, { brokerId: broker.id })).standing).toMatchObject({ status: 'DECLINED', asOf: '2026-02-01' });
  });

  it.each([
    ['no header', 'Acme,7,Approved\nBeta,8,Approved\n'],
    ['no status', 'MC,Name\n7,Acme\n'],
    ['only a header', 'MC,Status\n'],
    ['no row that can be used', 'MC,Status\n7,Perhaps\n'],
    ['a quote that never closes', 'MC,Status\n7,"Approved\n'],
    ['12,000 lines of text', 'lorem ipsum\n'.repeat(12_000)],
  ])('400 for a file with %s', async (_name, content) => {
    expect(await problemOf(sendFile(await openOffice(), content))).toMatchObject({ status: 400, paths: ['body.file'] });
  });

  it('400 for more than 20,000 rows and for a day to come', async () => {
    const owner = await openOffice();
    const long = `MC,Status\n${'7,Approved\n'.repeat(20_001)}`;
    expect(await problemOf(sendFile(owner, long))).toMatchObject({ status: 400, paths: ['body.file'] });
    const tomorrow = await problemOf(sendFile(owner, 'MC,Status\n7,Approved\n', dayFromNow(3)));
    expect(tomorrow).toMatchObject({ status: 400, paths: ['body.listedOn'] });
  });

  it('415 for what is no table, and 200 with nothing harmful for cells full of odd signs', async () => {
    const owner = await openOffice();
    expect((await sendFile(owner, Buffer.from([0, 1, 2, 3]))).status).toBe(415);
    expect((await sendFile(owner, Buffer.from([0xd0, 0xcf, 0x11, 0xe0]))).status).toBe(415);
    const bomb = await buffer(zip([{ name: 'xl/workbook.xml', content: Buffer.from('<workbook>') }]));
    expect((await sendFile(owner, bomb)).status).toBe(400);
    const odd = ['=1+1', '<script>', 'a'.repeat(5_000), '%s\\', "'; drop table brokers; --", '﷽'.repeat(150)];
    const lines = odd.map((cell, at) => `"${cell}",${at + 1},Approved`);
    const preview = await uploadList(owner, `Name,MC,Status\n${lines.join('\n')}\n`);
    expect(preview).toMatchObject({ rows: 5, unreadable: 1 });
    await owner.call(factoringEndpoints.applyFactorList, { params: { id: preview.id } });
  });

  it('422 for a company without a factor, 403 for a member', async () => {
    const alone = await api.signUp();
    expect((await sendFile(alone, 'MC,Status\n7,Approved\n')).status).toBe(422);
    const owner = await openOffice();
    const member = await addTeammate(api, owner);
    expect((await sendFile(member, 'MC,Status\n7,Approved\n')).status).toBe(403);
  });
});

describe('POST /factoring/lists/{id}/apply', () => {
  it('200 replaces the earlier list, with its day and who did it; again it changes nothing', async () => {
    const owner = await openOffice();
    const [acme, beta] = [await makeBroker(owner, { mc: '7' }), await makeBroker(owner, { mc: '8' })];
    await applyList(owner, ['Acme,7,,Approved,,', 'Beta,8,,Declined,,'], dayFromNow(-9));
    const { id, replaces } = await uploadList(owner, 'MC,Status\n7,Declined\n');
    expect(replaces).toMatchObject({ listedOn: dayFromNow(-9), rows: 2 });
    for (let time = 0; time < 2; time++) {
      const { list } = await owner.call(factoringEndpoints.applyFactorList, { params: { id } });
      expect(list).toMatchObject({ id, listedOn: listed, rows: 1, declined: 1, createdByName: expect.any(String) });
    }
    expect(await factorOf(owner, { brokerId: acme.id })).toMatchObject({
      factor: { name: 'Ridgeway', canCheck: false },
      standing: { status: 'DECLINED', source: 'LIST', asOf: listed },
      matchedBy: 'MC',
    });
    expect((await factorOf(owner, { brokerId: beta.id })).standing).toBeNull();
    const audit = await api.admin.query(`select from audit_log where company_id = $1 and entry like '%factor_list.used%'`, [
      owner.user.companyId,
    ]);
    expect(audit.rowCount).toBe(2);
  });

  it('404 for a list of another company and for one that was replaced', async () => {
    const [owner, other] = [await openOffice(), await openOffice()];
    const first = await uploadList(owner, 'MC,Status\n7,Approved\n');
    expect((await sendJson(other, 'POST', `/factoring/lists/${first.id}/apply`)).status).toBe(404);
    expect((await sendJson(other, 'DELETE', `/factoring/lists/${first.id}`)).status).toBe(404);
    const second = await uploadList(owner, 'MC,Status\n7,Approved\n');
    expect((await sendJson(owner, 'POST', `/factoring/lists/${first.id}/apply`)).status).toBe(404);
    expect((await sendJson(owner, 'DELETE', `/factoring/lists/${second.id}`)).status).toBe(204);
    expect((await sendJson(owner, 'POST', `/factoring/lists/${second.id}/apply`)).status).toBe(404);
  });

  it('two uploads at once leave one whole list to look at, and the other one is told if it was replaced', async () => {
    const owner = await openOffice();
    const answers = await Promise.all(['7', '8'].map((mc) => sendFile(owner, `MC,Status\n${mc},Approved\n`)));
    expect(answers.map(({ status }) => status).filter((status) => status !== 422)).toContain(200);
    const { rows } = await api.admin.query(
      `select state, rows, (select count(*)::int from factor_approvals a where a.company_id = l.company_id and a.list_id = l.id) as written
       from factor_lists l where company_id = $1`,
      [owner.user.companyId],
    );
    expect(rows).toEqual([{ state: 'PREVIEW', rows: 1, written: 1 }]);
  });
});

describe('GET /factoring/brokers', () => {
  it('200 for a broker that is being typed, by number and by name', async () => {
    const owner = await openOffice();
    await applyList(owner, ['Quickturn Freight Desk,991120,,Declined,,', 'Blue Heron,684215,,Approved,10000,2500']);
    expect(await factorOf(owner, { mc: 'MC-991120' })).toMatchObject({ standing: { status: 'DECLINED' }, matchedBy: 'MC' });
    expect(await factorOf(owner, { name: 'blue heron llc' })).toMatchObject({
      standing: { status: 'APPROVED', limitCents: 1_000_000, usedCents: 250_000, limitAsOf: listed },
      matchedBy: 'NAME',
    });
    // A number that is typed beside the name decides.
    expect(await factorOf(owner, { mc: '1', name: 'Blue Heron' })).toMatchObject({ standing: null, isAmbiguous: false });
  });

  it('200 without an answer where the name fits two, until the number is known', async () => {
    const owner = await openOffice();
    const broker = await makeBroker(owner, { name: 'Twin Logistics' });
    await applyList(owner, ['Twin Logistics LLC,11,,Approved,,', 'TWIN LOGISTICS INC,12,,Declined,,']);
    expect(await factorOf(owner, { brokerId: broker.id })).toMatchObject({ standing: null, isAmbiguous: true, matchedBy: null });
    await api.admin.query(`update brokers set mc = '12' where id = $1`, [broker.id]);
    expect(await factorOf(owner, { brokerId: broker.id })).toMatchObject({ standing: { status: 'DECLINED' }, isAmbiguous: false });
  });

  it('200 with null for a company without a factor; 404 for a broker of another company; 400 for nothing', async () => {
    const [owner, other] = [await api.signUp(), await openOffice()];
    const broker = await makeBroker(owner);
    expect((await factorOf(owner, { brokerId: broker.id })).factor).toBeNull();
    expect((await sendJson(other, 'GET', `/factoring/brokers?brokerId=${broker.id}`)).status).toBe(404);
    expect((await sendJson(other, 'GET', '/factoring/brokers')).status).toBe(400);
    expect((await api.fetch('/api/factoring/brokers?mc=7')).status).toBe(401);
  });

  it('401 for a removed member', async () => {
    const owner = await openOffice();
    const member = await addTeammate(api, owner);
    expect((await sendJson(member, 'GET', '/factoring/brokers?mc=7')).status).toBe(200);
    await owner.call(teamEndpoints.removeTeamMember, { params: { id: await memberIdOf(owner, member.user.email) } });
    await eventually(async () => expect((await sendJson(member, 'GET', '/factoring/brokers?mc=7')).status).toBe(401));
  });
});

describe('the letter of a broker', () => {
  it('counts what the factor says, on its page, in the list and in suggestions', async () => {
    const owner = await openOffice();
    const [bad, good] = [await makeBroker(owner, { name: 'Quickturn', mc: '991120' }), await makeBroker(owner, { mc: '428816' })];
    expect(bad.reasons.map(({ kind }) => kind)).toContain('FACTOR_UNKNOWN');
    await applyList(owner, ['Quickturn,991120,,Declined,,', 'Lakeshore,428816,,Approved,10000,2000']);
    const kindsOf = async (id: string) =>
      (await owner.call(brokerEndpoints.getBroker, { params: { id } })).reasons.map(({ kind, asOf }) => [kind, asOf]);
    expect(await kindsOf(bad.id)).toContainEqual(['FACTOR_DECLINED', listed]);
    expect(await kindsOf(good.id)).toContainEqual(['FACTOR_APPROVED', listed]);
    const { brokers } = await owner.call(brokerEndpoints.listBrokers, { query: {} });
    expect(brokers).toHaveLength(2);
    const { brokers: suggested } = await owner.call(brokerEndpoints.suggestBrokers, { query: { search: 'quick' } });
    expect(suggested).toMatchObject([{ id: bad.id, factor: { status: 'DECLINED', limitCents: null, usedCents: null, asOf: listed } }]);
    const { brokers: limited } = await owner.call(brokerEndpoints.suggestBrokers, { query: { search: '428816' } });
    expect(limited).toMatchObject([{ id: good.id, factor: { status: 'APPROVED', limitCents: 1_000_000, usedCents: 200_000 } }]);
    await setFactor(owner, { factoringType: null });
    const { brokers: plain } = await owner.call(brokerEndpoints.suggestBrokers, { query: { search: 'quick' } });
    expect(plain).toMatchObject([{ id: bad.id, factor: null }]);
  });
});

describe('broker_name_key', () => {
  it('equals brokerNameKey', async () => {
    const parts = fc.constantFrom(
      'Ácme',
      ' ',
      '.',
      '&',
      'L.L.C.',
      'Inc',
      ' CO',
      ',',
      '’',
      '-',
      'Ⅷ',
      'ß',
      'Peña',
      '\u0301',
      '货',
      '1',
      'llc',
    );
    const names = fc.sample(
      fc.oneof(
        fc.array(parts, { maxLength: 8 }).map((some) => some.join('')),
        fc.string({ unit: 'grapheme', maxLength: 30 }),
      ),
      cases(2_000, 50_000),
    );
    const clean = names.map((name) => name.replaceAll('\0', '').toWellFormed());
    const { rows } = await api.admin.query<{ name: string; key: string }>(
      'select name, broker_name_key(name) as key from unnest($1::text[]) name',
      [clean],
    );
    expect(rows.filter(({ name, key }) => key !== brokerNameKey(name))).toEqual([]);
    expect(rows).toHaveLength(clean.length);
  });
});
