import type { DataImport } from '@headhaul/contracts/data-transfer';

const whole = new Intl.NumberFormat('en-US');

export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${whole.format(count)} ${count === 1 ? one : many}`;
}

/** "1,200 of 5,000 rows looked at, 1,180 loads imported, 20 rejected" */
export function formatProgress({ looked, rows, made, bad }: Pick<DataImport, 'looked' | 'rows' | 'made' | 'bad'>): string {
  return `${whole.format(looked)} of ${countOf(rows, 'row')} looked at, ${countOf(made, 'load')} imported, ${whole.format(bad)} rejected`;
}

/** The result or the state of an import, for the list of past imports. */
export function formatOutcome({ state, rows, looked, made, bad, problem }: DataImport): string {
  const result = bad === 0 ? `${countOf(made, 'load')} imported` : `${countOf(made, 'load')} imported, ${countOf(bad, 'row')} rejected`;
  switch (state) {
    case 'UPLOADED':
      return `${countOf(rows, 'row')}, not started`;
    case 'RUNNING':
      return `Running, ${Math.floor((looked / Math.max(rows, 1)) * 100)}%`;
    case 'DONE':
      return result;
    case 'FAILED':
      return `${problem ?? 'It could not be finished.'} ${result}`;
    case 'CANCELLED':
      return looked === 0 ? 'Cancelled before it began' : `Cancelled; ${result}`;
  }
}

interface FactorSigns {
  rows: readonly { factorDoubt: string | null }[];
  factorUnknown: { factorName: string | null; brokers: readonly string[] } | null;
}

/** What the factor says about the first rows. Null if it has nothing against them and knows all their brokers. */
export function formatFactorNote({ rows, factorUnknown }: FactorSigns): string | null {
  const doubts = rows.filter(({ factorDoubt }) => factorDoubt !== null).length;
  const sentences = [
    ...(doubts === 0 ? [] : [`Your factor may not buy the ${doubts === 1 ? 'invoice' : 'invoices'} of ${countOf(doubts, 'row')}.`]),
    ...(factorUnknown === null
      ? []
      : [`${factorUnknown.factorName ?? 'Your factor'} has not said anything about ${factorUnknown.brokers.join(', ')}.`]),
  ];
  return sentences.length === 0 ? null : `${sentences.join(' ')} Such rows are imported too.`;
}

/** "Your factor may not buy the invoices of 3 loads: 1001, 1002 and 1 more." Null if there are none. */
export function formatFactorDoubts({ loads, loadNumbers }: DataImport['factorDoubts']): string | null {
  if (loads === 0) return null;
  const more = loads - loadNumbers.length;
  const named = `${loadNumbers.join(', ')}${more > 0 ? ` and ${whole.format(more)} more` : ''}`;
  return `Your factor may not buy the ${loads === 1 ? 'invoice' : 'invoices'} of ${countOf(loads, 'load')}: ${named}.`;
}

/** The headline for the result of an import. */
export function endTitle({ state, made }: DataImport): string {
  if (state === 'FAILED') return 'The import stopped';
  if (state === 'CANCELLED') return 'The import was cancelled';
  if (made === 0) return 'No row became a load';
  return made === 1 ? '1 load imported' : `${whole.format(made)} loads imported`;
}
