import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { belowFrom, randomLoad, today } from '../testing/broker-histories.ts';
import {
  addEvent,
  type BrokerDays,
  type BrokerLoad,
  countedFrom,
  eventOf,
  figuresFrom,
  meanDays,
  medianDays,
  type OwnHistory,
  ownHistory,
  removeEvent,
} from './figures.ts';

const dayMs = 86_400_000;
const someLoads = fc.tuple(fc.integer(), fc.nat({ max: 25 })).map(([seed, count]) => {
  const below = belowFrom(seed);
  return Array.from({ length: count }, () => randomLoad(below));
});

const tenth = (days: number) => Math.round(days * 10) / 10;

/** The same figures, each counted directly over the loads of the window. */
function countDirectly(all: readonly BrokerLoad[]): OwnHistory {
  const from = '2025-11-16';
  const kept = all.filter(({ deletedAt, pickupAt }) => deletedAt === null && pickupAt.slice(0, 10) >= from);
  const counted = kept.filter(({ status }) => !['DRAFT', 'CANCELLED', 'DISCARDED'].includes(status));
  const tonu = ({ status, statusBeforeProblem }: BrokerLoad) => status === 'TONU' || statusBeforeProblem === 'TONU';
  const sum = <T>(of: readonly T[], value: (one: T) => number) => of.reduce((total, one) => total + value(one), 0);
  const owed = (load: BrokerLoad) =>
    load.grossCents +
    sum(load.fees, ({ type, status, brokerAmountCents }) => (type === 'LUMPER' && status !== 'DENIED' ? brokerAmountCents : 0));
  const settled = counted.filter(({ status }) => status === 'PAID');
  const short = settled.filter((load) => (load.paidAmountCents ?? 0) < owed(load));
  const paid = settled.flatMap((load) => {
    const { invoicedAt, paidAt, paymentTermsDays } = load;
    if (invoicedAt === null || paidAt === null) return [];
    const ms = Math.max(Date.parse(paidAt) - Date.parse(invoicedAt), 0);
    return [{ ms, terms: paymentTermsDays, over: Math.floor(ms / dayMs - paymentTermsDays), isShort: short.includes(load) }];
  });
  const tenths = paid.map(({ ms }) => tenth(ms / dayMs)).sort((a, b) => a - b);
  const middle = [tenths[Math.floor((tenths.length - 1) / 2)], tenths[Math.floor(tenths.length / 2)]] as const;
  const fees = counted.flatMap((load) => load.fees.filter(({ type }) => type === 'DETENTION'));
  const open = counted.filter(({ status }) => status === 'INVOICED');
  const overdue = open.flatMap((load) => {
    if (load.invoicedAt === null) return [];
    const due = new Date(Date.parse(load.invoicedAt) + load.paymentTermsDays * dayMs).toISOString().slice(0, 10);
    return due < today ? [{ due, cents: owed(load) }] : [];
  });
  const canceled = kept.filter(({ status }) => status === 'CANCELLED');
  return {
    from,
    loads: counted.length,
    grossCents: sum(counted, ({ grossCents }) => grossCents),
    miles: sum(counted, ({ loadedMiles, deadheadMiles }) => loadedMiles + deadheadMiles),
    settledLoads: settled.length,
    paidLoads: paid.length,
    cleanLoads: paid.filter(({ over, isShort }) => over <= 5 && !isShort).length,
    paidMs: sum(paid, ({ ms }) => ms),
    termsDays: sum(paid, ({ terms }) => terms),
    late: paid.filter(({ over }) => over > 5).length,
    late15: paid.filter(({ over }) => over > 15).length,
    late30: paid.filter(({ over }) => over > 30).length,
    shortPays: short.length,
    shortPaidCents: sum(short, (load) => owed(load) - (load.paidAmountCents ?? 0)),
    openCents: sum(open, owed),
    detentionAsked: fees.filter(({ status }) => status === 'PAID' || status === 'DENIED').length,
    detentionPaid: fees.filter(({ status }) => status === 'PAID').length,
    canceled: canceled.filter((load) => !tonu(load) && load.driverId !== null).length,
    tonuPaid: settled.filter((load) => tonu(load) && (load.paidAmountCents ?? 0) > 0).length,
    tonuUnpaid: canceled.filter(tonu).length + settled.filter((load) => tonu(load) && (load.paidAmountCents ?? 0) === 0).length,
    daysToPayMean: paid.length === 0 ? null : tenth(sum(paid, ({ ms }) => ms) / paid.length / dayMs),
    daysToPayMedian: paid.length === 0 ? null : tenth(((middle[0] ?? 0) + (middle[1] ?? 0)) / 2 + 1e-9),
    overdueLoads: overdue.length,
    overdueCents: sum(overdue, ({ cents }) => cents),
    overdueDays: Math.max(0, ...overdue.map(({ due }) => (Date.parse(today) - Date.parse(due)) / dayMs)),
  };
}

