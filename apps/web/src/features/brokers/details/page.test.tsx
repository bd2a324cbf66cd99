import type { BrokerReason } from '@headhaul/contracts/broker-score';
import type { BrokerDetails } from '@headhaul/contracts/brokers';
import type { CheckedRecord, FmcsaChange } from '@headhaul/contracts/fmcsa';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Provider } from 'react-redux';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createStore } from '../../../app/store.ts';
import { setSession } from '../../../shared/session/session-store.ts';
import { json, problem, stubLocks, stubViewport, testSession } from '../../../testing/browser-doubles.ts';
import { renderInApp } from '../../../testing/render-in-app.tsx';
import BrokerPage from './page.tsx';

const dates = { since: null, asOf: '2026-11-16' };
const paying: BrokerReason[] = [
  { kind: 'START', tone: 'GOOD', points: 50, ...dates, numbers: {} },
  { kind: 'PAYMENTS', tone: 'GOOD', points: 21, ...dates, numbers: { days: 22, termsDays: 30, late: 3, paid: 61 } },
  { kind: 'SHORT_PAYS', tone: 'GOOD', points: 9, ...dates, numbers: { short: 0, paid: 61, cents: 0 } },
  { kind: 'DETENTION', tone: 'GOOD', points: 3, ...dates, numbers: { paid: 7, asked: 9 } },
  { kind: 'OVERDUE', tone: 'BAD', points: -1, ...dates, numbers: { loads: 2, cents: 612_000, days: 4 } },
  { kind: 'FACTOR_UNKNOWN', tone: 'UNKNOWN', points: 0, since: null, asOf: null, numbers: {} },
];
const revoked: BrokerReason = { kind: 'AUTHORITY_REVOKED', tone: 'BAD', points: -82, ...dates, numbers: {} };

const lakeshore: BrokerDetails = {
  id: '0190a000-0000-7000-8000-0000000000b1',
  version: 1,
  name: 'Lakeshore Freight',
  dba: null,
  dot: '2411907',
  mc: '428816',
  address: null,
  phone: '+13125550121',
  paymentTermsDays: 30,
  detentionFreeMinutes: 120,
  detentionPerHourCents: null,
  notes: null,
  mark: 'NONE',
  markReason: null,
  history: {
    loads: 61,
    grossCents: 13_141_000,
    rpmCents: 261,
    paidLoads: 61,
    daysToPayMean: 22,
    daysToPayMedian: 22,
    shortPays: 0,
    shortPaidCents: 0,
    openCents: 1_483_000,
    detentionAsked: 9,
    detentionPaid: 7,
    firstLoadAt: '2023-04-02T15:00:00Z',
    lastLoadAt: '2026-11-16T14:00:00Z',
  },
  grade: 'A',
  risks: [],
  score: 82,
  reasons: paying,
  contacts: [],
  domains: [{ domain: 'lakeshore.example', loads: 214, firstSeenAt: '2023-04-02T15:00:00Z', lastSeenAt: '2026-11-16T14:00:00Z' }],
  topLanes: [],
};

const change = (kind: FmcsaChange['kind'], on: string, values: Partial<FmcsaChange> = {}): FmcsaChange => ({
  ...{ kind, on, noticedAt: '2026-11-16T14:40:00Z', lastSeenAt: null, before: null, after: null },
  ...values,
});
const checked: CheckedRecord = {
  source: 'QCMOBILE',
  checkedAt: '2026-11-16T14:42:00Z',
  openDataAsOf: '2026-11-14T10:00:00Z',
  record: {
    dot: '2411907',
    mc: '428816',
    legalName: 'LAKESHORE FREIGHT LLC',
    dbaName: null,
    authorityStatus: 'ACTIVE',
    authoritySince: '2020-08-26',
    authorityGrantedOn: '2017-03-06',
    authorityReinstatedOn: '2020-08-26',
    authorityEvents: [
      { on: '2017-03-06', isActive: true },
      { on: '2020-08-03', isActive: false },
      { on: '2020-08-26', isActive: true },
    ],
    isBondOnFile: true,
    bondCents: 7_500_000,
    bondSince: '2020-08-26',
    bondCanceledOn: null,
    liabilityCents: 0,
    isOutOfService: false,
    outOfServiceSince: null,
    address: { street: '1 N STATE ST', city: 'CHICAGO', state: 'IL', zip: '60601' },
    phone: '+13125550121',
    officers: ['KELLY BRANDT'],
  },
  changes: [change('ADDRESS', '2024-09-10', { before: '1 ELM ST', after: '1 N STATE ST' })],
};

