import { AppError } from '../errors.ts';

/** The memory for all uploads of this process together, from their first byte until they are processed. */
const maxHeldBytes = 96 * 1024 * 1024;
const retryAfterSeconds = 10;
/** Room for one file of the largest kind and a few small ones, so that uploads of other companies still fit. */
const maxHeldBytesPerCompany = 32 * 1024 * 1024;

/** The memory that the uploads of one request hold. */
export interface UploadHold {
  /** False when there is no room. */
  take(bytes: number): boolean;
  /** Call it when the upload is complete. From then on it is not ended to make room for others. */
  keep(): void;
  release(): void;
}

interface Held {
  holder: string;
  bytes: number;
  /** Ends the upload while it is still arriving. Null once it is complete. */
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
 * Counts the uploads of `holder`: a company, or the network of a caller who is not signed in. When memory is full, the holder with
 * the most bytes loses an unfinished upload, if the new upload leaves its own holder with less. So a few slow or unfinished uploads
 * do not keep others from uploading. `end` tells the client whose upload was ended.
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

/** `wanted` is what the new upload's holder would hold in total. */
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

/** Reads the whole file. Without room it is still read to its end: a client that is still sending would not see the refusal. */
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
