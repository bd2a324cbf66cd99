import type { Endpoint, FileReply, SentExactly } from '@headhaul/contracts/http/endpoint';
import { callSignedIn, isSignInAgain } from '../session/signed-in-call.ts';

type FileEndpoint = Endpoint & { reply: FileReply };

/** For files on their way in or out: a whole office's documents over a slow line. */
export const fileTimeoutMs = 15 * 60_000;

/**
 * Gets a file and gives it to the browser to keep. A link of its own would have to carry the token; this way it travels in the
 * header like every other call's. Who is asked to confirm that it is them and wouldn't gets no file and no reproach.
 */
export async function saveFile<E extends FileEndpoint>(endpoint: E, input: SentExactly<E>, fileName: string): Promise<void> {
  try {
    saveBlob((await callSignedIn(endpoint, input, fileTimeoutMs)) as Blob, fileName);
  } catch (failure) {
    if (!isSignInAgain(failure)) throw failure;
  }
}

/** Gives bytes to the browser's own download, under the name they are to have. */
export function saveBlob(blob: Blob, fileName: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // The browser has taken the bytes by then; keeping the address would keep them in memory.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
