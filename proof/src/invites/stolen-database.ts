import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type ProofDatabase, readAdminUrl } from '../lib/database.ts';

const run = promisify(execFile);
const largestDumpBytes = 512 * 1024 * 1024;

/** All rows of all schemas, including the job queue, as a thief of the database would have them. */
export async function dumpDatabase({ url }: ProofDatabase): Promise<string> {
  const address = Object.assign(new URL(url('migrator')), { username: new URL(readAdminUrl()).username }).href;
  const { stdout } = await run('pg_dump', ['--data-only', '--no-owner', `--dbname=${address}`], { maxBuffer: largestDumpBytes });
  return stdout;
}

// A token is id (16 bytes), version (2) and tag. The database stores the id. Only the tag is secret.
const tagOffsetBytes = 18;

/** How many of these tokens can be built from the dump: the whole token, or its secret part in hex or base64. */
export function countUsable(dump: string, tokens: readonly string[]): number {
  return tokens.filter((token) => {
    const tag = Buffer.from(token, 'base64url').subarray(tagOffsetBytes);
    const spellings = [token, tag.toString('hex'), tag.toString('base64').replaceAll('=', ''), tag.toString('base64url')];
    return spellings.some((spelling) => dump.includes(spelling));
  }).length;
}
