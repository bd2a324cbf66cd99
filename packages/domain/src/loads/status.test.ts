import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { allowedMoves, type LoadStatus, loadStatuses, loadStatusLabels, moveEffects, moves, undoWindowMs } from './status.ts';

const page = readFileSync(new URL('../../../../docs/loads.md', import.meta.url), 'utf8');

function tableOfMoves(): string {
  const rows = loadStatuses.map((status) => [
    loadStatusLabels[status],
    moveEffects[status],
    moves[status].map((to) => loadStatusLabels[to]).join(', ') || 'none',
  ]);
  const cells = [['state', 'what it means', 'next'], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: string[]) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = cells;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n');
}

describe('docs/loads.md', () => {
  it('shows the table of moves as it is in the code', () => {
    const written = /\| state .*?(?=\n\n)/s.exec(page)?.[0];
    expect(written).toBe(tableOfMoves());
  });
});

describe('allowedMoves', () => {
  const now = Date.parse('2026-11-15T12:00:00Z');
  const load = {
    status: 'DELIVERED' as LoadStatus,
    statusBeforeProblem: null,
    statusChangedAt: '2026-11-15T11:00:00Z',
    linehaulCents: 100,
  };
  const owner = { isTeamOwner: true };

  it('lets only an owner reopen a delivery, and only within a day', () => {
    expect(allowedMoves(load, owner, now)).toEqual(['INVOICED', 'IN_TRANSIT']);
    expect(allowedMoves(load, { isTeamOwner: false }, now)).toEqual(['INVOICED']);
    expect(allowedMoves(load, owner, Date.parse(load.statusChangedAt) + undoWindowMs + 1)).toEqual(['INVOICED']);
  });

  it('lets a repaired load go on only where it stopped', () => {
    const problem = { ...load, status: 'PROBLEM' as const };
    expect(allowedMoves({ ...problem, statusBeforeProblem: 'AT_DELIVERY' }, owner, now)).toEqual(['AT_DELIVERY', 'DELIVERED', 'CANCELLED']);
    expect(allowedMoves({ ...problem, statusBeforeProblem: 'IN_TRANSIT' }, owner, now)).toEqual(['IN_TRANSIT', 'DELIVERED', 'CANCELLED']);
  });

  it('books nothing without a rate', () => {
    expect(allowedMoves({ ...load, status: 'DRAFT', linehaulCents: 0 }, owner, now)).toEqual(['DISCARDED']);
  });
});
