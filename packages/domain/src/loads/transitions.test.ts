import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isTonu } from './money.ts';
import { allowedMoves, type LoadStatus, loadStatuses, moves } from './status.ts';
import { applyMove, applyTonu, type MoneyState, originalAfter, restoreMove } from './transitions.ts';

const cents = fc.integer({ min: 1, max: 1_000_000 });
const agreed = fc.record({
  linehaulCents: cents,
  fuelSurchargeCents: fc.nat(100_000),
  rc: fc.option(fc.string()),
  loadedMiles: fc.nat(3_000),
});
const step = fc.record({
  pick: fc.nat(),
  newRate: cents,
  newRc: fc.option(fc.string()),
  reason: fc.string({ minLength: 1 }),
  paidAmountCents: fc.option(cents),
});
type Agreed = Pick<MoneyState, 'linehaulCents' | 'fuelSurchargeCents' | 'rc' | 'loadedMiles'>;
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;
const firstMs = Date.UTC(2026, 10, 15, 12);

function draft(money: Agreed): MoneyState {
  return {
    ...money,
    status: 'DRAFT',
    statusBeforeProblem: null,
    statusChangedAt: new Date(firstMs).toISOString(),
    problemReason: null,
    original: null,
    invoicedAt: null,
    paidAt: null,
    paidAmountCents: null,
    deliveredAt: null,
    bookedAt: null,
  };
}

/** Any walk that a person can make: each step is a move that is allowed at that point. */
function walk(from: MoneyState, steps: readonly Step[], each: (before: MoneyState, after: MoneyState) => void): MoneyState {
  let load = from;
  for (const [index, { pick, newRate, newRc, reason, paidAmountCents }] of steps.entries()) {
    const nowMs = firstMs + (index + 1) * 3_600_000;
    const options = allowedMoves(load, { isTeamOwner: true }, nowMs);
    const to = options[pick % options.length];
    if (to === undefined) return load;
    const at = new Date(nowMs).toISOString();
    const next = to === 'TONU' ? applyTonu(load, { newRc, newRate }, at) : applyMove(load, to, at, { reason, paidAmountCents });
    each(load, next);
    load = next;
  }
  return load;
}

const walkOf = (each: (money: Agreed, before: MoneyState, after: MoneyState) => void) =>
  fc.assert(
    fc.property(agreed, fc.array(step, { maxLength: 30 }), (money, steps) => {
      walk(draft(money), steps, (before, after) => each(money, before, after));
    }),
    { numRuns: 400 },
  );

const agreedOf = ({ linehaulCents, fuelSurchargeCents, rc, loadedMiles }: Agreed): Agreed => ({
  linehaulCents,
  fuelSurchargeCents,
  rc,
  loadedMiles,
});

describe('any walk', () => {
  it('keeps the money agreed first: at hand, or set aside by a TONU', () => {
    walkOf((money, _, after) => {
      expect(agreedOf(after.original ?? after)).toEqual(money);
    });
  });

  it('has the agreed money back whenever the load is hauled after all', () => {
    walkOf((money, _, after) => {
      if (isTonu(after)) {
        expect(after).toMatchObject({ fuelSurchargeCents: 0, loadedMiles: 0 });
        expect(['TONU', 'INVOICED', 'PAID', 'CANCELLED']).toContain(after.status);
      } else {
        expect(agreedOf(after)).toEqual(money);
        expect(after.original).toBeNull();
      }
    });
  });

  it('can be taken back step by step, exactly', () => {
    walkOf((_, before, after) => {
      expect(restoreMove(after, before)).toEqual(before);
    });
  });

  it('stays in the table and writes the hour of each step', () => {
    walkOf((_, before, after) => {
      expect(moves[before.status]).toContain(after.status);
      expect(after.statusChangedAt > before.statusChangedAt).toBe(true);
    });
  });

  it('fills exactly the fields its state needs', () => {
    walkOf((_, __, after) => {
      expect(after.problemReason !== null).toBe(after.status === 'PROBLEM');
      expect(after.statusBeforeProblem !== null).toBe(after.status === 'PROBLEM' || (after.status !== 'TONU' && isTonu(after)));
      expect(after.invoicedAt !== null).toBe(after.status === 'INVOICED' || after.status === 'PAID');
      expect(after.paidAt !== null).toBe(after.status === 'PAID');
      expect(after.paidAmountCents !== null).toBe(after.status === 'PAID');
      expect(after.bookedAt !== null).toBe(after.status !== 'DISCARDED');
      const isDelivered = after.status === 'DELIVERED' || (!isTonu(after) && (after.status === 'INVOICED' || after.status === 'PAID'));
      expect(after.deliveredAt !== null).toBe(isDelivered);
    });
  });
});

