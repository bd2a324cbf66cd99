import type { LoadRow } from '@headhaul/contracts/loads/record';
import { attentionOf } from '@headhaul/domain/loads/attention';
import { describe, expect, it } from 'vitest';
import { loadRow } from '../../../../testing/load-rows.ts';
import { loadAsText } from '../../load-as-text.ts';
import { loadsCsv } from '../selected-csv.ts';
import { cellContent, lateStop } from './cells.tsx';

// Days after both stops, and well before them.
const afterMs = Date.parse('2026-11-20T12:00:00Z');
const beforeMs = Date.parse('2026-11-11T12:00:00Z');

describe('the date that turns red', () => {
  it.each<[LoadRow['status'], 'pickup' | 'delivery' | null]>([
    ['BOOKED', 'pickup'],
    ['DISPATCHED', 'pickup'],
    ['IN_TRANSIT', 'delivery'],
    ['PROBLEM', null],
    ['DELIVERED', null],
  ])('of a late load that is %s is %s, whatever the line says', (status, late) => {
    const row = loadRow({ status });
    const attention = attentionOf(row, afterMs);
    expect(lateStop(row, attention)).toBe(late);
    expect(lateStop(row, { ...attention, words: 'Late for pickup' })).toBe(late);
  });

  it('is none while there is time', () => {
    const row = loadRow({ status: 'DISPATCHED' });
    expect(lateStop(row, attentionOf(row, beforeMs))).toBeNull();
  });

  it('is none in the trash', () => {
    const row = loadRow({ status: 'DISPATCHED', deletedAt: '2026-11-19T12:00:00Z' });
    expect(lateStop(row, attentionOf(row, afterMs))).toBeNull();
  });
});

describe('rate and RPM', () => {
  const shown = (row: LoadRow) => {
    const cell = (column: 'rate' | 'rpm') =>
      cellContent({ column, row, now: beforeMs, attention: attentionOf(row, beforeMs), actions: { assign: () => undefined } });
    const gross = loadsCsv([row]).trim().split(',').at(-1);
    return [cell('rate'), cell('rpm'), gross];
  };
  const draft = { status: 'DRAFT', grossCents: 0, loadedMiles: 800, deadheadMiles: 0 } as const;

  it('are what a draft would bring, and none while it has no rate', () => {
    expect(shown(loadRow({ ...draft, linehaulCents: 220_000, fuelSurchargeCents: 20_000 }))).toEqual(['$2,400', '3.00', '2400.00']);
    expect(shown(loadRow({ ...draft, linehaulCents: 0 }))).toEqual(['–', '–', '']);
  });

  it('of a cancelled load are nothing', () => {
    expect(shown(loadRow({ ...draft, status: 'CANCELLED' }))).toEqual(['$0', '–', '0.00']);
  });
});

describe('miles that nobody knows', () => {
  const milesOf = (row: LoadRow) => loadsCsv([row]).trim().split('\n').at(-1)?.split(',').slice(-3, -1);

  it('are empty in the file and left out of the text for the driver', () => {
    const unknown = loadRow({ loadedMiles: 0, deadheadMiles: 0 });
    expect(milesOf(unknown)).toEqual(['', '']);
    expect(loadAsText(unknown)).not.toContain(' mi');
    expect(milesOf(loadRow({ loadedMiles: 812, deadheadMiles: 38 }))).toEqual(['812', '38']);
  });

  it('are 0 for a truck that was not used', () => {
    expect(milesOf(loadRow({ status: 'TONU', loadedMiles: 0, deadheadMiles: 38 }))).toEqual(['0', '38']);
  });

  it('give no RPM', () => {
    const row = loadRow({ loadedMiles: 0, deadheadMiles: 38 });
    const actions = { assign: () => undefined };
    expect(cellContent({ column: 'rpm', row, now: beforeMs, attention: attentionOf(row, beforeMs), actions })).toBe('–');
  });
});
