import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { findFreePort } from '@headhaul/test-servers/free-ports';
import S3rver from 's3rver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collect } from '../../testing/collect.ts';
import { readApiEnv } from '../env.ts';
import type { FileStore } from './file-store.ts';
import { allFiles, fileKey, openFiles, readKey } from './files.ts';

const pdf = { contentType: 'application/pdf' };

async function* pieces(count: number, bytes = 1024 * 1024) {
  for (let at = 0; at < count; at++) yield Buffer.alloc(bytes, at);
}

/** Tests that both stores must pass. */
function behavesAsStore(open: () => FileStore) {
  const newKey = (companyId = randomUUID()) => fileKey(companyId, 'documents', randomUUID());
  const read = async (key: string) => {
    const found = await open().get(key);
    return found && { content: await buffer(found.content), bytes: found.bytes };
  };

  it('keeps bytes and streams as they are', async () => {
    const [small, streamed, nothing] = [newKey(), newKey(), newKey()];
    await open().put(small, Buffer.from('%PDF- ünï'), pdf);
    await open().put(streamed, Readable.from(pieces(20)), pdf);
    await open().put(nothing, Readable.from([]), pdf);
    expect(await read(small)).toEqual({ content: Buffer.from('%PDF- ünï'), bytes: 11 });
    const large = await read(streamed);
    expect(large?.bytes).toBe(20 * 1024 * 1024);
    expect(large?.content.equals(Buffer.concat(await collect(pieces(20))))).toBe(true);
    expect(await read(nothing)).toEqual({ content: Buffer.alloc(0), bytes: 0 });
  });

  it('has nothing where nothing was put; removing twice does no harm', async () => {
    const key = newKey();
    expect(await open().get(key)).toBeNull();
    await open().put(key, Buffer.from('a'), pdf);
    await open().remove(key);
    await open().remove(key);
    expect(await open().get(key)).toBeNull();
  });

  it('keeps nothing of a file whose source failed', async () => {
    const key = newKey();
    async function* failing() {
      yield* pieces(9);
      throw new Error('cut off');
    }
    await expect(open().put(key, Readable.from(failing()), pdf)).rejects.toThrow();
    expect(await open().get(key)).toBeNull();
  });

  it('lists by folder, in order', async () => {
    const [company, other] = [randomUUID(), randomUUID()];
    const keys = [newKey(company), newKey(company), fileKey(company, 'exports', randomUUID())].sort((a, b) => (a < b ? -1 : 1));
    for (const key of [...keys, newKey(other)]) await open().put(key, Buffer.from('abc'), pdf);
    const listed = await collect(open().list(`${allFiles}${company}/`));
    expect(listed.map(({ key }) => key)).toEqual(keys);
    expect(listed.every(({ bytes, modifiedAt }) => bytes === 3 && Math.abs(Date.now() - modifiedAt.getTime()) < 60_000)).toBe(true);
    const exports = await collect(open().list(`${allFiles}${company}/exports/`));
    expect(exports.map(({ key }) => key)).toEqual(keys.filter((key) => key.includes('/exports/')));
    expect((await collect(open().list(allFiles))).length).toBeGreaterThanOrEqual(4);
    expect(await collect(open().list(`${allFiles}${randomUUID()}/`))).toEqual([]);
  });

  it('refuses names that are not ours', async () => {
    const id = randomUUID();
    const names = ['', '/etc/passwd', '../x', `companies/../${id}`, `companies/${id}/documents/../../x`, `companies/${id}/other/${id}`];
    names.push(
      `companies/${id}/documents/${id}/more`,
      `companies/${id}/documents/${id}\0`,
      `companies/${id.toUpperCase()}/documents/${id}`,
    );
    for (const name of names) {
      expect(() => open().get(name)).toThrow('not the key of a file');
      expect(() => open().list(`${name}/`)).toThrow('not a folder of files');
    }
    expect(() => fileKey('../..', 'documents', id)).toThrow('not the key of a file');
    expect(readKey(fileKey(id, 'imports', id))).toEqual({ companyId: id, kind: 'imports', id });
    expect(readKey(`companies/${id}/documents/.DS_Store`)).toBeNull();
  });
}

describe('the filesystem', () => {
  let folder: string;
  let store: FileStore;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'headhaul-files-'));
    store = openFiles(readApiEnv({ NODE_ENV: 'test', FILES_STORE: 'filesystem', FILES_DIR: folder }));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  behavesAsStore(() => store);

  it('shows a file under its name only when it is whole', async () => {
    const key = fileKey(randomUUID(), 'documents', randomUUID());
    async function* slow() {
      yield Buffer.from('a');
      expect(await store.get(key)).toBeNull();
      yield Buffer.from('b');
    }
    await store.put(key, Readable.from(slow()), pdf);
    const names = await readdir(join(folder, key, '..'));
    expect(names).toEqual([key.split('/').at(-1)]);
  });
});

describe('S3', () => {
  let folder: string;
  let server: S3rver;
  let store: FileStore;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'headhaul-s3-'));
    const port = await findFreePort();
    server = new S3rver({
      address: '127.0.0.1',
      port,
      silent: true,
      directory: folder,
      configureBuckets: [{ name: 'documents', configs: [] }],
    });
    await server.run();
    Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' });
    const address = { FILES_S3_BUCKET: 'documents', FILES_S3_REGION: 'us-east-1', FILES_S3_ENDPOINT: `http://127.0.0.1:${port}` };
    store = openFiles(readApiEnv({ NODE_ENV: 'test', FILES_STORE: 's3', ...address }));
  });
  afterAll(async () => {
    store.close();
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });
  behavesAsStore(() => store);

  it('503 when it does not answer', async () => {
    const gone = {
      FILES_S3_BUCKET: 'documents',
      FILES_S3_REGION: 'us-east-1',
      FILES_S3_ENDPOINT: `http://127.0.0.1:${await findFreePort()}`,
    };
    const silent = openFiles(readApiEnv({ NODE_ENV: 'test', FILES_STORE: 's3', ...gone }));
    const key = fileKey(randomUUID(), 'documents', randomUUID());
    for (const attempt of [() => silent.get(key), () => silent.put(key, Buffer.from('a'), pdf), () => silent.remove(key)])
      await expect(attempt()).rejects.toMatchObject({ code: 'unavailable' });
    silent.close();
  });
});

describe('the environment', () => {
  it('must say where files are kept', () => {
    expect(() => readApiEnv({ NODE_ENV: 'production' })).toThrow('FILES_STORE');
    expect(() => readApiEnv({ NODE_ENV: 'test', FILES_STORE: 's3' })).toThrow('FILES_S3_BUCKET');
  });
});
