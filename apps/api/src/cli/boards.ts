import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { makeSigningKey, PackSignature, SigningKeyFile, signPack } from '../features/boards/pack-signing.ts';
import { publishPack, readPack } from '../features/boards/publish.ts';
import { readBoardKeys, readMigratorEnv } from '../lib/env.ts';

/**
 * `pnpm boards:keys <kid> <file>` makes a key pair and writes the private half into the file, which must not exist.
 * `pnpm boards:sign <pack.json>` signs with the key file of `--key` or BOARD_SIGNING_KEY_FILE and writes `<pack.json>.sig`.
 * `pnpm boards:publish <pack.json> [--share 10]` stores the pack and its signature. It runs with the migrator's environment. The same pack
 * again with another share gives it to more or fewer installs.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { key: { type: 'string' }, share: { type: 'string', default: '100' } },
});

/** pnpm runs a script in its package's folder. Paths are meant from where the person is. */
const locate = (path: string) => resolve(process.env.INIT_CWD ?? '.', path);
const say = (text: string) => process.stdout.write(`${text}\n`);

async function makeKeys(kid: string, file: string): Promise<void> {
  const key = makeSigningKey(kid);
  await writeFile(locate(file), `${JSON.stringify(key)}\n`, { flag: 'wx', mode: 0o600 });
  say(`Wrote the private key ${kid}. Keep it away from the servers. Builds of the extension need the public half:`);
  say(`WXT_BOARD_KEYS=${kid}:${key.x}`);
}

async function signFile(file: string): Promise<void> {
  const keyFile = values.key ?? process.env.BOARD_SIGNING_KEY_FILE;
  if (keyFile === undefined) throw new Error('Name the key file with --key or BOARD_SIGNING_KEY_FILE.');
  const key = SigningKeyFile.parse(JSON.parse(await readFile(locate(keyFile), 'utf8')));
  const bytes = await readFile(locate(file));
  const { board, version } = readPack(bytes);
  await writeFile(locate(`${file}.sig`), `${JSON.stringify(signPack(bytes, key))}\n`);
  say(`Signed version ${version} of ${board} with the key ${key.kid}.`);
}

async function publishFile(file: string): Promise<void> {
  const sharePercent = Number(values.share);
  if (!Number.isInteger(sharePercent) || sharePercent < 0 || sharePercent > 100) throw new Error('Name a share from 0 to 100.');
  const bytes = await readFile(locate(file));
  const signature = PackSignature.parse(JSON.parse(await readFile(locate(`${file}.sig`), 'utf8')));
  const client = new pg.Client({ connectionString: readMigratorEnv().DATABASE_MIGRATOR_URL });
  await client.connect();
  try {
    say(await publishPack(client, { bytes, signature, sharePercent, keys: readBoardKeys() }));
  } finally {
    await client.end();
  }
}

const [command, first, second] = positionals;
if (command === 'keys' && first !== undefined && second !== undefined) await makeKeys(first, second);
else if (command === 'sign' && first !== undefined) await signFile(first);
else if (command === 'publish' && first !== undefined) await publishFile(first);
else throw new Error('Usage: pnpm boards:keys <kid> <file>, boards:sign <pack.json>, boards:publish <pack.json> [--share 10]');
