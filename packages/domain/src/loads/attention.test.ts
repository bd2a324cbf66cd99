import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cpuCost } from '../testing/cpu-cost.ts';
import { type AttentionFacts, attentionOf, documentStates, needsAttention, needsAttentionStatuses } from './attention.ts';
import { loadStatuses } from './status.ts';

/** A Thursday morning in Chicago, as in the design. */
const today = (clock: string) => `2026-11-12T${clock}:00-06:00`;
const now = Date.parse(today('10:41'));
const id = '018f0000-0000-7000-8000-000000000001';

const row: AttentionFacts = {
  status: 'BOOKED',
  statusChangedAt: today('06:41'),
  problemReason: null,
  pickupAt: '2026-11-13T08:00:00-06:00',
  pickupEndsAt: '2026-11-13T08:00:00-06:00',
  pickupHasTime: true,
  pickupZone: 'America/Chicago',
  deliveryAt: '2026-11-14T07:00:00-05:00',
  deliveryEndsAt: '2026-11-14T07:00:00-05:00',
  deliveryHasTime: true,
  deliveryZone: 'America/New_York',
  stopCount: 2,
  dockArrivedAt: null,
  driverId: id,
  linehaulCents: 130_000,
  hasRc: true,
  hasBol: false,
  hasPod: false,
  invoicedAt: null,
  dueOn: null,
  companyZone: 'America/Chicago',
  paidAt: null,
  deletedAt: null,
};

const pickup = (when: string, until = when): Partial<AttentionFacts> => ({ pickupAt: when, pickupEndsAt: until });
const delivery = (when: string, until = when): Partial<AttentionFacts> => ({ deliveryAt: when, deliveryEndsAt: until });
const wholeDay = { pickupHasTime: false };

