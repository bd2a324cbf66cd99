import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

export interface ZipEntry {
  name: string;
  content: Readable | AsyncIterable<Uint8Array | string> | Uint8Array;
  /** True for content that is already compressed, such as pictures and PDFs. */
  isPacked?: boolean;
}

/**
 * Writes an archive as a stream while it is read, one entry at a time. Only the list of names stays in memory. If the reader
 * goes away, the current entry and the source of entries are closed.
 */
export function zip(entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>): Readable {
  const archive = new ZipFile();
  const output = archive.outputStream as Readable;
  let current: Readable | undefined;
  archive.on('error', (error: Error) => output.destroy(error));
  output.once('close', () => current?.destroy());

  async function add(): Promise<void> {
    for await (const { name, content, isPacked = false } of entries) {
      current = content instanceof Readable ? content : Readable.from(content instanceof Uint8Array ? [content] : content);
      if (output.destroyed) current.destroy();
      else archive.addReadStream(current, name, { compress: !isPacked });
      await finished(current);
    }
    archive.end();
  }
  add().catch((error: Error) => output.destroy(error));
  return output;
}
