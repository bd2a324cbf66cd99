import type { BrokerBrief, PostingFacts, PostingProfit, SavedPosting } from '@headhaul/contracts/boards/postings';
import type { BrokerLookup, CheckedRecord } from '@headhaul/contracts/fmcsa';
import type { Endpoint } from '@headhaul/contracts/http/endpoint';
import type { SessionEnd } from '@headhaul/contracts/session-end';
import { wholeBoardLoad } from '@headhaul/domain/testing/board-load';
import type { ToBoard } from '../../board/messages.ts';
import { createChooseFilter } from '../../filters/choose-filter.ts';
import type { Called, MailApi } from '../../mail/mail-api.ts';
import { createArea, oneAtATime } from '../../testing/storage.ts';
import type { MatchesAnswer } from '../matches/messages.ts';
import type { RowAnswer } from '../messages.ts';
import { createCalls } from '../worker/calls.ts';
import { createKeptAnswers } from '../worker/kept-answers.ts';
import { createPanelDesk } from '../worker/panel-desk.ts';
import { createRowBrokers } from '../worker/row-brokers.ts';

export const nowMs = Date.parse('2026-11-18T15:00:00Z');
export const meId = '0190b000-0000-7000-8000-000000000001';
export const loadId = '0190d000-0000-7000-8000-000000000001';
const brokerId = '0190e000-0000-7000-8000-000000000001';
export const driverId = '0190f000-0000-7000-8000-000000000001';

export const load = wholeBoardLoad;

export const brief: BrokerBrief = {
  id: brokerId,
  name: 'Lakeshore Freight',
  mark: 'NONE',
  markReason: null,
  grade: 'A',
  daysToPay: 24.4,
  paidLoads: 14,
  risks: [],
  matchedBy: 'MC',
};

const record: CheckedRecord = {
  source: 'QCMOBILE',
  checkedAt: '2026-11-18T14:48:00.000Z',
  openDataAsOf: null,
  record: {
    dot: '123',
    mc: '428816',
    legalName: 'LAKESHORE FREIGHT LLC',
    dbaName: null,
    authorityStatus: 'ACTIVE',
    authoritySince: '2017-03-02',
    authorityGrantedOn: '2017-03-02',
    authorityReinstatedOn: null,
    authorityEvents: null,
    isBondOnFile: true,
    bondCents: 7_500_000,
    bondSince: null,
    bondCanceledOn: null,
    liabilityCents: null,
    isOutOfService: false,
    outOfServiceSince: null,
    address: null,
    phone: '+13125550148',
    officers: null,
  },
  changes: [
    {
      kind: 'PHONE',
      on: '2026-11-06',
      noticedAt: '2026-11-06T00:00:00.000Z',
      lastSeenAt: null,
      before: '+13125550000',
      after: '+13125550148',
    },
  ],
};

const history = {
  loads: 14,
  grossCents: 3_400_000,
  rpmCents: 260,
  paidLoads: 12,
  daysToPayMean: 26,
  daysToPayMedian: 24,
  shortPays: 1,
  shortPaidCents: 12_000,
  openCents: 0,
  detentionAsked: 3,
  detentionPaid: 2,
  firstLoadAt: null,
  lastLoadAt: null,
};

export const facts: PostingFacts = {
  broker: {
    id: brokerId,
    name: 'Lakeshore Freight',
    mc: '428816',
    dot: null,
    phone: '+13125550148',
    paymentTermsDays: 30,
    mark: 'NONE',
    markReason: null,
    domains: [{ domain: 'lakeshore.example', loads: 14, firstSeenAt: '2025-01-01T00:00:00.000Z', lastSeenAt: '2026-11-01T00:00:00.000Z' }],
    history,
    grade: 'A',
    reasons: [],
    risks: [],
  },
  matchedBy: 'MC',
  record,
  factor: {
    hasFactor: true,
    factorName: 'Ridgeway',
    standing: {
      status: 'APPROVED',
      limitCents: 1_500_000,
      usedCents: 380_000,
      source: 'LIST',
      asOf: '2026-11-12',
      limitAsOf: '2026-11-12',
    },
    matchedBy: 'MC',
    isAmbiguous: false,
  },
  mails: [
    {
      id: '0190a000-0000-7000-8000-000000000009',
      createdAt: '2026-11-18T13:00:00.000Z',
      sentAt: '2026-11-18T13:00:10.000Z',
      state: 'SENT',
      userId: meId,
      userName: 'Ann Reyes',
      lane: 'Milwaukee, WI to Conley, GA',
      answer: 'REPLIED',
    },
  ],
  saved: null,
};

export const unknownFacts: PostingFacts = {
  broker: null,
  matchedBy: null,
  record: null,
  factor: { hasFactor: false, factorName: null, standing: null, matchedBy: null, isAmbiguous: false },
  mails: [],
  saved: null,
};

export const saved: SavedPosting = {
  loadId,
  loadNumber: '24829',
  status: 'DRAFT',
  savedAt: '2026-11-18T14:58:00.000Z',
  savedByName: 'Ann Reyes',
  postedCents: 245_000,
};

