import { AppError } from '../errors.ts';

/** What all uploads of this process may take together, from their first byte until they are dealt with. */
const maxHeldBytes = 96 * 1024 * 1024;
const retryAfterSeconds = 10;
let heldBytes = 0;

/** The part of one request. */
export interface UploadHold {
  /** False when there is no room. */
  take(bytes: number): boolean;
  release(): void;
}

export function holdUploads(): UploadHold {
  let own = 0;
  return {
    take(bytes) {
      if (heldBytes + bytes > maxHeldBytes) return false;
      own += bytes;
      heldBytes += bytes;
      return true;
    },
    release() {
      heldBytes -= own;
      own = 0;
    },
  };
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
  if (!hasRoom) {
    const detail = 'Many files are being uploaded right now. Please try again in a moment.';
    throw new AppError('unavailable', { detail, retryAfterSeconds });
  }
  return Buffer.concat(chunks);
}
