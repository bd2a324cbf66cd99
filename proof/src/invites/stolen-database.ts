import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type ProofDatabase, readAdminUrl } from '../lib/database.ts';

const run = promisify(execFile);
const largestDumpBytes = 512 * 1024 * 1024;

/** All rows of all schemas, the job queue's too, as a thief would carry them away. */
export async function dumpDatabase({ url }: ProofDatabase): Promise<string> {
  const address = Object.assign(new URL(url('migrator')), { username: new URL(readAdminUrl()).username }).href;
  const { stdout } = await run('pg_dump', ['--data-only', '--no-owner', `--dbname=${address}`], { maxBuffer: largestDumpBytes });
  return stdout;
}

// id, version, tag: the id stands in the database by right, the tag is what opens the door.
const tagOffsetBytes = 18;

/** How many of these tokens could be put together from the dump: whole, or their secret part in any usual spelling. */
export function countUsable(dump: string, tokens: readonly string[]): number {
  return tokens.filter((token) => {
    const tag = Buffer.from(token, 'base64url').subarray(tagOffsetBytes);
    const spellings = [token, tag.toString('hex'), tag.toString('base64').replaceAll('=', ''), tag.toString('base64url')];
    return spellings.some((spelling) => dump.includes(spelling));
  }).length;
}
