import type { BoardFilter, BoardFilterList, BoardFilterUse } from '@headhaul/contracts/boards/filters';
import { testUser } from './browser-doubles.ts';

const id = (number: number) => `0190c000-0000-7000-8000-${String(number).padStart(12, '0')}`;

export function sampleFilter(number: number, differs: Partial<BoardFilter> = {}): BoardFilter {
  return {
    id: id(number),
    version: 1,
    name: 'Van, Southeast',
    rules: [
      { kind: 'MIN_RPM', cents: 240, basis: 'ALL_IN' },
      { kind: 'MAX_DEADHEAD', miles: 75 },
    ],
    onUnknown: 'KEEP',
    action: 'DIM',
    isShared: true,
    isForEveryone: false,
    isAdjustable: true,
    basedOnId: null,
    mayEdit: true,
    updatedAt: '2026-11-17T15:12:00Z',
    updatedBy: 'Ann Doyle',
    ...differs,
  };
}

export function sampleUse(number: number, differs: Partial<BoardFilterUse> = {}): BoardFilterUse {
  return {
    userId: number === 1 ? testUser.id : id(900 + number),
    name: number === 1 ? 'Nina Alvarez' : 'Jay Ortiz',
    isYou: number === 1,
    isOn: true,
    filter: null,
    seenAt: '2026-11-17T15:20:00Z',
    isUpToDate: true,
    ...differs,
  };
}

export function sampleFilterList(filters: BoardFilter[], differs: Partial<BoardFilterList> = {}): BoardFilterList {
  return { revision: 7, filters, uses: [sampleUse(1)], mayEditShared: true, ...differs };
}