describe('any walk with corrections and undos', () => {
  const action = fc.oneof(
    fc.record({ kind: fc.constant('move' as const), step }),
    fc.record({ kind: fc.constant('edit' as const), money: agreed }),
    fc.record({ kind: fc.constant('undo' as const) }),
  );

  it('keeps what was agreed last and what was agreed first, whatever a TONU does in between', () => {
    fc.assert(
      fc.property(agreed, fc.array(action, { maxLength: 40 }), (money, actions) => {
        let load = draft(money);
        let expected: { agreed: Agreed; first: Agreed | null } = { agreed: money, first: null };
        const past: MoneyState[] = [];
        for (const one of actions) {
          if (one.kind === 'move') {
            load = walk(load, [one.step], (before) => past.push(before));
          } else if (one.kind === 'edit') {
            const edited = { ...load, ...one.money, original: originalAfter(load, one.money) };
            if (!isTonu(load)) expected = { agreed: one.money, first: edited.original && agreedOf(edited.original) };
            load = edited;
          } else {
            const before = past.pop();
            if (before) load = restoreMove(load, before);
          }
          const hauled = isTonu(load) ? load.original : load;
          expect(hauled && agreedOf(hauled)).toEqual(expected.agreed);
          expect((isTonu(load) ? load.original?.first : load.original) ?? null).toEqual(expected.first);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('has the revised rate back after a TONU, and what it was before', () => {
    const first = { linehaulCents: 100_000, fuelSurchargeCents: 5_000, rc: 'A', loadedMiles: 500 };
    const revised = { linehaulCents: 120_000, fuelSurchargeCents: 6_000, rc: 'A-2', loadedMiles: 510 };
    const booked = { ...draft(first), status: 'BOOKED' as const };
    const edited = { ...booked, ...revised, original: originalAfter(booked, revised) };
    const tonu = applyTonu(edited, { newRc: null, newRate: 20_000 }, '');
    const again = applyMove(applyMove(tonu, 'CANCELLED', ''), 'BOOKED', '');
    expect(again).toMatchObject({ ...revised, original: first });
  });

  it('takes the correction of a TONU without a first agreement for no agreement', () => {
    const tonu = { ...draft({ linehaulCents: 20_000, fuelSurchargeCents: 0, rc: null, loadedMiles: 0 }), status: 'TONU' as const };
    expect(originalAfter(tonu, { linehaulCents: 25_000, fuelSurchargeCents: 0, rc: null })).toBeNull();
  });
});

describe('the table', () => {
  it('reaches every state from a draft and ends only in PAID and DISCARDED', () => {
    const reached = new Set<LoadStatus>(['DRAFT']);
    for (const from of reached) for (const to of moves[from]) reached.add(to);
    expect(reached).toEqual(new Set(loadStatuses));
    expect(loadStatuses.filter((status) => moves[status].length === 0)).toEqual(['PAID', 'DISCARDED']);
  });

  it.each(loadStatuses)('lets nobody leave %s another way', (from) => {
    const load = { ...draft({ linehaulCents: 100, fuelSurchargeCents: 0, rc: null, loadedMiles: 1 }), status: from };
    for (const to of loadStatuses) {
      if (moves[from].includes(to)) continue;
      const move = () => (to === 'TONU' ? applyTonu(load, { newRc: null, newRate: 1 }, '') : applyMove(load, to, ''));
      expect(move).toThrow(`from ${from} to ${to}`);
    }
  });
});

describe('restoreMove', () => {
  it('keeps a rate that was corrected since the move', () => {
    const booked = { ...draft({ linehaulCents: 100_000, fuelSurchargeCents: 0, rc: 'A', loadedMiles: 500 }), status: 'BOOKED' as const };
    const dispatched = applyMove(booked, 'DISPATCHED', '2026-11-15T13:00:00Z');
    expect(restoreMove({ ...dispatched, linehaulCents: 120_000 }, booked)).toEqual({ ...booked, linehaulCents: 120_000 });
  });
});

describe('applyTonu', () => {
  it('keeps the RC when no new one is given, what it sets aside and what was agreed first', () => {
    const original = { linehaulCents: 90_000, fuelSurchargeCents: 0, rc: 'A', loadedMiles: 500 };
    const booked = {
      ...draft({ linehaulCents: 100_000, fuelSurchargeCents: 0, rc: 'A-2', loadedMiles: 500 }),
      status: 'BOOKED' as const,
      original,
    };
    expect(applyTonu(booked, { newRc: null, newRate: 25_000 }, '')).toMatchObject({
      rc: 'A-2',
      linehaulCents: 25_000,
      original: { linehaulCents: 100_000, rc: 'A-2', first: original },
    });
  });
});