const cases: [string, Partial<AttentionFacts>, string, string, string][] = [
  ['a draft without a rate', { status: 'DRAFT', linehaulCents: 0 }, 'Rate missing', 'plain', 'NEXT_UP'],
  ['a draft with all it needs', { status: 'DRAFT' }, 'Ready to book', 'plain', 'NEXT_UP'],
  ['booked', {}, 'Picks up in 21 h', 'plain', 'NEXT_UP'],
  ['booked, very soon', pickup(today('11:21')), 'Picks up in 40 min', 'plain', 'NEXT_UP'],
  ['booked for the day after tomorrow', pickup('2026-11-14T07:00:00-06:00'), 'Picks up Sat', 'plain', 'NEXT_UP'],
  ['booked for far ahead', pickup('2026-11-23T07:00:00-06:00'), 'Picks up 11/23', 'plain', 'NEXT_UP'],
  ['booked for next year', pickup('2027-01-04T07:00:00-06:00'), 'Picks up 1/4/27', 'plain', 'NEXT_UP'],
  [
    'booked for a day without a time',
    { ...wholeDay, ...pickup('2026-11-13T00:00:00-06:00', '2026-11-13T23:59:00-06:00') },
    'Picks up tomorrow',
    'plain',
    'NEXT_UP',
  ],
  ['booked for today without a time', { ...wholeDay, ...pickup(today('00:00'), today('23:59')) }, 'Picks up today', 'plain', 'NEXT_UP'],
  ['booked without the rate con', { hasRc: false }, 'RC not signed', 'need', 'NEEDS_ATTENTION'],
  ['booked without a driver', { driverId: null }, 'No driver yet', 'need', 'NEEDS_ATTENTION'],
  [
    'booked without a driver, with time to find one',
    { driverId: null, ...pickup('2026-11-13T12:00:00-06:00') },
    'Picks up in 25 h',
    'plain',
    'NEXT_UP',
  ],
  ['booked and overslept', pickup(today('10:11')), 'Pickup 30 min late', 'bad', 'NEEDS_ATTENTION'],
  ['dispatched', { status: 'DISPATCHED', ...pickup(today('13:41')) }, 'Picks up in 3 h', 'plain', 'ROLLING'],
  [
    'dispatched, the dock is open',
    { status: 'DISPATCHED', ...pickup(today('08:00'), today('12:41')) },
    'Picks up within 2 h',
    'plain',
    'ROLLING',
  ],
  ['dispatched, now', { status: 'DISPATCHED', ...pickup(today('10:41')) }, 'Picks up now', 'plain', 'ROLLING'],
  ['dispatched and a little late', { status: 'DISPATCHED', ...pickup(today('09:46')) }, 'Pickup 55 min late', 'bad', 'ROLLING'],
  ['dispatched and late', { status: 'DISPATCHED', ...pickup(today('09:26')) }, 'Pickup 1 h 15 min late', 'bad', 'NEEDS_ATTENTION'],
  ['at pickup', { status: 'AT_PICKUP', dockArrivedAt: today('10:23') }, 'At dock 18 min', 'plain', 'ROLLING'],
  [
    'at pickup, the free time running out',
    { status: 'AT_PICKUP', ...pickup(today('09:00')), dockArrivedAt: today('09:29') },
    '48 min of free time left',
    'plain',
    'ROLLING',
  ],
  [
    'at pickup, detained',
    { status: 'AT_PICKUP', ...pickup(today('07:00')), dockArrivedAt: today('07:29') },
    'Detention 1 h 12 min',
    'need',
    'NEEDS_ATTENTION',
  ],
  [
    'at pickup, early: the appointment starts the clock',
    { status: 'AT_PICKUP', ...pickup(today('10:00')), dockArrivedAt: today('07:29') },
    'At dock 3 h 12 min',
    'plain',
    'ROLLING',
  ],
  [
    'at a delivery on the way to the last one',
    { status: 'AT_DELIVERY', stopCount: 3, dockArrivedAt: today('08:29') },
    'Detention 12 min',
    'need',
    'NEEDS_ATTENTION',
  ],
  [
    'at delivery, arrival unknown',
    { status: 'AT_DELIVERY', ...delivery(today('07:00')), statusChangedAt: today('10:23') },
    'At dock 18 min',
    'plain',
    'ROLLING',
  ],
  ['in transit', { status: 'IN_TRANSIT', ...delivery(today('17:41')) }, 'Delivers in 7 h', 'plain', 'ROLLING'],
  ['in transit, a little late', { status: 'IN_TRANSIT', ...delivery(today('09:46')) }, 'Running 55 min late', 'bad', 'ROLLING'],
  [
    'in transit, days late',
    { status: 'IN_TRANSIT', ...delivery('2026-11-10T09:46:00-06:00') },
    'Running 2 d late',
    'bad',
    'NEEDS_ATTENTION',
  ],
  ['a problem', { status: 'PROBLEM', problemReason: 'Refused: 2 pallets wet' }, 'Refused: 2 pallets wet', 'bad', 'NEEDS_ATTENTION'],
  ['delivered with its documents', { status: 'DELIVERED', hasPod: true }, 'Ready to invoice', 'plain', 'DOCUMENTS'],
  ['delivered just now', { status: 'DELIVERED' }, 'Waiting for the POD', 'plain', 'DOCUMENTS'],
  [
    'delivered and no POD',
    { status: 'DELIVERED', statusChangedAt: '2026-11-10T06:41:00-06:00' },
    'POD missing 2 d',
    'need',
    'NEEDS_ATTENTION',
  ],
  ['invoiced', { status: 'INVOICED', dueOn: '2026-12-10' }, 'Due 12/10', 'plain', 'OTHER'],
  ['due today', { status: 'INVOICED', dueOn: '2026-11-12' }, 'Due 11/12', 'plain', 'OTHER'],
  ['overdue', { status: 'INVOICED', dueOn: '2026-10-31' }, '12 d overdue', 'need', 'NEEDS_ATTENTION'],
  ['paid', { status: 'PAID', invoicedAt: '2026-10-21T23:30:00-04:00', paidAt: today('08:00') }, 'Paid 11/12, 22 days', 'plain', 'OTHER'],
  ['TONU', { status: 'TONU', linehaulCents: 25_000 }, 'TONU $250', 'plain', 'OTHER'],
  ['TONU with cents', { status: 'TONU', linehaulCents: 125_050 }, 'TONU $1,250.50', 'plain', 'OTHER'],
  ['cancelled', { status: 'CANCELLED' }, 'Cancelled 11/12', 'plain', 'OTHER'],
  ['discarded last year', { status: 'DISCARDED', statusChangedAt: '2025-12-30T12:00:00Z' }, 'Discarded 12/30/25', 'plain', 'OTHER'],
  ['in the bin', { status: 'PROBLEM', problemReason: 'Wet', deletedAt: '2026-11-12T10:00:00Z' }, 'Wet', 'plain', 'OTHER'],
];

describe('attentionOf', () => {
  it.each(cases)('%s', (_, change, words, tone, group) => {
    expect(attentionOf({ ...row, ...change }, now)).toEqual({ words, tone, group });
  });

  describe('an invoice, where the office and the delivery have different days', () => {
    /** Thursday 23:30 in Los Angeles, Friday 02:30 in New York. */
    const lateMs = Date.parse('2026-11-12T23:30:00-08:00');
    const office = { companyZone: 'America/Los_Angeles', deliveryZone: 'America/New_York' };

    it('is not overdue before the office’s day is over', () => {
      expect(attentionOf({ ...row, ...office, status: 'INVOICED', dueOn: '2026-11-12' }, lateMs)).toMatchObject({
        words: 'Due 11/12',
        group: 'OTHER',
      });
    });

    it('is overdue when the office’s day is over, also where it was delivered earlier', () => {
      const eastern = { companyZone: 'America/New_York', deliveryZone: 'America/Los_Angeles' };
      expect(attentionOf({ ...row, ...eastern, status: 'INVOICED', dueOn: '2026-11-12' }, lateMs)).toMatchObject({
        words: '1 d overdue',
        group: 'NEEDS_ATTENTION',
      });
    });

    it('was paid on the office’s day, as its exported table says', () => {
      const paid = { status: 'PAID' as const, invoicedAt: '2026-11-10T12:00:00-08:00', paidAt: '2026-11-12T23:30:00-08:00' };
      expect(attentionOf({ ...row, ...office, ...paid }, lateMs).words).toBe('Paid 11/12, 2 days');
    });
  });

  it('goes by the broker’s free time when it is given', () => {
    const detained = {
      ...row,
      status: 'AT_PICKUP' as const,
      ...pickup(today('07:00')),
      dockArrivedAt: today('09:31'),
    };
    expect(attentionOf(detained, now, { freeMinutes: 60 }).words).toBe('Detention 10 min');
    expect(attentionOf(detained, now).words).toBe('50 min of free time left');
  });
});