export const profit: PostingProfit = {
  profit: {
    isCounted: true,
    grossCents: 245_000,
    rpm: 2.973,
    cutCents: null,
    netCents: 90_000,
    netPerDayCents: 60_000,
    days: 1.5,
    before: ['TOLLS'],
    missing: ['TOLLS'],
    ledger: [
      { name: 'Linehaul', note: null, amount: '$2,450.00', isKnown: true },
      { name: 'Tolls', note: 'not known', amount: '–', isKnown: false },
    ],
    scale: {
      rateCents: 245_000,
      floorCents: 191_000,
      targetCents: 218_000,
      askCents: 260_000,
      verdict: { tone: 'good', text: '$270 over target' },
      note: 'Floor is break-even.',
    },
    basis: 'Omar Haddad, truck 126',
    trip: '1.5 days with rest',
    dieselSource: 'Diesel: EIA, Midwest, Nov 16',
    tollsWeek: null,
  },
  deadhead: { miles: 31, source: 'MEASURED' },
};

export const lookup: BrokerLookup = {
  outcome: 'FOUND',
  found: record,
  missing: null,
  keptBecause: null,
  lookups: { current: 12, max: 300, isUnlimited: false },
};

export const driver = { id: driverId, name: 'Omar Haddad', truckNumber: '126', readyAt: null, readyCity: 'Racine', readyState: 'WI' };

interface Question {
  userId: string;
  path: string;
  input: { body?: unknown; query?: unknown };
  key: string | null;
}

type Office = Record<string, Called<unknown>>;
const ok = (value: unknown): Called<unknown> => ({ ok: true, value });

/** The worker's side of the panel, with an API that answers from a table, and a board's page that answers what the test says. */
export function createPanelWorld() {
  const world = {
    now: nowMs,
    user: { userId: meId, companyId: 'bluffline', isPaused: false } as { userId: string; companyId: string; isPaused: boolean } | null,
    ended: null as SessionEnd | null,
    silentSince: null as number | null,
    lookedAt: null as number | null,
    asked: [] as Question[],
    /** How often the filters that run were fetched anew. */
    refreshed: 0,
    office: {
      '/ext/boards/postings': ok(facts),
      '/ext/boards/profits': ok(profit),
      '/ext/boards/drivers': ok({ drivers: [driver] }),
      '/ext/boards/loads': ok({ saved, isNew: true }),
      '/ext/boards/brokers/mark': ok({ ...brief, mark: 'BLOCKED', markReason: 'Short pay' }),
      '/ext/boards/calls': ok({ current: 1, max: 0, isUnlimited: true }),
      '/fmcsa/brokers': ok(lookup),
    } as Office,
    /** What the page answers to a look at a row. */
    page: (async () => ({ state: 'READING', load })) as (message: ToBoard) => Promise<RowAnswer | MatchesAnswer | undefined>,
  };
  const area = { session: createArea(), local: createArea() };
  const ask = (async (userId: string, endpoint: Endpoint, input: Question['input'], key: string | null = null) => {
    world.asked.push({ userId, path: endpoint.path, input, key });
    if (endpoint.path === '/ext/boards/brokers') {
      const { brokers } = input.body as { brokers: { mc: string | null }[] };
      return (
        world.office[endpoint.path] ??
        ok({
          brokers: brokers.map(({ mc }) =>
            mc === '428816' ? { brief, isNew: false, factor: 'APPROVED' } : { brief: null, isNew: true, factor: null },
          ),
        })
      );
    }
    return world.office[endpoint.path];
  }) as unknown as MailApi;
  const clock = () => world.now;
  const keptIn = (name: string) => ({ area: area.session, name, most: 60, withLock: oneAtATime(), nowMs: clock });
  const countRefresh = async () => {
    world.refreshed += 1;
  };
  const createDesk = () =>
    createPanelDesk({
      ask,
      session: area.session,
      local: area.local,
      kept: createKeptAnswers(keptIn('panel-answers')),
      rowBrokers: createRowBrokers({ ask, kept: createKeptAnswers(keptIn('row-brokers')), nowMs: clock }),
      calls: createCalls({ ask, local: area.local, withLock: oneAtATime(), nowMs: clock }),
      readUser: async () => world.user,
      filters: createChooseFilter({ ask, refresh: countRefresh }),
      packs: {
        lookedAtMs: async () => world.lookedAt,
        async look() {
          world.lookedAt = world.now;
        },
      },
      silentSinceMs: async () => world.silentSince,
      async tryAgain() {
        world.silentSince = null;
      },
      readEnded: async () => world.ended,
      framesOf: async (tabId) => (tabId === at.tabId ? [{ board: at.board, frameId: at.frameId, sinceMs: nowMs }] : []),
      sendToFrame: async (_tab, _frame, message) => world.page(message),
      nowMs: clock,
    });
  /** How often the API was asked for this. */
  const countOf = (path: string) => world.asked.filter((one) => one.path === path).length;
  return Object.assign(world, { area, createDesk, countOf });
}

export const at = { board: 'demo', tabId: 7, frameId: 0 } as const;
export const unreachable: Called<never> = { ok: false, failure: 'UNREACHABLE' };
export function refused(code: string, more: object = {}): Called<never> {
  const problem = { type: 'about:blank', title: code, status: 422, code, detail: `because ${code}`, instance: '/', ...more };
  return { ok: false, failure: 'REFUSED', problem };
}
