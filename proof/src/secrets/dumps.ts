import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type ProofDatabase, readAdminUrl } from '../lib/database.ts';

const run = promisify(execFile);
const maxBuffer = 1024 * 1024 * 1024;

/** Everything that a thief of the database gets: schema, rows, job queue, bytes in hex. */
export async function dumpPostgres({ name }: ProofDatabase): Promise<string> {
  const admin = new URL(readAdminUrl());
  const { stdout } = await run('pg_dump', ['--dbname', Object.assign(admin, { pathname: `/${name}` }).href], { maxBuffer });
  return stdout;
}

/** Reads every key with its whole value, for every type of value. */
const readAll = `local out = {}
for _, key in ipairs(redis.call('keys', '*')) do
  local kind = redis.call('type', key).ok
  local value = kind
  if kind == 'string' then value = redis.call('get', key)
  elseif kind == 'hash' then value = table.concat(redis.call('hgetall', key), ' ')
  elseif kind == 'list' then value = table.concat(redis.call('lrange', key, 0, -1), ' ')
  elseif kind == 'set' then value = table.concat(redis.call('smembers', key), ' ')
  elseif kind == 'zset' then value = table.concat(redis.call('zrange', key, 0, -1), ' ')
  elseif kind == 'stream' then value = cjson.encode(redis.call('xrange', key, '-', '+')) end
  table.insert(out, key .. ' ' .. value)
end
return out`;

export async function dumpRedis(url: string): Promise<string> {
  const { stdout } = await run('redis-cli', ['-u', url, '--raw', 'eval', readAll, '0'], { maxBuffer });
  return stdout;
}