function isPaidAtTie({ paidMs, paidLoads }: OwnHistory): boolean {
  // Half of a tenth exactly: the direct count computes it in fractions of a day and may round it either way.
  return (paidMs * 20) % (paidLoads * dayMs) === 0;
}

describe('ownHistory', () => {
  it('is what a direct count of the loads of twelve months gives', () => {
    fc.assert(
      fc.property(someLoads, (all) => {
        const own = ownHistory(figuresFrom(all), today);
        const expected = countDirectly(all);
        expect(isPaidAtTie(own) ? { ...own, daysToPayMean: null } : own).toEqual(
          isPaidAtTie(own) ? { ...expected, daysToPayMean: null } : expected,
        );
      }),
    );
  });

  it('counts a load until its pickup day is more than twelve months ago, and a load that is not picked up yet', () => {
    const load = (pickupAt: string): BrokerLoad => ({
      status: 'DELIVERED',
      statusBeforeProblem: null,
      deletedAt: null,
      pickupAt,
      driverId: null,
      grossCents: 100,
      loadedMiles: 1,
      deadheadMiles: 0,
      paymentTermsDays: 30,
      invoicedAt: null,
      paidAt: null,
      paidAmountCents: null,
      fees: [],
    });
    const days = figuresFrom([load('2025-11-15T23:59:59.999Z'), load('2025-11-16T00:00:00Z'), load('2027-01-01T00:00:00Z')]);
    expect(ownHistory(days, today).loads).toBe(2);
    expect(ownHistory(days, '2026-11-15').loads).toBe(3);
  });
});

describe('addEvent and removeEvent', () => {
  it('give the figures of a count from scratch, in whatever order loads come, change and go', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const below = belowFrom(seed);
        const versions = Array.from({ length: 1 + below(8) }, () => Array.from({ length: 1 + below(4) }, () => randomLoad(below)));
        // Every version of a load comes, and every one but the last goes again: in any order, even before it came.
        const steps = versions.flatMap((ofOne) => [
          ...ofOne.map((load) => ({ load, apply: addEvent })),
          ...ofOne.slice(0, -1).map((load) => ({ load, apply: removeEvent })),
        ]);
        for (let index = steps.length - 1; index > 0; index--) {
          const other = below(index + 1);
          [steps[index], steps[other]] = [steps[other], steps[index]] as [(typeof steps)[0], (typeof steps)[0]];
        }
        const folded = steps.reduce<BrokerDays>((days, { load, apply }) => {
          const event = eventOf(load);
          return event === null ? days : apply(days, event);
        }, {});
        expect(folded).toEqual(figuresFrom(versions.flatMap((ofOne) => ofOne.slice(-1))));
      }),
    );
  });
});

describe('medianDays and meanDays', () => {
  it.each([
    [{}, null],
    [{ '305': 1 }, 30.5],
    [{ '300': 1, '310': 1 }, 30.5],
    [{ '300': 1, '301': 1 }, 30.1],
    [{ '0': 3, '9': 1, '1000': 3 }, 0.9],
    [{ '90': 2, '1000': 1 }, 9],
  ])('of %j is %s', (payments, median) => {
    expect(medianDays(payments)).toBe(median);
  });

  it('round to a tenth of a day', () => {
    expect(meanDays({ paidMs: 0, paidLoads: 0 })).toBeNull();
    expect(meanDays({ paidMs: 601 * dayMs, paidLoads: 20 })).toBe(30.1);
    expect(meanDays({ paidMs: 91 * dayMs, paidLoads: 3 })).toBe(30.3);
  });
});

describe('countedFrom', () => {
  it('is the same date a year before', () => {
    expect(countedFrom('2026-11-16')).toBe('2025-11-16');
    expect(countedFrom('2028-02-29')).toBe('2027-02-28');
    expect(countedFrom('2029-02-28')).toBe('2028-02-28');
  });
});
