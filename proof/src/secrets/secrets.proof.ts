import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Child } from '../lib/children.ts';
import { createDatabase, type ProofDatabase } from '../lib/database.ts';
import { fetchRaw } from '../lib/http-client.ts';
import { plantFault } from '../lib/mutant.ts';
import { countTo } from '../lib/parallel.ts';
import { randomSecret, seedPeople, signInAll } from '../lib/people.ts';
import { formatCount } from '../lib/report.ts';
import { type Providers, startProviders } from '../lib/sandbox.ts';
import { createSecretSearch, type SecretSearch } from '../lib/secret-search.ts';
import type { Stage } from '../lib/stage.ts';
import { startApi, startApis, startWorker } from '../lib/start-api.ts';
import { dumpPostgres, dumpRedis } from './dumps.ts';
import { assessLog, proveLogLines } from './log-lines.ts';
import { connectByPassword, connectOffices, disconnect, type Office, sendTest } from './mailboxes.ts';
import { rotateUnderLoad } from './rotation.ts';
import { type KeyPair, loadSealing, makePair, readStored, type Sealing } from './sealing.ts';
import { trySwaps } from './swaps.ts';

const short = { offices: 6, swaps: 10_000, keys: 3, rolesTried: 30 };
const full = { offices: 50, swaps: 100_000, keys: 8, rolesTried: 300 };
const webOrigin = 'http://localhost:5173';
const sendWithinMs = 90_000;

/** A thief of the database, Redis and all logs can open nobody's mailbox. */
export async function proveSecrets(stage: Stage): Promise<void> {
  const sizes = stage.isFull ? full : short;
  const sealing = await loadSealing();
  const pairs = countTo(sizes.keys).map((number) => makePair(sealing, `proof-${number}`));
  const database = await createDatabase(stage);
  const providers = await startProviders(stage);
  const env = environmentOf(providers, pairs);
  const secrets = createSecretSearch();
  const apis = await startApis(stage, database, { label: 'api', env });
  const workers = [await startWorker(stage, database, { label: 'worker', env: { ...env, MAIL_SEAL_PRIVATE_KEYS: privateKeysOf(pairs) } })];
  const origins = apis.map(({ origin }) => origin);
  const people = await signInAll(database, origins, await seedPeople(database, sizes.offices));
  const offices = await connectOffices(database, providers, origins, people, webOrigin, secrets);
  await markStored(database, sealing, pairs, secrets);

  const sent = await sendFromAll(database, offices);
  await proveRoles(stage, database, sizes.rolesTried);
  const rotation = await rotateUnderLoad(stage, database, sealing, offices, providers.smtpPort, pairs, secrets);
  stage.report.check({
    what: `keys rotated ${rotation.rotations} times while ${formatCount(rotation.replaced)} passwords were replaced and ${formatCount(rotation.sent)} mails written`,
    tried: rotation.after,
    bar: sizes.offices * 5,
    expected: 'every secret opens with the last key alone and is the one acknowledged last; none is lost',
    found: `${rotation.before} before, ${rotation.after} after, ${rotation.wrong.length} wrong${rotation.wrong.length === 0 ? '' : `: ${rotation.wrong.slice(0, 3).join(' | ')}`}`,
    passed: rotation.wrong.length === 0 && rotation.after === rotation.before && rotation.replaced > 0,
  });
  await markStored(database, sealing, pairs, secrets);
  proveSwaps(stage, sealing, pairs, await readStored(database), sizes.swaps);
  await loseSome(providers, offices, secrets);
  await Promise.all([...apis, ...workers].map((child) => child.stop()));
  await proveNothingPlain(stage, database, [...apis, ...workers], secrets, sent, sizes.offices);
  await catchUnbound(stage, pairs);
  await catchTalkative(stage, database, env, offices, providers);
}

function privateKeysOf(pairs: readonly KeyPair[]): string {
  return pairs.map(({ privateKey }) => privateKey).join(',');
}

