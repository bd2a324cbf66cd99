import { driverEndpoints } from '@headhaul/contracts/drivers';
import { createDatabase, type ProofDatabase } from '../lib/database.ts';
import { bearer, send } from '../lib/http-client.ts';
import { plantFault } from '../lib/mutant.ts';
import { countTo, forEachParallel } from '../lib/parallel.ts';
import { seedPeople, signInAll } from '../lib/people.ts';
import type { Random } from '../lib/random.ts';
import { formatCount } from '../lib/report.ts';
import type { Stage } from '../lib/stage.ts';
import { startApi } from '../lib/start-api.ts';
import { endpoints, type Uploader } from './endpoints.ts';
import { hostileFile, marker, png } from './hostile-files.ts';

const sizes = { short: 300, full: 2_000 };
const uploadsAtOnce = 4;
const env = { RATE_LIMIT_PICTURES_PER_HOUR: '1000000000' };

/** The product shows only pictures that it has redrawn, and documents in a sandbox. */
export async function proveUploads(stage: Stage): Promise<void> {
  const count = stage.isFull ? sizes.full : sizes.short;
  const database = await createDatabase(stage);
  const api = await startApi(stage, database, { label: 'api', env });
  const uploaders = await makeUploaders(database, api.origin);
  const result = emptyResult();
  const stop = stage.report.showProgress(() => `${formatCount(result.tried)} files`);
  await uploadMany(stage.random.fork('files'), api.origin, uploaders, count, result);
  stop();
  const isWell = api.isRunning() && (await isTaken(api.origin, uploaders));
  stage.report.check({
    what: `hostile files of ${result.kinds.size} kinds as signature pictures, logos and documents`,
    tried: result.tried,
    bar: count,
    expected: '0 crashes, 0 answers of 500 or more, 0 shown as anything but the picture or doc they were made into',
    found: `${result.broken.length} broke it, ${result.faults.length} shown wrong, ${formatCount(result.taken)} drawn anew, ${formatCount(result.refused)} refused${sample([...result.broken, ...result.faults])}; afterwards a good one is ${isWell ? 'taken' : 'NOT taken'}`,
    passed: result.broken.length === 0 && result.faults.length === 0 && result.taken > 0 && result.refused > 0 && isWell,
  });
  await api.stop();
  await catchKept(stage, database);
}

interface Result {
  tried: number;
  taken: number;
  refused: number;
  kinds: Set<string>;
  broken: string[];
  faults: string[];
}

function emptyResult(): Result {
  return { tried: 0, taken: 0, refused: 0, kinds: new Set(), broken: [], faults: [] };
}

function sample(texts: readonly string[]): string {
  return texts.length === 0 ? '' : `: ${texts.slice(0, 4).join(' | ')}`;
}

async function makeUploaders(database: ProofDatabase, origin: string): Promise<Uploader[]> {
  const people = await signInAll(database, [origin], await seedPeople(database, uploadsAtOnce));
  return Promise.all(
    people.map(async (person) => {
      const reply = await send(
        origin,
        driverEndpoints.createDriver,
        { body: { name: 'Pat' } },
        { ...bearer(person.token.accessToken), cookie: person.cookie },
      );
      return { ...person, driverId: (JSON.parse(reply.body) as { id: string }).id };
    }),
  );
}

async function uploadMany(random: Random, origin: string, uploaders: readonly Uploader[], count: number, result: Result): Promise<void> {
  const ways = Object.entries(endpoints);
  await forEachParallel(countTo(count), uploadsAtOnce, async (index) => {
    const own = random.fork(index);
    const file = hostileFile(own, index);
    const [way, upload] = own.pick(ways);
    const who = own.pick(uploaders);
    const outcome = await upload(origin, who, file).catch((error: unknown) => ({ status: 0, fault: String(error) }));
    result.tried += 1;
    result.kinds.add(file.kind);
    const words = `${file.kind} as ${way}: ${outcome.status}`;
    if (outcome.status === 0 || outcome.status >= 500) result.broken.push(`${words} ${outcome.fault ?? ''}`);
    else if (outcome.fault !== null) result.faults.push(`${words}, ${outcome.fault}`);
    else if (outcome.status < 300) result.taken += 1;
    else result.refused += 1;
  });
}

async function isTaken(origin: string, [who]: readonly Uploader[]): Promise<boolean> {
  if (!who || !endpoints.signature) return false;
  const { status, fault } = await endpoints.signature(origin, who, { kind: 'good', bytes: png(), name: 'logo.png', type: 'image/png' });
  return status === 200 && fault === null;
}

/** Mutant: the server keeps the uploaded bytes. */
async function catchKept(stage: Stage, database: ProofDatabase): Promise<void> {
  const source = await plantFault(stage, 'kept', [
    {
      file: 'lib/files/pictures.ts',
      find: "if (!isPicture(file)) throw new Error('another format');",
      replace: 'if (file.length > 0) return Buffer.from(file);',
    },
  ]);
  const api = await startApi(stage, database, { label: 'kept', source, env });
  const uploaders = await makeUploaders(database, api.origin);
  const result = emptyResult();
  await uploadMany(stage.random.fork('kept'), api.origin, uploaders, 60, result);
  stage.report.mutant(
    `pictures are kept as they come, with “${marker}” in them`,
    result.faults.length > 0,
    `${result.faults.length} of ${result.tried} shown wrong${sample(result.faults.slice(0, 1))}`,
  );
  await api.stop();
}