interface Answers {
  broker?: Partial<BrokerDetails>;
  found?: CheckedRecord | null;
  lookUp?: () => Response;
}

/** Returns the addresses that were asked. */
function visit({ broker = {}, found = checked, lookUp = () => problem(503, 'unavailable') }: Answers = {}): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (input: Request) => {
    const { pathname, search } = new URL(input.url);
    asked.push(`${pathname}${search}`);
    if (pathname === `/api/brokers/${lakeshore.id}`) return json(200, { ...lakeshore, ...broker });
    if (pathname === `/api/brokers/${lakeshore.id}/fmcsa`) return json(200, { found });
    if (pathname === '/api/fmcsa/brokers') return lookUp();
    if (pathname === '/api/loads') return json(200, { loads: [], nextCursor: null });
    if (pathname === '/api/limits/my-plan') {
      const plan = { subscriptionType: 'PRO_MONTHLY', isActive: true, limits: {} };
      return json(200, { ...plan, resetsAt: '2026-11-17T06:00:00Z', timeZone: 'America/Chicago' });
    }
    return problem(503, 'unavailable');
  });
  const page = (
    <Provider store={createStore()}>
      <BrokerPage />
    </Provider>
  );
  renderInApp([{ path: '/dispatcher/brokers/:brokerId', element: page }], `/dispatcher/brokers/${lakeshore.id}`);
  return asked;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-16T16:42:00Z') });
  stubViewport(1440);
  stubLocks();
  setSession(testSession);
});

const factsOf = (region: HTMLElement) =>
  within(region)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

describe('the score card', () => {
  it('says in words how they pay, and why: good ones, then what to look at, then what is not known', async () => {
    visit();
    const card = await screen.findByRole('region', { name: 'Pays on time' });
    within(card).getByRole('img', { name: 'Letter A' });
    within(card).getByText('22 days on average, terms 30');
    within(card).getByText('From 61 paid loads, last 12 months');
    within(card).getByRole('heading', { name: 'Why A' });
    expect(factsOf(card)).toEqual([
      '8 days before terms58 of 61 on time',
      'No short pays61 loads',
      'Detention paid7 of 9 asked',
      '$6,120 past due2 loads, oldest 4 days',
      'Factor not asked',
    ]);
  });

  it('marks payments that are late on average, also where they still add points', async () => {
    const late: BrokerReason = {
      kind: 'PAYMENTS',
      tone: 'GOOD',
      points: 4,
      ...dates,
      numbers: { days: 36, termsDays: 30, late: 39, paid: 85 },
    };
    visit({ broker: { grade: 'B', reasons: paying.map((reason) => (reason.kind === 'PAYMENTS' ? late : reason)) } });
    const card = await screen.findByRole('region', { name: 'Pays 6 days late' });
    const row = within(card).getByText('6 days after terms').closest('li');
    within(row as HTMLElement).getByRole('img', { name: 'Look at this' });
    expect(factsOf(card)[0]).toBe('No short pays61 loads');
  });

  it('shows a question mark until five loads are paid, and the reasons anyway', async () => {
    const history = { ...lakeshore.history, paidLoads: 3 };
    visit({ broker: { grade: null, score: null, history } });
    const card = await screen.findByRole('region', { name: 'Not enough loads yet' });
    within(card).getByRole('img', { name: 'No letter yet' });
    within(card).getByText(/A letter needs 5 paid loads of your own/);
    expect(factsOf(card)).toHaveLength(5);
  });

  it('tells how the letter is made, with points that add up', async () => {
    visit();
    fireEvent.click(await screen.findByRole('button', { name: 'How the letter is made' }));
    const points = await screen.findByRole('table', { name: 'Points' });
    expect(
      within(points)
        .getAllByRole('row')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'ReasonPoints',
      'Starting score+50',
      'Pays in 22 days, terms 30+21',
      'No short pays, 61 loads+9',
      'Detention paid on 7 of 9+3',
      '$6,120 past due, 2 loads, oldest 4 days−1',
      'Factor not asked0',
      'Letter A82',
    ]);
  });
});

