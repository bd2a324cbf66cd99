import { AppError } from '../errors.ts';

/** What all uploads of this process may take together, from their first byte until they are dealt with. */
const maxHeldBytes = 96 * 1024 * 1024;
const retryAfterSeconds = 10;
/** One file of the largest kind and a few small ones: one company's uploads leave room for those of others. */
const maxHeldBytesPerCompany = 32 * 1024 * 1024;

/** The part of one request. */
export interface UploadHold {
  /** False when there is no room. */
  take(bytes: number): boolean;
  /** It has come whole: from now on nobody else gets its room. */
  keep(): void;
  release(): void;
}

interface Held {
  holder: string;
  bytes: number;
  /** Ends the upload while it is still on its way. */
  giveWay: (() => void) | null;
}

const all = new Set<Held>();

function heldBy(holder: string): number {
  let bytes = 0;
  for (const held of all) if (held.holder === holder) bytes += held.bytes;
  return bytes;
}

function heldByAll(): number {
  let bytes = 0;
  for (const held of all) bytes += held.bytes;
  return bytes;
}

/**
 * For a company, or for an address that nobody signed in from. When there is no room left, who holds most gives way to who would still hold less with
 * what they ask for: a few who send slowly, or send and don't finish, keep nobody else from uploading. `end` says so to who is still sending.
 */
export function holdUploads(holder: string, end: () => void): UploadHold {
  const own: Held = { holder, bytes: 0, giveWay: null };
  let isEnded = false;
  own.giveWay = () => {
    isEnded = true;
    all.delete(own);
    end();
  };
  return {
    take(bytes) {
      const wanted = heldBy(holder) + bytes;
      if (isEnded || wanted > maxHeldBytesPerCompany || !makeRoom(bytes, wanted)) return false;
      own.bytes += bytes;
      all.add(own);
      return true;
    },
    keep() {
      own.giveWay = null;
    },
    release() {
      own.bytes = 0;
      all.delete(own);
    },
  };
}

/** `wanted`: what who asks would hold then. */
function makeRoom(bytes: number, wanted: number): boolean {
  while (heldByAll() + bytes > maxHeldBytes) {
    const onTheirWay = [...all].filter(({ giveWay }) => giveWay !== null).map((held) => ({ held, ofHolder: heldBy(held.holder) }));
    const [heaviest] = onTheirWay.sort((a, b) => b.ofHolder - a.ofHolder || b.held.bytes - a.held.bytes);
    if (!heaviest || heaviest.ofHolder <= wanted) return false;
    heaviest.held.giveWay?.();
  }
  return true;
}

export function refuseUpload(): AppError {
  const detail = 'Many files are being uploaded right now. Please try again in a moment.';
  return new AppError('unavailable', { detail, retryAfterSeconds });
}

/** The whole file. Without room it is still read to its end, or the refusal would not reach who is still sending. */
export async function readUpload(file: AsyncIterable<Buffer> & { truncated: boolean }, hold: UploadHold): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let hasRoom = true;
  for await (const chunk of file) {
    if (hasRoom && hold.take(chunk.length)) {
      chunks.push(chunk);
      continue;
    }
    hasRoom = false;
    chunks.length = 0;
    hold.release();
  }
  if (file.truncated) throw new AppError('body_too_large');
  if (!hasRoom) throw refuseUpload();
  return Buffer.concat(chunks);
}
