import { AppError } from '../errors.ts';

/** What all uploads of this process may take together, from their first byte until they are dealt with. */
const maxHeldBytes = 96 * 1024 * 1024;
const retryAfterSeconds = 10;
/** Two files of the largest kind, or many small ones: one company's uploads leave room for those of others. */
const maxHeldBytesPerCompany = 32 * 1024 * 1024;
let heldBytes = 0;
const heldOf = new Map<string, number>();

/** The part of one request. */
export interface UploadHold {
  /** False when there is no room. */
  take(bytes: number): boolean;
  release(): void;
}

/** For a company, or for an address that nobody signed in from. */
export function holdUploads(holder: string): UploadHold {
  let own = 0;
  const add = (bytes: number) => {
    own += bytes;
    heldBytes += bytes;
    const held = (heldOf.get(holder) ?? 0) + bytes;
    if (held === 0) heldOf.delete(holder);
    else heldOf.set(holder, held);
  };
  return {
    take(bytes) {
      if (heldBytes + bytes > maxHeldBytes || (heldOf.get(holder) ?? 0) + bytes > maxHeldBytesPerCompany) return false;
      add(bytes);
      return true;
    },
    release() {
      if (own > 0) add(-own);
    },
  };
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
