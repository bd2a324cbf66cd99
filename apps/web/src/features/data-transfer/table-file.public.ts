import { maxImportBytes } from '@headhaul/contracts/data-transfer';
import { Problem } from '@headhaul/contracts/http/errors';
import { describeFailure } from '../../shared/api/api-failure.ts';

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
