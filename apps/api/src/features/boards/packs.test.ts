import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { BoardConfig } from '@headhaul/contracts/boards/board-config';
import { boardPackEndpoints, developmentBoardKey } from '@headhaul/contracts/boards/packs';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readBoardKeys } from '../../lib/env.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { isSignedBy, makeSigningKey, SigningKeyFile, signPack } from './pack-signing.ts';
import { publishPack } from './publish.ts';

const sandboxFile = (name: string) => fileURLToPath(new URL(`../../../../../sandbox/boards/${name}`, import.meta.url));
const demo = BoardConfig.parse(JSON.parse(await readFile(sandboxFile('demo-pack.json'), 'utf8')));
const key = makeSigningKey('test');
const keys = [{ kid: 'test', publicKey: key.x }];

let api: TestApp;
let publisher: pg.Client;
beforeAll(async () => {
  api = await startTestApp();
  publisher = new pg.Client({ connectionString: api.databaseUrl('migrator') });
  await publisher.connect();
});
afterEach(() => api.admin.query('delete from board_packs'));
afterAll(async () => {
  await publisher.end();
  await api.close();
});

const write = (change: Partial<BoardConfig> & Record<string, unknown> = {}) => Buffer.from(JSON.stringify({ ...demo, ...change }, null, 1));
const publishBytes = (bytes: Uint8Array, sharePercent = 100) =>
  publishPack(publisher, { bytes, signature: signPack(bytes, key), sharePercent, keys });
const publish = (change: Partial<BoardConfig> = {}, sharePercent = 100) => publishBytes(write(change), sharePercent);
const list = async () => {
  const response = await api.fetch('/api/ext/boards/manifest.json');
  return boardPackEndpoints.listBoardPacks.reply.parse(await response.json()).packs;
};
const versions = async () => (await list()).map(({ board, version, sharePercent }) => `${board} ${version} ${sharePercent}`);

describe('GET /ext/boards/manifest.json', () => {
  it('200 empty before anything is published', async () => {
    expect(await list()).toEqual([]);
  });

  it('200 to anybody, with what is needed to fetch a pack and to check it', async () => {
    const bytes = write({ version: 7 });
    await publishBytes(bytes, 25);
    const [entry] = await list();
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect(entry).toEqual({
      board: 'demo',
      version: 7,
      sha256,
      kid: 'test',
      signature: signPack(bytes, key).signature,
      minExt: '0.1.0',
      sharePercent: 25,
      url: '/ext/boards/packs/demo/7',
    });
    const pack = await api.fetch(`/api${entry?.url}`);
    const got = Buffer.from(await pack.arrayBuffer());
    expect(got.equals(bytes)).toBe(true);
    expect(isSignedBy(got, { kid: 'test', signature: entry?.signature ?? '' }, keys)).toBe(true);
  });

  it('lists the newest version for all, and the newer ones for some', async () => {
    await publish({ version: 1 }, 10);
    await publish({ version: 2 }, 20);
    expect(await versions()).toEqual(['demo 1 10', 'demo 2 20']);
    await publish({ version: 3 });
    await publish({ version: 5 }, 5);
    await publish({ version: 2, board: 'dat', hosts: ['one.dat.com'] });
    expect(await versions()).toEqual(['dat 2 100', 'demo 3 100', 'demo 5 5']);
    await publish({ version: 5 }, 100);
    expect(await versions()).toEqual(['dat 2 100', 'demo 5 100']);
  });

  it('keeps the newest version that each older extension understands', async () => {
    await publish({ version: 1 });
    await publish({ version: 2 });
    await publish({ version: 3, minExt: '0.9.0' });
    await publish({ version: 4, minExt: '0.10.0' }, 5);
    expect(await versions()).toEqual(['demo 2 100', 'demo 3 100', 'demo 4 5']);
    await publish({ version: 5, minExt: '0.10.0' });
    // 0.10.0 is newer than 0.9.0, so 3 is still the newest one for extensions from 0.9.0 on.
    expect(await versions()).toEqual(['demo 2 100', 'demo 3 100', 'demo 5 100']);
    await publish({ version: 6, minExt: '0.9.0' });
    expect(await versions()).toEqual(['demo 2 100', 'demo 6 100']);
    await publish({ version: 7, minExt: '0.1.0', enabled: false });
    expect(await versions()).toEqual(['demo 7 100']);
  });

  it('304 while nothing has changed, and may be kept for a minute', async () => {
    await publish({ version: 1 });
    const first = await api.fetch('/api/ext/boards/manifest.json');
    const tag = first.headers.get('etag') ?? '';
    expect(first.headers.get('cache-control')).toBe('public, max-age=60');
    const ask = (known: string) => api.fetch('/api/ext/boards/manifest.json', { headers: { 'if-none-match': known } });
    const again = await ask(tag);
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', tag]);
    expect((await ask(`"other", W/${tag}`)).status).toBe(304);
    expect((await ask('"other"')).status).toBe(200);
    await publish({ version: 2 }, 1);
    expect((await ask(tag)).status).toBe(200);
  });
});