describe('any load at any hour', () => {
  const ms = fc.integer({ min: now - 40 * 86_400_000, max: now + 40 * 86_400_000 });
  const instant = ms.map((one) => new Date(one).toISOString());
  const anyRow = fc
    .record({
      status: fc.constantFrom(...loadStatuses),
      statusChangedAt: instant,
      problemReason: fc.constantFrom(null, 'Flat tire'),
      pickupAt: instant,
      pickupHasTime: fc.boolean(),
      deliveryAt: instant,
      deliveryHasTime: fc.boolean(),
      stopCount: fc.integer({ min: 2, max: 5 }),
      dockArrivedAt: fc.option(instant),
      driverId: fc.constantFrom(null, id),
      hasRc: fc.boolean(),
      hasPod: fc.boolean(),
      dueOn: fc.option(instant.map((one) => one.slice(0, 10))),
      invoicedAt: fc.option(instant),
      paidAt: fc.option(instant),
    })
    .map((change): AttentionFacts => ({ ...row, ...change, pickupEndsAt: change.pickupAt, deliveryEndsAt: change.deliveryAt }));

  it('has words; the group and `needsAttention` agree; a quiet line is never in "Needs attention"', () => {
    fc.assert(
      fc.property(anyRow, ms, (any, nowMs) => {
        const { words, tone, group } = attentionOf(any, nowMs);
        expect(words).toMatch(/^[A-Z0-9].*[A-Za-z0-9]$/);
        expect(words).not.toMatch(/NaN|undefined|null|-\d/);
        expect(needsAttention(any, nowMs)).toBe(group === 'NEEDS_ATTENTION');
        if (tone === 'plain') expect(group).not.toBe('NEEDS_ATTENTION');
        // The only line that is colored and needs nobody to act: a truck less than an hour late.
        if (tone !== 'plain' && group !== 'NEEDS_ATTENTION') expect(words).toMatch(/^(Pickup|Running) \d+ min late$/);
        if (group === 'NEEDS_ATTENTION') expect(needsAttentionStatuses).toContain(any.status);
      }),
      { numRuns: 2_000 },
    );
  });

  it('never grows quiet by waiting: what needs attention still does an hour later', () => {
    fc.assert(
      fc.property(anyRow, ms, (any, nowMs) => {
        if (needsAttention(any, nowMs)) expect(needsAttention(any, nowMs + 3_600_000)).toBe(true);
      }),
    );
  });

  it('costs about as much as reading the page it came in', () => {
    const rows = fc.sample(anyRow, { numRuns: 200, seed: 7 });
    const page = JSON.stringify(rows);
    const cost = cpuCost(() => {
      for (const one of rows) attentionOf(one, now);
    });
    // It costs up to twice as much. A new formatter for each row would cost forty times as much.
    expect(cost / cpuCost(() => JSON.parse(page))).toBeLessThan(10);
  });
});

describe('documentStates', () => {
  const none = { hasRc: false, hasBol: false, hasPod: false };

  it.each([
    ['DRAFT', 'missing', 'missing', 'missing'],
    ['BOOKED', 'waiting', 'missing', 'missing'],
    ['AT_PICKUP', 'waiting', 'missing', 'missing'],
    ['IN_TRANSIT', 'waiting', 'waiting', 'missing'],
    ['DELIVERED', 'waiting', 'waiting', 'waiting'],
    ['INVOICED', 'waiting', 'missing', 'waiting'],
    ['PAID', 'missing', 'missing', 'missing'],
    ['CANCELLED', 'missing', 'missing', 'missing'],
  ] as const)('%s without documents: rate con %s, BOL %s, POD %s', (status, rc, bol, pod) => {
    expect(documentStates({ ...none, status })).toEqual({ rc, bol, pod });
  });

  it.each(loadStatuses)('%s with all documents has them', (status) => {
    expect(documentStates({ status, hasRc: true, hasBol: true, hasPod: true })).toEqual({ rc: 'have', bol: 'have', pod: 'have' });
  });
});
