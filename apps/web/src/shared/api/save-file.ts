import type { Endpoint, FileReply, SentExactly } from '@headhaul/contracts/http/endpoint';
import { callSignedIn, isSignInAgain } from '../session/signed-in-call.ts';

type FileEndpoint = Endpoint & { reply: FileReply };

/** For uploads and downloads: the documents of a whole office over a slow line. */
export const fileTimeoutMs = 15 * 60_000;

/**
 * Downloads a file and lets the browser save it. A plain link would have to carry the token in its address. Here the token is in the
 * header, as in every other call. A person who cancels the fresh sign-in gets no file and no error message.
 */
export async function saveFile<E extends FileEndpoint>(endpoint: E, input: SentExactly<E>, fileName: string): Promise<void> {
  try {
    saveBlob((await callSignedIn(endpoint, input, fileTimeoutMs)) as Blob, fileName);
  } catch (failure) {
    if (!isSignInAgain(failure)) throw failure;
  }
}

/** Starts the browser's download of these bytes under this file name. */
export function saveBlob(blob: Blob, fileName: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // By then the browser has taken the bytes. An address that is never revoked would keep them in memory.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
