import type { LoadRow } from '@headhaul/contracts/loads/record';
import { shownGross } from '@headhaul/domain/loads/shown';
import { type LoadStatus, loadStatusLabels } from '@headhaul/domain/loads/status';
import { formatMoney } from '../../../shared/format/money.ts';

const saidOtherwise: Partial<Record<LoadStatus, [one: string, many: string]>> = {
  PROBLEM: ['has a problem', 'have a problem'],
  TONU: ['is a TONU', 'are TONUs'],
};

/** "24806 is invoiced", "3 loads are invoiced" */
export function formatMoved(rows: readonly Pick<LoadRow, 'loadNumber'>[], to: LoadStatus): string {
  const word = loadStatusLabels[to].toLowerCase();
  const [one, many] = saidOtherwise[to] ?? [`is ${word}`, `are ${word}`];
  return rows.length === 1 ? `${rows[0]?.loadNumber} ${one}` : `${rows.length} loads ${many}`;
}

/** "Kestrel Freight, $1,385", or the total of several loads. */
export function formatAbout(rows: readonly LoadRow[]): string {
  const known = rows.flatMap((row) => shownGross(row) ?? []);
  const gross = formatMoney(known.length === 0 ? null : known.reduce((sum, cents) => sum + cents, 0));
  return rows.length === 1 ? `${rows[0]?.brokerName}, ${gross}` : gross;
}
