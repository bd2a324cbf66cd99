import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { silentRecord } from '../testing/silent-record.ts';
import { type AuthorityRecord, authorityChangeKinds, authorityStatuses, type NoticedChange } from './authority.ts';
import { authorityTimeline } from './timeline.ts';

const today = '2026-11-16';
const zone = 'America/Chicago';
const record: AuthorityRecord = {
  ...silentRecord,
  dot: '2411907',
  mc: '428816',
  legalName: 'LAKESHORE FREIGHT LLC',
  authorityStatus: 'ACTIVE',
  authoritySince: '2017-03-06',
  authorityGrantedOn: '2017-03-06',
  authorityEvents: [{ on: '2017-03-06', isActive: true }],
  isBondOnFile: true,
  bondCents: 7_500_000,
  bondSince: '2017-03-06',
  liabilityCents: 0,
  isOutOfService: false,
};
const change = (kind: NoticedChange['kind'], on: string | null, more: Partial<NoticedChange> = {}): NoticedChange => ({
  kind,
  on,
  before: null,
  after: null,
  noticedAt: '2026-11-16T15:00:00Z',
  lastSeenAt: null,
  ...more,
});
const timeline = (changed: Partial<AuthorityRecord>, changes: NoticedChange[] = []) =>
  authorityTimeline({ ...record, ...changed }, changes, today, zone);
const labels = (made: ReturnType<typeof timeline>) => made?.marks.map(({ on, tone, label }) => `${on} ${tone} ${label}`);

describe('authorityTimeline', () => {
  it('is one green line for an authority that was never lost', () => {
    const made = timeline({}, [change('AUTHORITY_GRANTED', '2017-03-06'), change('BOND_FILED', '2017-03-06')]);
    expect(made).toMatchObject({ from: '2017-03-06', to: today, spans: [{ from: '2017-03-06', to: today, state: 'ACTIVE' }] });
    expect(labels(made)).toEqual(['2017-03-06 GOOD Granted']);
  });

  it('shows each lapse with its days, red, between two green spans', () => {
    const authorityEvents = [
      { on: '2017-03-06', isActive: true },
      { on: '2020-08-03', isActive: false },
      { on: '2020-08-26', isActive: true },
    ];
    const made = timeline({ authorityEvents, authorityReinstatedOn: '2020-08-26' });
    expect(made?.spans.map(({ state }) => state)).toEqual(['ACTIVE', 'LAPSED', 'ACTIVE']);
    expect(labels(made)).toEqual(['2017-03-06 GOOD Granted', '2020-08-03 BAD Lapsed 23 days, restored', '2020-08-26 GOOD Restored']);
    expect(made?.marks.at(-1)?.isEndOfLapse).toBe(true);
  });

  it('ends red for an authority that was revoked', () => {
    const authorityEvents = [
      { on: '2017-03-06', isActive: true },
      { on: '2026-09-14', isActive: false },
    ];
    const made = timeline({ authorityStatus: 'REVOKED', authoritySince: '2026-09-14', authorityEvents });
    expect(made?.spans.map(({ state }) => state)).toEqual(['ACTIVE', 'LAPSED']);
    expect(labels(made)?.at(-1)).toBe('2026-09-14 BAD Revoked');
  });

  it('leaves a time unknown that the record says nothing about', () => {
    const kept = { authorityEvents: null, authorityReinstatedOn: '2026-11-05' };
    const seen = [change('AUTHORITY_GRANTED', '2015-11-17'), change('AUTHORITY_REINSTATED', '2026-11-05')];
    const made = timeline(kept, seen);
    expect(made?.spans.map(({ state }) => state)).toEqual(['UNKNOWN', 'ACTIVE']);
    expect(labels(made)).toEqual(['2015-11-17 GOOD Granted', '2026-11-05 LOOK Reinstated']);
    // QCMobile already says inactive, and the dated history is older.
    expect(timeline({ authorityStatus: 'INACTIVE' })?.spans.map(({ state }) => state)).toEqual(['UNKNOWN']);
  });

  it('marks the bond, the address and the name, with both values', () => {
    const made = timeline({}, [
      change('BOND_CANCELED', '2020-08-03'),
      change('BOND_FILED', '2020-08-26'),
      change('ADDRESS', null, { before: '1 Elm St', after: '2 Oak St', noticedAt: '2024-09-10T02:00:00Z' }),
      change('LEGAL_NAME', null, { before: 'OLD LLC', after: 'NEW LLC', noticedAt: '2025-01-10T15:00:00Z' }),
      change('BOND_CANCELED', '2026-11-01'),
    ]);
    expect(labels(made)).toEqual([
      '2017-03-06 GOOD Granted',
      '2020-08-03 BAD Bond lapsed 23 days, restored',
      '2020-08-26 GOOD Restored',
      '2024-09-09 LOOK Address changed',
      '2025-01-10 LOOK Name changed',
      '2026-11-01 BAD Bond canceled',
    ]);
    expect(made?.marks[3]?.change).toEqual({ before: '1 Elm St', after: '2 Oak St' });
  });

  it('is null for a record without a day', () => {
    expect(timeline({ authorityEvents: null })).toBeNull();
    expect(timeline({ authorityEvents: [] })).toBeNull();
  });

  it('keeps spans and marks in order and within the time, whatever the record says', () => {
    const day = fc.integer({ min: 0, max: 4_000 }).map((days) => new Date(Date.UTC(2016, 0, 1 + days)).toISOString().slice(0, 10));
    const events = fc.array(fc.record({ on: day, isActive: fc.boolean() }), { maxLength: 6 });
    const changes = fc.array(
      fc.record({
        kind: fc.constantFrom(...authorityChangeKinds),
        on: fc.option(day),
        noticedAt: day.map((on) => `${on}T12:00:00Z`),
        lastSeenAt: fc.constant(null),
        before: fc.option(fc.string()),
        after: fc.option(fc.string()),
      }),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(
        fc.option(events),
        changes,
        fc.option(fc.constantFrom(...authorityStatuses)),
        (authorityEvents, noticed, authorityStatus) => {
          const sorted = authorityEvents?.toSorted((a, b) => a.on.localeCompare(b.on)) ?? null;
          const made = timeline({ authorityEvents: sorted, authorityStatus }, noticed);
          if (made === null) return;
          const days = made.marks.map(({ on }) => on);
          expect(days).toEqual(days.toSorted((a, b) => a.localeCompare(b)));
          expect(days.every((on) => on >= made.from && on <= made.to)).toBe(true);
          for (const [index, span] of made.spans.entries()) {
            expect(span.from <= span.to).toBe(true);
            expect(span.to).toBe(made.spans[index + 1]?.from ?? today);
          }
        },
      ),
    );
  });
});
