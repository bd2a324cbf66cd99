import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { describe, expect, it } from 'vitest';
import { fromBufferPromise, openPromise } from 'yauzl';
import { collect } from '../../testing/collect.ts';
import { eventually } from '../../testing/eventually.ts';
import { zip } from './zip.ts';

async function unzip(file: Buffer): Promise<Record<string, string>> {
  const archive = await fromBufferPromise(file, { lazyEntries: true, autoClose: false });
  const found: Record<string, string> = {};
  for await (const entry of archive.eachEntry()) {
    found[entry.fileName] = (await buffer(await archive.openReadStreamPromise(entry))).toString();
  }
  return found;
}

describe('a zip', () => {
  it('holds bytes, texts and streams, in order', async () => {
    async function* words() {
      yield 'one ';
      yield Buffer.from('two');
    }
    const file = await buffer(
      zip([
        { name: 'a.txt', content: Buffer.from('Señor') },
        { name: 'folder/b.txt', content: words() },
        { name: 'c.pdf', content: Readable.from([Buffer.from('%PDF-')]), isPacked: true },
        { name: 'empty', content: Buffer.alloc(0) },
      ]),
    );
    expect(await unzip(file)).toEqual({ 'a.txt': 'Señor', 'folder/b.txt': 'one two', 'c.pdf': '%PDF-', empty: '' });
  });

  it('fails with its source, and closes the source when its reader goes away', async () => {
    async function* failing() {
      yield Buffer.from('some');
      throw new Error('the store is gone');
    }
    await expect(buffer(zip([{ name: 'a', content: failing() }]))).rejects.toThrow('the store is gone');
    async function* failingList() {
      yield { name: 'a', content: Buffer.from('a') };
      throw new Error('the list is gone');
    }
    await expect(buffer(zip(failingList()))).rejects.toThrow('the list is gone');

    const closed: string[] = [];
    async function* endless() {
      try {
        for (;;) yield Buffer.alloc(65_536, 7);
      } finally {
        closed.push('entry');
      }
    }
    async function* list() {
      try {
        yield { name: 'endless', content: endless() };
      } finally {
        closed.push('list');
      }
    }
    const archive = zip(list());
    for await (const _piece of archive) break;
    await eventually(() => expect(closed).toEqual(['entry', 'list']));
  });

  it('takes no more memory for more content', { timeout: 60_000 }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'headhaul-zip-'));
    const piece = Buffer.alloc(1024 * 1024);
    async function* entries() {
      for (let at = 0; at < 400; at++) yield { name: `documents/${at}.pdf`, content: Readable.from([piece]), isPacked: true };
    }
    const before = process.memoryUsage().rss;
    await pipeline(zip(entries()), createWriteStream(join(folder, 'big.zip')));
    expect(process.memoryUsage().rss - before).toBeLessThan(120 * 1024 * 1024);
    const archive = await openPromise(join(folder, 'big.zip'), { lazyEntries: true });
    expect((await collect(archive.eachEntry())).map(({ uncompressedSize }) => uncompressedSize)).toEqual(Array(400).fill(piece.length));
    await rm(folder, { recursive: true });
  });
});
