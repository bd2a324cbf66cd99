import type { BrokerLoad } from '../brokers/figures.ts';
import type { AuthorityFacts, ContactSignal, FactorFacts } from '../brokers/score.ts';
import { loadStatuses } from '../loads/status.ts';

/** Everything a score is made from, before anything is counted. */
export interface History {
  loads: readonly BrokerLoad[];
  factor: FactorFacts | null;
  authority: AuthorityFacts | null;
  contact: readonly ContactSignal[] | null;
}

/** From 0 up to, not including, `limit`. */
export type Below = (limit: number) => number;

/** The same seed gives the same numbers. A linear congruential generator; its high bits are random enough for tests. */
export function belowFrom(seed: number): Below {
  let state = seed >>> 0;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

export const today = '2026-11-16';
const todayMs = Date.parse(today);
const dayMs = 86_400_000;

const at = (ms: number) => new Date(ms).toISOString();
const day = (daysAgo: number) => at(todayMs - daysAgo * dayMs).slice(0, 10);
const pick = <T>(below: Below, choices: readonly [T, ...T[]]): T => choices[below(choices.length)] ?? choices[0];
const once = (below: Below, in_: number) => below(in_) === 0;

/** Any status, on both sides of the twelve months, with every optional value present or missing. */
export function randomLoad(below: Below): BrokerLoad {
  const pickupMs = todayMs + (below(30) - 20) * dayMs - below(4) * 100 * dayMs + below(dayMs);
  const status = once(below, 2) ? 'PAID' : pick(below, loadStatuses);
  const invoicedMs = pickupMs + below(6) * dayMs + below(dayMs);
  const paidMs = invoicedMs + below(below(8) === 0 ? 200 : 45) * dayMs - below(2) * below(dayMs);
  const isSettled = status === 'PAID' || status === 'INVOICED';
  const isUncounted = status === 'DRAFT' || status === 'CANCELLED' || status === 'DISCARDED';
  const grossCents = isUncounted ? 0 : below(400_000);
  return {
    status,
    statusBeforeProblem: (isSettled || status === 'CANCELLED') && once(below, 6) ? 'TONU' : null,
    deletedAt: once(below, 15) ? at(todayMs) : null,
    pickupAt: at(pickupMs),
    driverId: once(below, 3) ? null : 'driver',
    grossCents,
    loadedMiles: below(2_000),
    deadheadMiles: below(200),
    paymentTermsDays: pick(below, [0, 15, 30, 30, 45]),
    invoicedAt: isSettled && !once(below, 12) ? at(invoicedMs) : null,
    paidAt: status === 'PAID' && !once(below, 12) ? at(paidMs) : null,
    paidAmountCents: status === 'PAID' ? (once(below, 6) ? below(grossCents + 1) : grossCents) : null,
    fees: once(below, 3)
      ? [
          {
            type: pick(below, ['LUMPER', 'DETENTION', 'DETENTION', 'LAYOVER']),
            status: pick(below, ['PENDING', 'APPROVED', 'PAID', 'DENIED']),
            brokerAmountCents: below(20_000),
          },
        ]
      : [],
  };
}

function randomAuthority(below: Below): AuthorityFacts {
  const maybe = <T>(value: T): T | null => (once(below, 2) ? null : value);
  return {
    status: maybe(pick(below, ['ACTIVE', 'ACTIVE', 'ACTIVE', 'INACTIVE', 'REVOKED', 'NOT_AUTHORIZED'])),
    grantedOn: maybe(day(below(4_000))),
    reinstatedOn: once(below, 5) ? day(below(800)) : null,
    isBondOnFile: maybe(!once(below, 5)),
    isInsuranceOnFile: maybe(!once(below, 5)),
    isOutOfService: maybe(once(below, 10)),
    phoneChangedOn: once(below, 5) ? day(below(300)) : null,
    addressChangedOn: once(below, 5) ? day(below(300)) : null,
    checkedOn: day(below(30)),
  };
}

function randomFactor(below: Below): FactorFacts {
  return {
    status: pick(below, ['APPROVED', 'APPROVED', 'LIMITED', 'DECLINED', 'NOT_ASKED']),
    limitCents: once(below, 2) ? null : below(5_000_000),
    usedCents: once(below, 2) ? null : below(5_000_000),
    asOf: day(below(30)),
  };
}

const signalKinds = ['LOOK_ALIKE_DOMAIN', 'FREE_MAIL', 'OTHER_DOMAIN', 'PHONE_NOT_ON_RECORD'] as const;

export function randomHistory(below: Below): History {
  return {
    loads: Array.from({ length: below(40) }, () => randomLoad(below)),
    factor: once(below, 2) ? null : randomFactor(below),
    authority: once(below, 2) ? null : randomAuthority(below),
    contact: once(below, 2) ? null : Array.from({ length: below(2) }, () => ({ kind: pick(below, signalKinds), seenOn: day(below(90)) })),
  };
}

/** A load of the last months that was paid in full. */
function paidLoad(below: Below, daysOver: number): BrokerLoad {
  const invoicedMs = todayMs - (120 + below(100)) * dayMs;
  const grossCents = 100_000 + below(200_000);
  return {
    status: 'PAID',
    statusBeforeProblem: once(below, 8) ? 'TONU' : null,
    deletedAt: null,
    pickupAt: at(invoicedMs - 3 * dayMs),
    driverId: 'driver',
    grossCents,
    loadedMiles: 800,
    deadheadMiles: below(90),
    paymentTermsDays: 30,
    invoicedAt: at(invoicedMs),
    paidAt: at(invoicedMs + (30 + daysOver) * dayMs),
    paidAmountCents: grossCents,
    fees: [],
  };
}

type Step = (history: History, below: Below) => History;

function withLoad(history: History, load: BrokerLoad): History {
  return { ...history, loads: [...history.loads, load] };
}

/** Changes one of the loads for which this makes something of it. Returns the history itself if there is none. */
function changeLoad(history: History, below: Below, change: (load: BrokerLoad) => BrokerLoad | null): History {
  const changed = history.loads.flatMap((load, index) => {
    const after = change(load);
    return after === null ? [] : [{ index, after }];
  });
  if (changed.length === 0) return history;
  const { index, after } = pick(below, changed as [(typeof changed)[number], ...typeof changed]);
  return { ...history, loads: history.loads.map((load, at_) => (at_ === index ? after : load)) };
}

const laterBy = (iso: string, days: number) => at(Date.parse(iso) + days * dayMs);
const isHauled = (load: BrokerLoad) => load.status === 'DELIVERED' || load.status === 'INVOICED' || load.status === 'PAID';

const noAuthority: AuthorityFacts = {
  status: null,
  grantedOn: null,
  reinstatedOn: null,
  isBondOnFile: null,
  isInsuranceOnFile: null,
  isOutOfService: null,
  phoneChangedOn: null,
  addressChangedOn: null,
  checkedOn: today,
};
const say = (history: History, said: Partial<AuthorityFacts>): History => ({
  ...history,
  authority: { ...noAuthority, ...history.authority, ...said },
});
const withFactor = (history: History, status: FactorFacts['status'], limitCents: number | null, usedCents: number | null): History => ({
  ...history,
  factor: { status, limitCents, usedCents, asOf: today },
});

/** Each adds one bad fact or makes one worse. None may raise the score. */
export const badSteps: Record<string, Step> = {
  'a load paid late': (history, below) => withLoad(history, paidLoad(below, 6 + below(90))),
  'a load paid short': (history, below) => {
    const load = paidLoad(below, below(2) * below(60) - 5);
    return withLoad(history, { ...load, paidAmountCents: below(load.grossCents) });
  },
  'a load canceled with a driver': (history, below) =>
    withLoad(history, {
      ...paidLoad(below, 0),
      status: 'CANCELLED',
      statusBeforeProblem: null,
      grossCents: 0,
      paidAt: null,
      invoicedAt: null,
    }),
  'a TONU given up': (history, below) =>
    withLoad(history, {
      ...paidLoad(below, 0),
      status: 'CANCELLED',
      statusBeforeProblem: 'TONU',
      grossCents: 0,
      paidAt: null,
      invoicedAt: null,
    }),
  'an invoice past due': (history, below) => withLoad(history, { ...paidLoad(below, 0), status: 'INVOICED', paidAt: null }),
  'a detention denied': (history, below) =>
    changeLoad(history, below, (load) =>
      isHauled(load) ? { ...load, fees: [...load.fees, { type: 'DETENTION', status: 'DENIED', brokerAmountCents: 5_000 }] } : null,
    ),
  'a paid detention denied after all': (history, below) =>
    changeLoad(history, below, (load) => {
      const fees = load.fees.map((fee) =>
        fee.type === 'DETENTION' && fee.status === 'PAID' ? { ...fee, status: 'DENIED' as const } : fee,
      );
      return JSON.stringify(fees) === JSON.stringify(load.fees) ? null : { ...load, fees };
    }),
  'a payment that came later': (history, below) =>
    changeLoad(history, below, (load) => (load.paidAt === null ? null : { ...load, paidAt: laterBy(load.paidAt, 1 + below(60)) })),
  'a payment that was smaller': (history, below) =>
    changeLoad(history, below, (load) =>
      load.paidAmountCents === null || load.paidAmountCents === 0 ? null : { ...load, paidAmountCents: below(load.paidAmountCents) },
    ),
  'authority not active': (history, below) => say(history, { status: pick(below, ['INACTIVE', 'REVOKED', 'NOT_AUTHORIZED']) }),
  'authority reinstated': (history, below) => (history.authority?.reinstatedOn ? history : say(history, { reinstatedOn: day(below(400)) })),
  'out of service': (history) => say(history, { isOutOfService: true }),
  'no bond': (history) => say(history, { isBondOnFile: false }),
  'no insurance': (history) => say(history, { isInsuranceOnFile: false }),
  'phone changed': (history) => say(history, { phoneChangedOn: today }),
  'address changed': (history) => say(history, { addressChangedOn: today }),
  'factor declined': (history) => withFactor(history, 'DECLINED', null, null),
  'factor limit used up': (history) =>
    history.factor === null || history.factor.status === 'NOT_ASKED' || history.factor.status === 'DECLINED'
      ? history
      : withFactor(history, history.factor.status, 100, 100),
  'a strange contact': (history, below) => ({
    ...history,
    contact: [...(history.contact ?? []), { kind: pick(below, signalKinds), seenOn: today }],
  }),
};

/** Each adds one good fact or makes one better. None may lower the score. */
export const goodSteps: Record<string, Step> = {
  'a load paid on time and in full': (history, below) => withLoad(history, paidLoad(below, below(36) - 30)),
  'a detention paid': (history, below) =>
    changeLoad(history, below, (load) =>
      isHauled(load) ? { ...load, fees: [...load.fees, { type: 'DETENTION', status: 'PAID', brokerAmountCents: 5_000 }] } : null,
    ),
  'a payment that came earlier': (history, below) =>
    changeLoad(history, below, (load) => (load.paidAt === null ? null : { ...load, paidAt: laterBy(load.paidAt, -1 - below(60)) })),
  'a short pay made good': (history, below) =>
    changeLoad(history, below, (load) => (load.paidAmountCents === null ? null : { ...load, paidAmountCents: 10_000_000 })),
  'authority active': (history) => say(history, { status: 'ACTIVE' }),
  'authority older': (history) => (history.authority?.grantedOn ? say(history, { grantedOn: '2010-01-04' }) : history),
  'a bond': (history) => say(history, { isBondOnFile: true }),
  insurance: (history) => say(history, { isInsuranceOnFile: true }),
  'in service': (history) => say(history, { isOutOfService: false }),
  'factor approved': (history) => withFactor(history, 'APPROVED', null, null),
  'a contact explained': (history) => ({ ...history, contact: (history.contact ?? []).slice(1) }),
};