/** The API has the public key alone, as in production. */
function environmentOf(providers: Providers, [first]: readonly KeyPair[]): Record<string, string> {
  return {
    ...providers.env,
    LOG_LEVEL: 'trace',
    MAIL_SEAL_PUBLIC_KEY: first?.publicKey ?? '',
    MAIL_SEAL_PRIVATE_KEYS: '',
    RATE_LIMIT_MAILBOX_CHECKS_PER_HOUR: '1000000000',
  };
}

/** Marks all stored secrets in plain text. None of them may appear anywhere. */
async function markStored(database: ProofDatabase, sealing: Sealing, pairs: readonly KeyPair[], secrets: SecretSearch): Promise<void> {
  const keys = pairs.map(({ opening }) => opening);
  for (const { place, ...secret } of await readStored(database)) secrets.mark(sealing.openSecret(keys, place, secret));
}

async function sendFromAll(database: ProofDatabase, offices: readonly Office[]): Promise<number> {
  for (const office of offices) for (const accountId of Object.values(office.accounts)) await sendTest(office, accountId);
  const deadline = performance.now() + sendWithinMs;
  for (;;) {
    const { rows } = await database.admin.query<{ sent: number; waiting: number }>(
      `select count(*) filter (where state = 'SENT')::int as sent, count(*) filter (where state = 'QUEUED')::int as waiting from emails`,
    );
    const { sent = 0, waiting = 0 } = rows[0] ?? {};
    if (waiting === 0 || performance.now() > deadline) return sent;
    await pause(250);
  }
}

/** Tries every way in which the API's database role could read the secrets it has sealed. */
async function proveRoles(stage: Stage, database: ProofDatabase, count: number): Promise<void> {
  const stored = await readStored(database);
  const statements = [
    'select sealed from email_secrets',
    'select wrapped_key from email_secrets',
    'select * from email_secrets',
    'select email_secrets from email_secrets',
    'update email_secrets set field = field returning sealed',
    'copy email_secrets to stdout',
  ];
  const client = new pg.Client({ connectionString: database.url('app') });
  await client.connect();
  let refused = 0;
  for (let tried = 0; tried < count; tried++) {
    const { companyId } = stage.random.pick(stored).place;
    await client.query(`begin; set local app.company_id = '${companyId}'`);
    const code = await client.query(statements[tried % statements.length] ?? '').then(
      () => 'answered',
      (error: pg.DatabaseError) => error.code,
    );
    if (code === '42501') refused += 1;
    await client.query('rollback');
  }
  await client.end();
  stage.report.check({
    what: 'the API’s own role asks the database for sealed columns',
    tried: count,
    bar: count,
    expected: 'permission denied each time',
    found: `${refused} refused`,
    passed: refused === count,
  });
}

function proveSwaps(
  stage: Stage,
  sealing: Sealing,
  pairs: readonly KeyPair[],
  stored: Awaited<ReturnType<typeof readStored>>,
  count: number,
): void {
  const { tried, opened } = trySwaps(sealing, pairs, stored, stage.random, count);
  const total = Object.values(opened).reduce((sum, number) => sum + number, 0);
  stage.report.check({
    what: 'ciphertexts moved to another company, mailbox, field, server, row or key, with every private key at hand',
    tried,
    bar: count,
    expected: '0 open',
    found: `${total} opened${total === 0 ? '' : ` (${JSON.stringify(opened)})`}`,
    passed: total === 0,
  });
}

