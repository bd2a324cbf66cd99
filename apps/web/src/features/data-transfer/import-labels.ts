import { type DataImport, maxImportBytes } from '@headhaul/contracts/data-transfer';
import { Problem } from '@headhaul/contracts/http/errors';
import { describeFailure } from '../../shared/api/api-failure.ts';

const whole = new Intl.NumberFormat('en-US');

export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${whole.format(count)} ${count === 1 ? one : many}`;
}

/** Why a file can't be uploaded. Null when it can. */
export function fileProblem({ name, size }: { name: string; size: number }): string | null {
  if (!/\.(csv|xlsx)$/i.test(name)) return `${name} is neither CSV nor Excel (.xlsx). Save it as one of them and try again.`;
  if (size === 0) return `${name} is empty.`;
  return size > maxImportBytes ? `${name} is larger than ${maxImportBytes / 1024 / 1024} MB. Cut it in two.` : null;
}

/** Why the server refused the file. An error about the file itself is more helpful than the general message. */
export function formatRefusal(failure: unknown): string {
  const body = typeof failure === 'object' && failure !== null && 'data' in failure ? Problem.safeParse(failure.data).data : undefined;
  const message = body?.errors?.[0]?.message;
  return message === undefined ? describeFailure(failure).message : message.replace(/[^.]$/, '$&.');
}

/** "1,200 of 5,000 rows looked at, 1,180 loads made, 20 refused" */
export function formatProgress({ looked, rows, made, bad }: Pick<DataImport, 'looked' | 'rows' | 'made' | 'bad'>): string {
  return `${whole.format(looked)} of ${countOf(rows, 'row')} looked at, ${countOf(made, 'load')} made, ${whole.format(bad)} refused`;
}

/** The result or the state of an import, for the list of past imports. */
export function formatOutcome({ state, rows, looked, made, bad, problem }: DataImport): string {
  const result = bad === 0 ? `${countOf(made, 'load')} made` : `${countOf(made, 'load')} made, ${countOf(bad, 'row')} refused`;
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

/** The headline for the result of an import. */
export function endTitle({ state, made }: DataImport): string {
  if (state === 'FAILED') return 'The import stopped';
  if (state === 'CANCELLED') return 'The import was cancelled';
  if (made === 0) return 'No row became a load';
  return made === 1 ? '1 load is in' : `${whole.format(made)} loads are in`;
}