describe('the authority', () => {
  it('is a line with its lapse and its changes, and the same as a list for readers', async () => {
    visit();
    await screen.findByText('FMCSA, looked up 2 h ago', { selector: 'section[aria-labelledby="authority-title"] *' });
    const history = screen.getByRole('list', { name: 'Authority history' });
    expect(factsOf(history)).toEqual([
      'Granted, Mar 6, 2017',
      'Lapsed 23 days, restored, Aug 3, 2020',
      'Restored, Aug 26, 2020',
      'Address changed, Sep 10, 2024: 1 ELM ST to 1 N STATE ST',
      'Active, today',
    ]);
    screen.getByText('Mar 2017');
    screen.getByText('Address changed');
    expect(screen.queryByText('Restored')).toBeNull();
  });

  it('names at most six marks beside the line, and offers the list of all', async () => {
    const changes = Array.from({ length: 9 }, (_, index) =>
      change('PHONE', `20${String(18 + index).padStart(2, '0')}-01-10`, { before: '+13125550100', after: '+13125550101' }),
    );
    visit({ found: { ...checked, changes } });
    const button = await screen.findByRole('button', { name: /^All \d+ changes$/ });
    expect(screen.getAllByText('Phone changed').length).toBeLessThanOrEqual(4);
    fireEvent.click(button);
    screen.getByRole('button', { name: 'Hide the list' });
    screen.getByText('Phone changed, Jan 10, 2018: (312) 555-0100 to (312) 555-0101');
  });

  it('that nobody looked up is looked up by the button', async () => {
    const lookups = { current: 1, max: 300, isUnlimited: false };
    const answer = { outcome: 'FOUND', found: checked, missing: null, keptBecause: null, lookups };
    const asked = visit({ found: null, lookUp: () => json(200, answer) });
    await screen.findByText('Not looked up');
    fireEvent.click(screen.getByRole('button', { name: 'Look up' }));
    await waitFor(() => expect(asked).toContain('/api/fmcsa/brokers?dot=2411907'));
    // The letter depends on it, so the broker is asked for again.
    await waitFor(() => expect(asked.filter((path) => path === `/api/brokers/${lakeshore.id}/fmcsa`)).toHaveLength(2));
  });

  it('says how many lookups are used and when they come back, and no plan is offered', async () => {
    const limit = { name: 'brokerLookupsPerDay', current: 300, max: 300, isPlanActive: true };
    const body = { type: 'about:blank', title: 'x', status: 422, code: 'limit_reached', detail: 'x', instance: '/api/x', limit };
    visit({ found: null, lookUp: () => json(422, body) });
    fireEvent.click(await screen.findByRole('button', { name: 'Look up' }));
    await screen.findByText(/You have used all 300 lookups of today. They come back Tue, Nov 17, 2026, 00:00 CST./);
  });
});

describe('a risk', () => {
  it('stands above everything, and the filled button is FMCSA’s phone', async () => {
    const found = { ...checked, record: { ...checked.record, phone: '+19205550146', authorityStatus: 'REVOKED' as const } };
    visit({ broker: { grade: 'F', score: 0, reasons: [...paying, revoked], risks: [revoked] }, found });
    const box = await screen.findByRole('region', { name: '1 reason to check before you book' });
    expect(factsOf(box)).toEqual(['Authority revoked, as of Nov 16, 2026.']);
    const call = await screen.findByRole('link', { name: 'Call (920) 555-0146, FMCSA' });
    expect(call.getAttribute('data-variant')).toBe('filled');
    expect(screen.getByRole('button', { name: 'Email' }).getAttribute('data-variant')).toBe('default');
    screen.getByText('Phone differs from FMCSA');
  });

  it('is not there for a broker in good standing, whose filled button is Email', async () => {
    visit();
    expect((await screen.findByRole('button', { name: 'Email' })).getAttribute('data-variant')).toBe('filled');
    expect(screen.queryByText(/reasons? to check/)).toBeNull();
    await screen.findByText('Phone matches FMCSA');
    screen.getByText('lakeshore.example, 214 loads');
  });
});