/** Failures are logged by other code paths than successes. */
async function loseSome(providers: Providers, offices: readonly Office[], secrets: SecretSearch): Promise<void> {
  const [first, second] = offices;
  if (!first || !second) return;
  const guess = `wrong-${randomSecret()}`;
  secrets.mark(guess);
  // From now on this mail server accepts only one password.
  await fetchRaw(`${providers.home}/services/smtp/sending/mailboxes/${first.smtp.address}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password: randomSecret() }),
  });
  await connectByPassword(first.origin, first.person, providers.smtpPort, { address: first.smtp.address, password: guess });
  await fetchRaw(`${providers.home}/services/google/grants/google0@proof.example`, { method: 'DELETE' });
  for (const accountId of Object.values(first.accounts)) await sendTest(first, accountId);
  for (const accountId of Object.values(second.accounts)) await disconnect(second, accountId);
  await pause(4_000);
}

async function proveNothingPlain(
  stage: Stage,
  database: ProofDatabase,
  children: readonly Child[],
  secrets: SecretSearch,
  sent: number,
  offices: number,
): Promise<void> {
  const [postgres, redis, logs] = [await dumpPostgres(database), await dumpRedis(await stage.redisUrl()), await readLogs(children)];
  const hits = { postgres: secrets.countHits(postgres), redis: secrets.countHits(redis), logs: secrets.countHits(logs) };
  stage.report.check({
    what: `${formatCount(secrets.size)} tokens, codes and passwords of ${offices * 3} mailboxes, searched in dumps and logs after ${sent} mails had left`,
    tried: secrets.size,
    bar: offices * 5,
    expected: '0 hits in Postgres, Redis and logs; all mails sent',
    found: `${hits.postgres} hits in ${formatCount(postgres.length)} bytes of Postgres, ${hits.redis} in ${formatCount(redis.length)} of Redis, ${hits.logs} in ${formatCount(logs.length)} of logs`,
    passed: hits.postgres + hits.redis + hits.logs === 0 && sent === offices * 3 && redis.length > 0 && logs.length > 0,
  });
  proveLogLines(stage, logs, offices * 10);
}

async function readLogs(children: readonly Child[]): Promise<string> {
  return (await Promise.all(children.map(({ logFile }) => readFile(logFile, 'utf8')))).join('\n');
}

async function catchUnbound(stage: Stage, pairs: readonly KeyPair[]): Promise<void> {
  const file = 'lib/auth/sealed-secret.ts';
  const source = await plantFault(stage, 'unbound', [
    { file, find: '\n  cipher.setAAD(binding);', replace: '' },
    { file, find: '\n  decipher.setAAD(binding);', replace: '' },
  ]);
  const mutant = await loadSealing(source);
  const [first] = pairs;
  if (!first) throw new Error('no key');
  const stored = countTo(20).map((number) => {
    const place = {
      companyId: `company-${number % 5}`,
      accountId: `account-${number}`,
      field: (['refresh_token', 'access_token', 'smtp_password'] as const)[number % 3] ?? 'access_token',
      server: number % 3 === 2 ? { host: 'smtp.office.example' } : null,
    };
    return { place, ...mutant.sealSecret(first.sealing, place, randomSecret()) };
  });
  const { opened } = trySwaps(mutant, pairs, stored, stage.random, 1_000);
  const total = Object.values(opened).reduce((sum, number) => sum + number, 0);
  stage.report.mutant('secrets are sealed without their place', total > 0, `${total} of 1,000 swaps opened`);
}

async function catchTalkative(
  stage: Stage,
  database: ProofDatabase,
  env: Record<string, string>,
  offices: readonly Office[],
  providers: Providers,
): Promise<void> {
  const source = await plantFault(stage, 'talkative', [
    {
      file: 'features/email-accounts/connect-smtp.service.ts',
      find: 'const smtp: SmtpServer = { host, port, security, username };',
      replace: `const smtp: SmtpServer = { host, port, security, username };
  platform.log.info({ line: \`\${username} signs in with \${password}\` }, 'signing in');`,
    },
    { file: 'lib/http/implement.ts', find: '  logAs(request, reply, { userId, sessionId, companyId });\n', replace: '' },
  ]);
  const api = await startApi(stage, database, { label: 'talkative', source, env });
  const secrets = createSecretSearch();
  for (const { person, smtp } of offices.slice(1)) {
    const password = randomSecret();
    secrets.mark(password);
    await connectByPassword(api.origin, person, providers.smtpPort, { address: smtp.address, password });
  }
  await api.stop();
  const logs = await readLogs([api]);
  const hits = secrets.countHits(logs);
  stage.report.mutant('passwords are logged', hits > 0, `${hits} hits in logs`);
  const { addresses, withoutPerson } = assessLog(logs);
  stage.report.mutant(
    'lines name a mailbox, and not who asked',
    addresses.length > 0 && withoutPerson.length > 0,
    `${addresses.length} addresses, ${withoutPerson.length} lines without a person`,
  );
}
