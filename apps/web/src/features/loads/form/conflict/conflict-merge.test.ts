import type { LoadEvent } from '@headhaul/contracts/loads/record';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blankDraft, blankStop, type LoadDraft, type StopDraft } from '../draft/draft.ts';
import { authorOf, compareDrafts, firstChoices, mergeDrafts, type NameOf } from './conflict-merge.ts';

const ids = ['0190a000-0000-7000-8000-000000000001', '0190a000-0000-7000-8000-000000000002'] as const;
const driver = '0190a000-0000-7000-8000-0000000000aa';
const nameOf: NameOf = (_kind, id) => (id === driver ? 'Marcus Bell' : id);
const typedOn = { today: '2026-11-12', now: '10:00' };

function draft(part: Partial<LoadDraft> = {}): LoadDraft {
  const stops: StopDraft[] = [
    { ...blankStop('PICKUP'), key: ids[0], id: ids[0], place: 'Milwaukee, WI', when: '11/13 08:00', typedOn },
    { ...blankStop('DELIVERY'), key: ids[1], id: ids[1], place: 'Conley, GA', when: '11/14 14:00 to 18:00', typedOn },
  ];
  return { ...blankDraft(), broker: 'Lakeshore Freight', linehaul: '2,350', rc: 'LFP-1', stops, ...part };
}

const withDelivery = (part: Partial<StopDraft>): Pick<LoadDraft, 'stops'> => ({
  stops: draft().stops.map((stop) => (stop.kind === 'DELIVERY' ? { ...stop, ...part } : stop)),
});

describe('compareDrafts', () => {
  it('says who changed what', () => {
    const mine = draft({ linehaul: '2,400', weightLb: '41,200', driverId: driver });
    const theirs = draft({ linehaul: '2,500', rc: 'LFP-2', ...withDelivery({ facility: 'Southline' }) });
    expect(compareDrafts(draft(), mine, theirs, nameOf)).toEqual([
      { key: `${ids[1]} facility`, label: 'Delivery facility', mine: '', theirs: 'Southline', by: 'them' },
      { key: 'rc', label: 'RC', mine: 'LFP-1', theirs: 'LFP-2', by: 'them' },
      { key: 'weightLb', label: 'Weight', mine: '41,200', theirs: '', by: 'me' },
      { key: 'linehaul', label: 'Rate', mine: '$2,400', theirs: '$2,500', by: 'both' },
      { key: 'driverId', label: 'Driver', mine: 'Marcus Bell', theirs: '', by: 'me' },
    ]);
  });

  it('compares what a time means, not how it is typed', () => {
    expect(compareDrafts(draft(), draft(withDelivery({ when: 'sat 2pm-6pm' })), draft(), nameOf)).toEqual([]);
    expect(compareDrafts(draft(), draft(withDelivery({ when: 'sun 9am' })), draft(), nameOf)).toMatchObject([
      { label: 'Delivery time', mine: '11/15 09:00', theirs: '11/14 14:00 to 18:00', by: 'me' },
    ]);
  });

  it('takes stops that were added, removed or moved as one thing', () => {
    const mine = draft({ stops: [...draft().stops, { ...blankStop('DELIVERY'), place: 'Macon, GA' }] });
    expect(compareDrafts(draft(), mine, draft(withDelivery({ facility: 'Southline' })), nameOf)).toMatchObject([
      { key: 'stops', label: 'Stops' },
    ]);
  });
});

describe('mergeDrafts', () => {
  it('keeps both people’s work where only one of them touched a field', () => {
    const mine = draft({ linehaul: '2,400' });
    const theirs = draft({ rc: 'LFP-2', ...withDelivery({ facility: 'Southline', when: '11/15 09:00' }) });
    const merged = mergeDrafts(mine, theirs, firstChoices(compareDrafts(draft(), mine, theirs, nameOf)), nameOf);
    expect(merged).toMatchObject({ linehaul: '2,400', rc: 'LFP-2' });
    expect(merged.stops[1]).toMatchObject({ facility: 'Southline', when: '11/15 09:00' });
  });

  const text = fc.constantFrom('', 'one', 'two');
  const someDraft = fc
    .record({ linehaul: text, rc: text, tags: text, weightLb: text, facility: text, lumperNeeded: fc.boolean() })
    .map(({ facility, lumperNeeded, ...plain }) => draft({ ...plain, ...withDelivery({ facility, lumperNeeded }) }));

  it('all mine is mine, all theirs is theirs, and nothing is left to choose then', () => {
    fc.assert(
      fc.property(someDraft, someDraft, someDraft, (base, mine, theirs) => {
        const lines = compareDrafts(base, mine, theirs, nameOf);
        const all = (side: 'mine' | 'theirs') => Object.fromEntries(lines.map(({ key }) => [key, side]));
        expect(mergeDrafts(mine, theirs, all('mine'), nameOf)).toEqual(mine);
        expect(compareDrafts(base, mergeDrafts(mine, theirs, all('theirs'), nameOf), theirs, nameOf)).toEqual([]);
      }),
    );
  });

  it('the first choices never undo what only one of the two did', () => {
    fc.assert(
      fc.property(someDraft, someDraft, someDraft, (base, mine, theirs) => {
        const lines = compareDrafts(base, mine, theirs, nameOf);
        const merged = mergeDrafts(mine, theirs, firstChoices(lines), nameOf);
        const against = new Map(compareDrafts(base, merged, theirs, nameOf).map((line) => [line.key, line]));
        for (const { key, by } of lines) expect(against.has(key)).toBe(by !== 'them');
      }),
    );
  });
});

describe('authorOf', () => {
  const event = (actorName: string, at: string, ...fields: string[]): LoadEvent => ({
    id: crypto.randomUUID(),
    at,
    kind: 'edited',
    source: 'user',
    actorName,
    changes: fields.map((field) => ({ field, from: null, to: '1' })),
    reason: null,
  });
  const events = [event('Ann Kowalski', '2026-11-12T10:02:00Z', 'Rate'), event('Marcus Bell', '2026-11-12T10:01:00Z', 'Delivery', 'RC')];

  it('finds who changed the field, else who was last, and nobody from before', () => {
    expect(authorOf(events, 'RC', '2026-11-12T10:00:00Z')?.name).toBe('Marcus Bell');
    expect(authorOf(events, 'Delivery time', '2026-11-12T10:00:00Z')?.name).toBe('Marcus Bell');
    expect(authorOf(events, 'Weight', '2026-11-12T10:00:00Z')?.name).toBe('Ann Kowalski');
    expect(authorOf(events, 'RC', '2026-11-12T10:05:00Z')).toBeNull();
  });
});
