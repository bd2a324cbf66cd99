import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { deflateRawSync } from 'node:zlib';
import type { Attack, Attacker, Seeding } from './attacker.ts';
import { seedFleet, seedLoads, seedNotes, seedTemplates } from './seed-hostile.ts';
import { flatPng } from './victims.ts';

const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF');
const photoOf49Megapixels = flatPng(7_000, 7_000);
const emptyLines = Buffer.concat([Buffer.from('h\nx\n'), Buffer.alloc(9_000_000, '\n')]);
const json = { 'content-type': 'application/json' };

const head = (attacker: Attacker, method: string, path: string, lines: readonly string[] = []) =>
  [`${method} /api${path} HTTP/1.1`, 'host: localhost', `authorization: Bearer ${attacker.token()}`, ...lines, '', ''].join('\r\n');

/** The status that the server sends on this connection. Waits until either side closes it. */
function answerOn(attacker: Attacker, bytes: string): Promise<number> {
  const socket = attacker.open(bytes, true);
  let text = '';
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1').slice(0, 100);
  });
  return new Promise((resolve) => socket.once('close', () => resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0))));
}

/** Holds a connection until the attack is over. */
async function linger(attacker: Attacker, bytes: string): Promise<number> {
  attacker.open(bytes, false);
  await pause(50);
  return 0;
}

const get = (name: string, path: string | ((attacker: Attacker) => string), seed?: Attack['seed'], width = 24): Attack => ({
  name,
  width,
  ...(seed ? { seed } : {}),
  run: (attacker) => attacker.send('GET', typeof path === 'string' ? path : path(attacker)),
});

const manyLoads = (seeding: Seeding) => seedLoads(seeding, 4_000);

