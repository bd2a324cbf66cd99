import { maxDocumentBytes } from '@headhaul/contracts/documents';
import { sha256 } from '../../lib/auth/crypto.ts';
import { AppError } from '../../lib/errors.ts';
import { trimFileName } from '../../lib/files/file-name.ts';
import { isPicture, toReadableJpeg } from '../../lib/files/pictures.ts';

/** A document as it is kept: what it is by its content, never by its name or what the sender called it. */
export interface DocumentFile {
  bytes: Uint8Array;
  contentType: 'application/pdf' | 'image/jpeg';
  extension: 'pdf' | 'jpg';
  sha256: Buffer;
}

const pdfStart = Buffer.from('%PDF-');

/** A PDF is kept as it is and only ever shown in a sandbox; a picture is drawn anew. Everything else is refused. */
export async function acceptDocument(companyId: string, file: Uint8Array): Promise<DocumentFile> {
  if (file.length > maxDocumentBytes) throw new AppError('body_too_large', { detail: 'A paper may have at most 15 MB.' });
  if (pdfStart.equals(file.subarray(0, pdfStart.length))) {
    return { bytes: file, contentType: 'application/pdf', extension: 'pdf', sha256: sha256(file) };
  }
  if (!isPicture(file)) throw refuse(isHeic(file) ? 'Your phone saved this photo as HEIC. Send it as JPEG or PDF.' : undefined);
  const bytes = await toReadableJpeg(companyId, file).catch((cause: unknown) => {
    if (cause instanceof AppError) throw cause;
    throw refuse('We could not read this picture. Take it again or send a PDF.', cause);
  });
  return { bytes, contentType: 'image/jpeg', extension: 'jpg', sha256: sha256(bytes) };
}

function refuse(detail = 'Choose a PDF, JPEG, PNG or WebP file.', cause?: unknown): AppError {
  return new AppError('unsupported_media_type', { detail, cause });
}

/** Its decoder is not free, so no build of the picture library has it; phones send JPEG when a page doesn't ask for HEIC. */
function isHeic(file: Uint8Array): boolean {
  return /^ftyp(heic|heix|hevc|mif1|msf1|heim|heis)/.test(Buffer.from(file.subarray(4, 12)).toString('latin1'));
}

/** What the file is called when it is saved again: the sender's words without what a path or a header could mean, and its true ending. */
export function toDocumentName(sent: string, extension: DocumentFile['extension']): string {
  const words = sent
    .toWellFormed()
    .normalize('NFC')
    // Browsers write quotes and line ends in a form's file name like this.
    .replace(/%(22|0D|0A)|[/\\]/gi, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}"<>|:*?]/gu, '')
    .replace(/\.[\p{L}\p{N}]{1,5}$/u, '')
    .replace(/\s+/g, ' ');
  return `${[...trimFileName(words)].slice(0, 150).join('').trimEnd() || 'document'}.${extension}`;
}
