import { readBoardLoad } from '@headhaul/domain/boards/read-load';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox } from '../sandbox.ts';
import { startTestSandbox } from '../test-sandbox.ts';
import type { DemoLoad } from './loads.ts';
import type { Posting } from './posting.ts';

const day = '2026-11-17';
let sandbox: Sandbox;
let postings: Posting[];
let loads: DemoLoad[];

const get = (path: string) => fetch(`${sandbox.address}/board${path}`);
async function readJson<T>(path: string): Promise<T> {
  const response = await get(path);
  expect(response.status).toBe(200);
  return (await response.json()) as T;
}

beforeAll(async () => {
  sandbox = await startTestSandbox();
  ({ postings } = await readJson<{ postings: Posting[] }>(`/postings.json?seed=7&day=${day}`));
  ({ loads } = await readJson<{ loads: DemoLoad[] }>(`/truth.json?seed=7&day=${day}`));
});
afterAll(() => sandbox.stop());

const onBoard = () => loads.slice(0, 10_000);
const shareOf = (isSo: (load: DemoLoad) => boolean) => onBoard().filter(isSo).length / 10_000;

describe('GET /board', () => {
  it.each([
    '',
    '?layout=compact',
    '?layout=cards&hash=1',
    '?layout=wide&rtl=1&zoom=125',
    '?tick=1000&live=5&churn=500&swap=20&expand=1&spa=1',
  ])('200 with %j, and nothing inline', async (query) => {
    const response = await get(query);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-security-policy')).toContain("script-src 'self'");
    const page = await response.text();
    expect(page).toContain('Demo Board');
    expect(page).not.toMatch(/<script(?![^>]* src=)| style=|<style/);
  });

  it('says its switches to its scripts, and nothing else', async () => {
    const page = await (await get('?layout=cards&broken=attrs')).text();
    expect(page).toContain('data-switches="{&quot;layout&quot;:&quot;cards&quot;,&quot;seed&quot;:1,&quot;broken&quot;:&quot;attrs&quot;');
  });

  it('the table is in a frame that only our own pages may show', async () => {
    expect(await (await get('?layout=table-iframe')).text()).toContain(
      '<iframe class="frame" title="Loads" src="/board/frame?layout=table-iframe',
    );
    const frame = await get('/frame?layout=table-iframe');
    expect(frame.headers.get('x-frame-options')).toBe('SAMEORIGIN');
    expect(frame.headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
    expect((await get('')).headers.get('x-frame-options')).toBe('DENY');
  });

  it.each(['?layout=tiles', '?broken=all', '?swap=0', '?swap=1000', '?zoom=big', '?hash=yes', '?day=tomorrow', '?debug=1'])(
    '400 for %s',
    async (query) => {
      expect((await get(query)).status).toBe(400);
      expect((await get(`/postings.json${query}`)).status).toBe(400);
    },
  );

  it.each([
    'board.js',
    'cells.js',
    'details.js',
    'disturb.js',
    'dom.js',
    'icon.svg',
    'list.js',
    'page.css',
    'rows.css',
    'rows.js',
    'table.css',
    'table.js',
  ])('serves /board/%s', async (file) => {
    expect((await get(`/${file}`)).status).toBe(200);
  });

  it('404 for another path, 405 for another method', async () => {
    expect((await get('/nowhere')).status).toBe(404);
    expect((await get('/../../package.json')).status).toBe(404);
    expect((await fetch(`${sandbox.address}/board`, { method: 'POST' })).status).toBe(404);
  });

  it('is linked from the home page and has a page with its switches', async () => {
    expect(await (await fetch(sandbox.address)).text()).toContain('<a href="/board">');
    expect(await (await get('/switches')).text()).toContain('name="swap"');
  });
});

describe('GET /board/postings.json', () => {
  it('has 10,000 loads and those that come later, each with a key of its own', () => {
    expect(postings).toHaveLength(10_500);
    expect(new Set(postings.map(({ key }) => key)).size).toBe(10_500);
    expect(new Set(postings.map(({ uuid }) => uuid)).size).toBe(10_500);
    expect(postings.every(({ uuid }) => /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/.test(uuid))).toBe(true);
  });

  it('is the same for the same seed and day, and another for another seed', async () => {
    expect(await readJson(`/postings.json?seed=7&day=${day}`)).toEqual({ day, postings });
    const { postings: others } = await readJson<{ postings: Posting[] }>(`/postings.json?seed=8&day=${day}`);
    expect(others.slice(0, 100)).not.toEqual(postings.slice(0, 100));
  });

  it('leaves out rates, credit and addresses as boards do', () => {
    expect(shareOf(({ rateCents }) => rateCents === null)).toBeCloseTo(0.25, 1);
    expect(shareOf(({ broker }) => broker.credit === null)).toBeCloseTo(0.1, 1);
    expect(shareOf(({ estimateCents }) => estimateCents !== null)).toBeGreaterThan(0.01);
    expect(shareOf(({ email }) => email === null)).toBeGreaterThan(0.1);
    expect(postings.some(({ weight }) => /^\d\d$/.test(weight))).toBe(true);
    expect(postings.some(({ pickup }) => pickup === 'Today')).toBe(true);
    expect(postings.some(({ pickup }) => / - /.test(pickup))).toBe(true);
  });

  it('names brokers of the demo offices, with the addresses that the offices know', () => {
    const lakeshore = loads.filter(({ broker }) => broker.name === 'Lakeshore Freight');
    expect(lakeshore.length).toBeGreaterThan(20);
    expect(lakeshore.find(({ email }) => email !== null)).toMatchObject({
      email: 'kelly.brandt@lakeshorefreight.example',
      broker: { dot: '1428816' },
    });
    expect(new Set(loads.map(({ broker }) => broker.name)).size).toBeGreaterThan(50);
    expect(loads.every(({ email }) => email === null || email.endsWith('.example'))).toBe(true);
  });

  it('pays as a market does: by the mile, more for short trips, more into Florida than out of it', () => {
    const rpmOf = (isSo: (load: DemoLoad) => boolean) => {
      const paid = onBoard().filter((load) => load.rateCents !== null && load.equipment === 'V' && isSo(load));
      expect(paid.length).toBeGreaterThan(30);
      return paid.reduce((sum, load) => sum + (load.rateCents ?? 0), 0) / paid.reduce((sum, load) => sum + load.tripMiles, 0) / 100;
    };
    const usual = rpmOf(() => true);
    expect(usual).toBeGreaterThan(1.7);
    expect(usual).toBeLessThan(2.8);
    expect(rpmOf(({ tripMiles }) => tripMiles < 300)).toBeGreaterThan(rpmOf(({ tripMiles }) => tripMiles > 1_000));
    expect(rpmOf(({ destination, tripMiles }) => destination.state === 'FL' && tripMiles > 400)).toBeGreaterThan(
      rpmOf(({ origin, tripMiles }) => origin.state === 'FL' && tripMiles > 400) * 1.1,
    );
    expect(onBoard().every(({ rateCents }) => rateCents === null || (rateCents >= 5_000 && rateCents <= 9_999_999))).toBe(true);
  });

  it('drives on roads: no trip is shorter than the straight line or absurdly long', () => {
    const median =
      onBoard()
        .map(({ tripMiles }) => tripMiles)
        .sort((one, other) => one - other)[5_000] ?? 0;
    expect(median).toBeGreaterThan(300);
    expect(median).toBeLessThan(900);
    expect(onBoard().every(({ tripMiles }) => tripMiles >= 15 && tripMiles < 3_800)).toBe(true);
  });
});

describe('what the board shows', () => {
  it('is read back by the extension’s transforms: nothing wrong, and unknown only where the board is not clear', () => {
    let unclear = 0;
    for (const [index, posting] of postings.entries()) {
      const load = loads[index] as DemoLoad;
      const read = readBoardLoad(
        {
          origin: { text: posting.origin, as: 'cityState' },
          destination: { text: posting.destination, as: 'cityState' },
          rateTotal: { text: posting.rate, as: 'usd' },
          ratePerMile: { text: posting.perMile, as: 'usdPerMile' },
          tripMiles: { text: posting.trip, as: 'miles' },
          deadheadOrigin: { text: posting.deadheadOrigin, as: 'miles' },
          deadheadDestination: { text: posting.deadheadDestination, as: 'miles' },
          pickup: { text: posting.pickup, as: 'dateRange' },
          delivery: { text: posting.deliveryTime, as: 'dateRange' },
          equipment: { text: posting.equipment, as: 'text' },
          length: { text: posting.length, as: 'feet' },
          weight: { text: posting.weight, as: 'pounds' },
          size: { text: posting.size, as: 'text' },
          company: { text: posting.company, as: 'text' },
          mc: { text: posting.mc, as: 'mc' },
          creditScore: { text: posting.credit, as: 'creditScore' },
          daysToPay: { text: posting.daysToPay, as: 'dtp' },
          email: { text: posting.email, as: 'mailto' },
          phone: { text: posting.phone, as: 'phone' },
          reference: { text: posting.reference, as: 'text' },
        },
        { board: 'demo', layout: 'wide', rowKey: posting.key, today: day },
      );
      expect(
        read.read.failed.filter((field) => field !== 'weight'),
        posting.key,
      ).toEqual([]);
      if (read.weightLb !== load.weightLb) {
        expect(posting.weight).toMatch(/^\d\d$/);
        expect(read.weightLb).toBeNull();
        unclear += 1;
      }
      const rate = load.rateCents ?? load.estimateCents;
      expect(read, posting.key).toMatchObject({
        origin: { city: load.origin.city, state: load.origin.state },
        destination: { city: load.destination.city, state: load.destination.state },
        tripMiles: load.tripMiles,
        deadheadOrigin: load.deadheadOrigin,
        deadheadDestination: load.deadheadDestination,
        pickup: { earliest: load.pickup.earliest, latest: load.pickup.latest },
        delivery: { earliest: load.delivery.day },
        lengthFt: load.lengthFt,
        size: load.size,
        rate: {
          total: rate === null ? null : { cents: rate, currency: 'USD' },
          origin: load.estimateCents === null ? 'POSTED' : 'BOARD_ESTIMATE',
        },
        broker: {
          name: load.broker.name,
          mc: load.broker.mc,
          creditScore: load.broker.credit?.score ?? null,
          daysToPay: load.broker.credit?.daysToPay ?? null,
        },
        contact: {
          emails: load.email === null ? [] : [{ address: load.email, from: 'contact' }],
          phones: load.phone === null ? [] : [{ e164: `+1${load.phone}` }],
        },
        reference: load.reference,
        equipment: { classes: load.trailers, modifiers: load.needs },
      });
      expect(load.trailers.length, posting.equipment).toBeGreaterThan(0);
    }
    expect(unclear / postings.length).toBeLessThan(0.02);
  });
});
