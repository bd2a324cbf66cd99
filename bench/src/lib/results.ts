import type { Form } from './form.ts';
import type { LoadSeen } from './load-average.ts';

export interface Result {
  id: string;
  promise: string;
  figure: number;
  /** How often it was measured, and how often this form of the bench requires. */
  samples: { taken: number; wanted: number };
  bar: { atLeast: number } | { atMost: number } | null;
  /** A count or a size, which is the same on a busy machine and with few samples. Every form judges it. */
  isCount?: true;
  unit?: string;
  detail: string;
}

/** A higher load means that others work on this machine of two cores, and the figures include their work. */
const quietLoad = 3;

/** The same rule for every bench: a figure that is not a number, or that has too few samples, does not count as measured. */
export function findFaults(results: readonly Result[]): string[] {
  if (results.length === 0) return ['The bench has no figure at all.'];
  return results.flatMap(({ id, promise, figure, samples: { taken, wanted } }) => {
    const name = `${id} ${promise}`;
    if (!(taken >= Math.max(wanted, 1))) return [`${name}: measured ${taken} times, not ${Math.max(wanted, 1)}.`];
    return Number.isFinite(figure) ? [] : [`${name}: the figure is ${figure}.`];
  });
}

function isReached({ figure, bar }: Result): boolean {
  if (bar === null) return true;
  return Number.isFinite(figure) && ('atLeast' in bar ? figure >= bar.atLeast : figure <= bar.atMost);
}

/** Too few samples and a busy machine make times worthless. */
const isJudged = (form: Form, { isCount, bar }: Result) => bar !== null && (form !== 'tiny' || isCount === true);

interface Verdict {
  isGood: boolean;
  /** Only a complete, full-size run on a quiet machine gets into the docs. */
  isForDocs: boolean;
  /** Sentences for the reader of the output. */
  remarks: string[];
}

export function assess(form: Form, results: readonly Result[], { before }: LoadSeen): Verdict {
  const faults = findFaults(results);
  const missed = results
    .filter((result) => isJudged(form, result) && !isReached(result))
    .map(({ id, promise }) => `${id} ${promise}: missed.`);
  const isTooLoud = form === 'full' && !(before <= quietLoad);
  const remarks = [
    ...(form === 'tiny' ? ['Tiny form: it shows that everything is measured; of the bars only counts and sizes are judged.'] : []),
    ...faults,
    ...missed,
    ...(isTooLoud
      ? [
          `Not written into docs/performance.md: the load was ${before.toFixed(1)} before the run began, and above ${quietLoad} others are at work.`,
        ]
      : []),
    ...(form === 'full' && faults.length > 0 ? ['Not written into docs/performance.md: not everything was measured.'] : []),
  ];
  return {
    isGood: faults.length === 0 && missed.length === 0 && !isTooLoud,
    isForDocs: form === 'full' && faults.length === 0 && !isTooLoud,
    remarks,
  };
}

function formatResult({ figure, bar, unit = '' }: Result): { figure: string; bar: string } {
  const shown = unit === '' ? figure.toFixed(3) : `${Math.round(figure)}${unit}`;
  if (bar === null) return { figure: shown, bar: '' };
  return { figure: shown, bar: 'atLeast' in bar ? `≥ ${bar.atLeast}${unit}` : `≤ ${bar.atMost}${unit}` };
}

export function asLines(form: Form, results: readonly Result[]): string[] {
  return results.map((result) => {
    const { figure, bar } = formatResult(result);
    const verdict = !isJudged(form, result) ? '' : isReached(result) ? 'pass' : 'FAIL';
    return `${result.id.padEnd(6)}${result.promise.padEnd(58)}${figure.padStart(9)}  ${bar.padEnd(9)} ${verdict.padEnd(5)} ${result.detail}`;
  });
}

export function asTable(results: readonly Result[]): string {
  const rows = results.map((result) => {
    const { figure, bar } = formatResult(result);
    const verdict = result.bar === null ? '' : isReached(result) ? 'yes' : '**no**';
    return `| ${[result.id, result.promise, bar, figure, verdict, result.detail].join(' | ')} |`;
  });
  return ['| | promise | bar | measured | reached | |', '| --- | --- | --- | --- | --- | --- |', ...rows].join('\n');
}
