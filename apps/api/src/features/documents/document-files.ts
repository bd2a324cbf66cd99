import { maxDocumentBytes } from '@headhaul/contracts/documents';
import { sha256 } from '../../lib/auth/crypto.ts';
import { AppError } from '../../lib/errors.ts';
import { trimFileName } from '../../lib/files/file-name.ts';
import { isPicture, toReadableJpeg } from '../../lib/files/pictures.ts';

/** A document as it is stored. Its type comes from its content, never from its name or from what the sender claimed. */
export interface DocumentFile {
  bytes: Uint8Array;
  contentType: 'application/pdf' | 'image/jpeg';
  extension: 'pdf' | 'jpg';
  sha256: Buffer;
}

const pdfStart = Buffer.from('%PDF-');

/** A PDF is stored as it is and only ever shown in a sandbox. A picture is re-encoded. Everything else is refused. */
export async function acceptDocument(companyId: string, file: Uint8Array): Promise<DocumentFile> {
  if (file.length > maxDocumentBytes) throw new AppError('body_too_large', { detail: 'A document may have at most 15 MB.' });
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

/** HEIC decoders are not free, so the picture library has none. Phones send JPEG when a page doesn't ask for HEIC. */
function isHeic(file: Uint8Array): boolean {
  return /^ftyp(heic|heix|hevc|mif1|msf1|heim|heis)/.test(Buffer.from(file.subarray(4, 12)).toString('latin1'));
}

/**
 * The name under which the file is saved again: the sender's words, without characters that mean something in a path or header, and
 * the true ending.
 */
export function toDocumentName(sent: string, extension: DocumentFile['extension']): string {
  const words = sent
    .toWellFormed()
    .normalize('NFC')
    // Browsers encode quotes and line ends in a form's file name like this.
    .replace(/%(22|0D|0A)|[/\\]/gi, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}"<>|:*?]/gu, '')
    .replace(/\.[\p{L}\p{N}]{1,5}$/u, '')
    .replace(/\s+/g, ' ');
  return `${[...trimFileName(words)].slice(0, 150).join('').trimEnd() || 'document'}.${extension}`;
}
