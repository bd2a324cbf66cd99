import { Buffer } from 'node:buffer';
import { SaxesParser } from 'saxes';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { createBreather } from '../breathe.ts';
import { AppError } from '../errors.ts';
import { refuseTable } from './table-row.ts';

/** Enough for 50,000 rows of 40 columns, each cell with 80 bytes; a small file that unpacks to more is an attack. */
const maxUnpackedBytes = 160 * 1024 * 1024;
const maxParts = 2_000;
/** The parser handles this many characters without a pause. A part that is not compressed arrives in one piece, so it is cut here. */
const pieceCharacters = 16 * 1024;
/**
 * The maximum between two tags. A cell has at most 32,767 characters, each written with at most seven. The parser would keep
 * endless markup in memory.
 */
const maxPieceCharacters = 250_000;
/** A sheet's first tag has a dozen, a cell four. The parser collects all attributes of a tag before other code can run. */
const maxAttributes = 64;
/** Rich text in a cell is nine levels deep. The parser keeps every open tag, so a small file of opening tags would fill the memory. */
const maxDepth = 64;

export type XmlAttributes = Record<string, string | undefined>;

export interface XmlHandlers {
  open?(name: string, attributes: XmlAttributes): void;
  text?(text: string): void;
  close?(name: string): void;
}

export interface XlsxArchive {
  has(part: string): boolean;
  /** Reads one part piece by piece; each step of the loop is one piece. */
  read(part: string, handlers: XmlHandlers): AsyncGenerator<void>;
}

/** Opens the parts of a workbook. Part names are only looked up in the archive: nothing is written to disk or fetched. */
export async function openArchive(file: Uint8Array): Promise<XlsxArchive> {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.length);
  const archive = await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false }).catch(refuseDamaged);
  const parts = await listParts(archive).catch(refuseDamaged);

  async function* read(part: string, handlers: XmlHandlers): AsyncGenerator<void> {
    const entry = parts.get(part);
    if (!entry) throw refuseTable('The XLSX file is damaged');
    try {
      // yauzl fails if a part unpacks to another size than the archive says.
      const content = await archive.openReadStreamPromise(entry);
      content.setEncoding('utf8');
      const parser = createParser(handlers);
      const breathe = createBreather();
      for await (const text of content as AsyncIterable<string>) {
        for (let at = 0; at < text.length; at += pieceCharacters) {
          await breathe();
          parser.write(text.slice(at, at + pieceCharacters));
          yield;
        }
      }
      parser.close();
      yield;
    } catch (cause) {
      refuseDamaged(cause);
    }
  }

  return { has: (part) => parts.has(part), read };
}

function refuseDamaged(cause: unknown): never {
  throw cause instanceof AppError ? cause : refuseTable('The XLSX file is damaged', cause);
}

async function listParts(archive: ZipFile): Promise<Map<string, Entry>> {
  if (archive.entryCount > maxParts) throw refuseTable('The XLSX file has too many parts');
  const parts = new Map<string, Entry>();
  let totalBytes = 0;
  for await (const entry of archive.eachEntry()) {
    totalBytes += entry.uncompressedSize;
    parts.set(entry.fileName, entry);
  }
  if (totalBytes > maxUnpackedBytes) throw refuseTable('The XLSX file is too large when unpacked');
  return parts;
}

function createParser({ open, text, close }: XmlHandlers): { write(piece: string): void; close(): void } {
  const parser = new SaxesParser({ xmlns: false, position: false });
  let pending = 0;
  let depth = 0;
  let attributeCount = 0;
  parser.on('error', (error) => {
    throw error;
  });
  // No workbook has a document type. An attacker would use it to declare entities that grow or read other files.
  parser.on('doctype', () => {
    throw new Error('a document type declaration');
  });
  parser.on('attribute', () => {
    attributeCount += 1;
    if (attributeCount > maxAttributes) throw new Error('a tag with attributes without an end');
  });
  parser.on('opentag', ({ name, attributes }) => {
    pending = 0;
    attributeCount = 0;
    depth += 1;
    if (depth > maxDepth) throw new Error('tags within tags without an end');
    open?.(localName(name), attributes as XmlAttributes);
  });
  parser.on('closetag', ({ name }) => {
    pending = 0;
    depth -= 1;
    close?.(localName(name));
  });
  if (text) {
    parser.on('text', text);
    parser.on('cdata', text);
  }
  return {
    write(piece) {
      pending += piece.length;
      parser.write(piece);
      if (pending > maxPieceCharacters) throw new Error('a piece without an end');
    },
    close: () => parser.close(),
  };
}

/** Removes the namespace prefix, which some programs write before every name. */
function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon === -1 ? name : name.slice(colon + 1);
}