describe('GET /ext/boards/packs/{board}/{version}', () => {
  it('200 forever the same bytes, which no browser runs; 304 for who has them', async () => {
    await publish({ version: 1 });
    const response = await api.fetch('/api/ext/boards/packs/demo/1');
    const { headers } = response;
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('content-type')).toBe('application/json');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain('sandbox');
    const known = await api.fetch('/api/ext/boards/packs/demo/1', { headers: { 'if-none-match': headers.get('etag') ?? '' } });
    expect(known.status).toBe(304);
  });

  it.each([
    ['404', '/demo/2'],
    ['404', '/dat/1'],
    ['400', '/nowhere/1'],
    ['400', '/demo/0'],
    ['400', '/demo/1.5'],
    ['400', '/demo/99999999999'],
    ['400', '/demo/1%00'],
    ['404', '/demo/1/2'],
  ])('%s for %s, and the refusal is kept by nobody', async (status, path) => {
    await publish({ version: 1 });
    const response = await api.fetch(`/api/ext/boards/packs${path}`);
    expect(String(response.status)).toBe(status);
    expect(response.headers.get('etag')).toBeNull();
    expect(response.headers.get('cache-control') ?? 'no-store').toBe('no-store');
  });
});

describe('publishing', () => {
  it('refuses bytes that were changed after they were signed, and keys that builds do not know', async () => {
    const bytes = write();
    const signature = signPack(bytes, key);
    const forged = Buffer.from(bytes.toString().replace('"enabled": true', '"enabled":  true'));
    const attempt = (sent: Uint8Array, signed = signature) =>
      publishPack(publisher, { bytes: sent, signature: signed, sharePercent: 100, keys });
    await expect(attempt(forged)).rejects.toThrow('signature');
    await expect(attempt(bytes, signPack(bytes, makeSigningKey('test')))).rejects.toThrow('signature');
    await expect(attempt(bytes, { ...signature, kid: 'other' })).rejects.toThrow('signature');
    expect(await list()).toEqual([]);
  });

  it.each<[string, Uint8Array, string]>([
    ['an unknown key', write({ script: 'x' }), 'schema'],
    ['a hostile selector', write({ row: ['[onclick]'] }), 'schema'],
    ['more than 64 kB', Buffer.from(write().toString().padEnd(65_537)), '65537 bytes'],
    ['an end in the past', write({ issuedAt: '2020-01-01T00:00:00Z', expiresAt: '2020-02-01T00:00:00Z' }), 'expired'],
  ])('refuses a pack with %s', async (_, bytes, words) => {
    await expect(publishBytes(bytes)).rejects.toThrow(words);
  });

  it('goes only up: the same number with other content, and a lower number, are refused', async () => {
    await publish({ version: 4 });
    await expect(publish({ version: 4, enabled: false })).rejects.toThrow(
      'Version 4 of demo is published with other content. Publish yours under a higher number.',
    );
    await expect(publish({ version: 3 })).rejects.toThrow('higher number');
    expect(await publish({ version: 4 }, 50)).toBe('Version 4 of demo is for 50 % of installs now.');
    expect(await publish({ version: 9, enabled: false })).toBe('Published version 9 of demo for 100 % of installs.');
  });

  it('refuses another signature for a published version: installs would keep the old one', async () => {
    await publish({ version: 4 }, 10);
    const bytes = write({ version: 4 });
    const next = makeSigningKey('next');
    const both = [...keys, { kid: 'next', publicKey: next.x }];
    const publication = { bytes, signature: signPack(bytes, next), sharePercent: 100, keys: both };
    await expect(publishPack(publisher, publication)).rejects.toThrow(
      'Version 4 of demo is published with a signature of the key test. Publish yours under a higher number.',
    );
    expect(await versions()).toEqual(['demo 4 10']);
  });

  it('can’t go down in the database either, whoever writes', async () => {
    await publish({ version: 4 });
    await publish({ version: 6 });
    const insert = (version: number, previous: number | null) =>
      publisher.query(
        `insert into board_packs (board, version, previous_version, bytes, sha256, kid, signature, min_ext, share_percent)
         values ('demo', $1, $2, '{}', sha256('{}'), 'test', $3, '0.1.0', 100)`,
        [version, previous, Buffer.alloc(64)],
      );
    await expect(insert(5, 6)).rejects.toMatchObject({ code: '23514' });
    await expect(insert(5, 4)).rejects.toMatchObject({ code: '23505' });
    await expect(insert(7, 4)).rejects.toMatchObject({ code: '23505' });
    await expect(insert(5, null)).rejects.toMatchObject({ code: '23505' });
    await expect(insert(5, 3)).rejects.toMatchObject({ code: '23503' });
    await expect(publisher.query(`update board_packs set bytes = '{ }' where version = 6`)).rejects.toMatchObject({ code: '23514' });
    await insert(7, 6);
  });
});

describe('the development key', () => {
  it('is the one in the sandbox, and signs the sandbox’s pack', async () => {
    const file = SigningKeyFile.parse(JSON.parse(await readFile(sandboxFile('development-key.json'), 'utf8')));
    expect({ kid: file.kid, publicKey: file.x }).toEqual(developmentBoardKey);
    const bytes = await readFile(sandboxFile('demo-pack.json'));
    expect(isSignedBy(bytes, signPack(bytes, file), readBoardKeys({ NODE_ENV: 'development' }))).toBe(true);
  });

  it('is refused in production', () => {
    const pair = `mine:${developmentBoardKey.publicKey}`;
    expect(() => readBoardKeys({ NODE_ENV: 'production', BOARD_PACK_KEYS: pair })).toThrow('development key');
    expect(() => readBoardKeys({ NODE_ENV: 'production' })).toThrow('incomplete');
    expect(readBoardKeys({ NODE_ENV: 'production', BOARD_PACK_KEYS: `test:${key.x}` })).toEqual(keys);
  });
});