/** The attacks that were found by hand come first, then similar ones. */
export const attacks: readonly Attack[] = [
  {
    name: 'a bulk move of 200 loads that are full of notes',
    width: 8,
    async seed(attacker) {
      await seedLoads(attacker, 200);
      await seedNotes(attacker, 60);
    },
    run: (attacker, count) =>
      attacker.send('POST', '/loads/status', {
        ids: attacker.facts.loads?.split(','),
        newStatus: count % 2 === 0 ? 'CANCELLED' : 'BOOKED',
      }),
  },
  get(
    'the list of 50 templates',
    ({ facts }) => `/email-accounts/${facts.account}/templates`,
    (attacker) => seedTemplates(attacker, 1, 50),
  ),
  {
    name: 'a file name of 15,000 blanks',
    width: 8,
    seed: (attacker) => seedLoads(attacker, 1),
    run: (attacker) =>
      attacker.upload(`/loads/${attacker.facts.load}/documents`, pdf, { fileName: `a${' '.repeat(15_000)}b`, fields: { kind: 'POD' } }),
  },
  {
    name: 'uploads that stand still',
    width: 9,
    run: (attacker) =>
      answerOn(
        attacker,
        `${head(attacker, 'POST', '/companies/myCompany/logo', ['content-type: multipart/form-data; boundary=x', 'content-length: 9000000'])}--x\r\n`,
      ),
  },
  {
    name: 'pictures of 49 megapixels',
    width: 15,
    seed: (attacker) => seedLoads(attacker, 1),
    run: (attacker) =>
      attacker.upload(`/loads/${attacker.facts.load}/documents`, photoOf49Megapixels, { fileName: 'a.png', fields: { kind: 'POD' } }),
  },
  get('the counts of 4,000 loads', '/loads/counts', manyLoads),
  get('exports as XLSX', '/loads/export?format=xlsx', manyLoads, 8),
  get('exports as CSV', '/loads/export?format=csv', manyLoads, 8),
  {
    name: 'creates that all have one idempotency key',
    width: 40,
    run: (attacker) => attacker.send('POST', '/brokers', { name: 'Lakeshore Freight' }, { 'idempotency-key': 'one' }),
  },
  {
    name: 'an invite to an address of 250,000 characters',
    width: 4,
    run: (attacker) => attacker.send('POST', '/user/team-members/resend-invite', { email: `a@${'.'.repeat(250_000)}@` }),
  },
  {
    name: 'a table of nine million empty lines',
    width: 4,
    run: (attacker) => attacker.upload('/loads/imports', emptyLines, { fileName: 'a.csv' }),
  },
  get('a driver with 4,000 loads ahead', ({ facts }) => `/v2/drivers/by-id/${facts.driver}`, manyLoads),
  get('the list of drivers, one with 4,000 loads ahead', '/v2/drivers/all', manyLoads),
  {
    name: 'answers of megabytes that nobody fetches',
    width: 12,
    async seed(attacker) {
      await seedLoads(attacker, 1);
      await seedNotes(attacker, 1);
    },
    run: (attacker) => linger(attacker, head(attacker, 'GET', `/loads/${attacker.facts.load}`).repeat(100)),
  },
  get(
    'a load full of notes',
    ({ facts }) => `/loads/${facts.load}`,
    async (attacker) => {
      await seedLoads(attacker, 1);
      await seedNotes(attacker, 1);
    },
  ),
  get('the list of 40 mailboxes with templates', '/email-accounts', (attacker) => seedTemplates(attacker, 40, 1)),
  get('a search of five letters', '/loads?search=a%20b%20c%20d%20e', manyLoads),
  get('a filter that nothing fits', '/loads?tag=zz&limit=200', manyLoads),
  get('lanes of ten years', '/load-stats/lanes?from=2017-01-01&to=2026-12-31', manyLoads),
  get('brokers of ten years', '/load-stats/brokers?from=2017-01-01&to=2026-12-31', manyLoads),
  get('a broker with 4,000 loads', ({ facts }) => `/brokers/${facts.broker}`, manyLoads),
  get('totals of everything', '/loads/totals', manyLoads),
  get('the fleet of 2,000 trucks and drivers', '/fleet', async ({ database: { admin }, companyId }) => {
    await admin.query(`insert into trucks (company_id, id, number) select $1, gen_random_uuid(), n from generate_series(1, 2000) n`, [
      companyId,
    ]);
    await admin.query(
      `insert into drivers (company_id, id, name, truck_id) select t.company_id, gen_random_uuid(), 'D' || t.number, t.id from trucks t where t.company_id = $1`,
      [companyId],
    );
  }),
  {
    name: 'who of 300 trucks can take a load, each with 16 loads of 25 stops',
    width: 8,
    seed: (attacker) => seedFleet(attacker, 300),
    run: (attacker) => attacker.send('POST', '/fits', { loadId: attacker.facts.load }),
  },
  {
    name: 'live streams, far behind',
    width: 30,
    async seed({ database: { admin }, companyId }) {
      const ids = Array.from({ length: 200 }, () => randomUUID());
      await admin.query(
        'insert into live_event_heads (company_id, seq) values ($1, 1000) on conflict (company_id) do update set seq = 1000',
        [companyId],
      );
      await admin.query(
        `insert into live_events (company_id, seq, event) select $1, n, $2::jsonb from generate_series(1, 1000) n on conflict do nothing`,
        [companyId, JSON.stringify({ type: 'loads.changed', ids, byUserId: companyId })],
      );
    },
    run: (attacker) => linger(attacker, head(attacker, 'GET', '/events', ['last-event-id: 1'])),
  },
  {
    name: 'a body in chunks of one byte',
    isForProxy: true,
    width: 8,
    run: (attacker) =>
      answerOn(
        attacker,
        `${head(attacker, 'POST', '/places/locate', ['content-type: application/json', 'transfer-encoding: chunked', 'connection: close'])}${'1\r\na\r\n'.repeat(20_000)}0\r\n\r\n`,
      ),
  },
  {
    name: 'bodies of strangers that stand still',
    width: 200,
    run: (attacker) =>
      answerOn(
        attacker,
        'POST /api/auth/exchange HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 200000\r\n\r\n{',
      ),
  },
  {
    name: 'JSON of 100,000 parts',
    width: 12,
    run: (attacker) => attacker.send('POST', '/loads/status', { ids: Array(100_000).fill(1), newStatus: 'BOOKED' }),
  },
  {
    name: 'JSON 60,000 deep',
    width: 12,
    run: (attacker) =>
      attacker
        .send('POST', '/places/locate', undefined, json)
        .then(() =>
          answerOn(
            attacker,
            `${head(attacker, 'POST', '/places/locate', ['content-type: application/json', 'content-length: 120000', 'connection: close'])}${'['.repeat(60_000)}${']'.repeat(60_000)}`,
          ),
        ),
  },
  {
    name: 'templates of 50,000 characters of odd markup',
    width: 8,
    seed: (attacker) => seedTemplates(attacker, 1, 1),
    run: (attacker) =>
      attacker.send('PUT', `/email-accounts/${attacker.facts.account}/template`, {
        subject: 'a',
        htmlBody: '<b style="color:#fff">a</b><i><u>'.repeat(1_500).slice(0, 50_000),
      }),
  },
  {
    name: 'five hundred addresses at a time',
    width: 12,
    run: (attacker) =>
      attacker.send('POST', '/places/locate', {
        addresses: Array.from({ length: 500 }, (_, n) => `${n} ${'Main Street '.repeat(20)}Omaha, NE`),
      }),
  },
  {
    name: 'forms with twelve megabytes of text',
    width: 6,
    run: (attacker) =>
      attacker.upload('/companies/myCompany/logo', pdf, {
        fields: Object.fromEntries(Array.from({ length: 45 }, (_, n) => [`f${n}`, 'x'.repeat(250_000)])),
      }),
  },
  {
    name: 'tables as XLSX that unpack to a hundred megabytes',
    width: 4,
    run: (attacker) => attacker.upload('/loads/imports', xlsxBomb, { fileName: 'a.xlsx' }),
  },
  {
    name: 'tokens of nobody',
    width: 60,
    run: (attacker) => attacker.send('GET', '/users/me', undefined, { authorization: `Bearer ${'x'.repeat(500)}` }),
  },
  get('the description of the API', '/docs/json'),
  get(
    'a page of the history',
    ({ facts }) => `/loads/${facts.load}/history?limit=100`,
    async (attacker) => {
      await seedLoads(attacker, 1);
      const changes = JSON.stringify(
        Array.from({ length: 300 }, (_, n) => ({ field: `Stop ${n}`, from: 'x'.repeat(200), to: 'y'.repeat(200) })),
      );
      await attacker.database.admin.query(
        `insert into load_events (company_id, load_id, id, kind, changes) select $1, $2, gen_random_uuid(), 'edited', $3::jsonb from generate_series(1, 100)`,
        [attacker.companyId, attacker.facts.load, changes],
      );
    },
  ),
  {
    name: 'thousands of requests at once',
    width: 400,
    run: (attacker) => attacker.send('GET', '/users/me'),
  },
];

/** A zip archive with one deflated file. */
function zipOf(name: string, content: Buffer): Buffer {
  const packed = deflateRawSync(content);
  const nameBytes = Buffer.from(name);
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(20, 4);
  local.writeUInt16LE(8, 8);
  local.writeUInt32LE(packed.length, 18);
  local.writeUInt32LE(content.length, 22);
  local.writeUInt16LE(nameBytes.length, 26);
  const central = Buffer.alloc(46);
  central.writeUInt32LE(0x02014b50, 0);
  central.writeUInt16LE(20, 6);
  central.writeUInt16LE(8, 10);
  central.writeUInt32LE(packed.length, 20);
  central.writeUInt32LE(content.length, 24);
  central.writeUInt16LE(nameBytes.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length + nameBytes.length, 12);
  end.writeUInt32LE(local.length + nameBytes.length + packed.length, 16);
  return Buffer.concat([local, nameBytes, packed, central, nameBytes, end]);
}

const xlsxBomb = zipOf(
  'xl/worksheets/sheet1.xml',
  Buffer.concat([Buffer.from('<worksheet><sheetData>'), Buffer.alloc(100_000_000, '<row/>')]),
);
