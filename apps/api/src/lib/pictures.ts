import sharp from 'sharp';
import { AppError } from './errors.ts';

// One picture at a time on one thread: drawing must not take the process from everyone's requests.
sharp.concurrency(1);
let drawing: Promise<unknown> = Promise.resolve();

const maxPixels = 4_000_000;
const logoPx = 160;

/** The decoder would read more than a logo needs: drawings with scripts and links in them, documents, films. */
function isKnownFormat(file: Buffer): boolean {
  const starts = (hex: string, at = 0) => file.subarray(at, at + hex.length / 2).toString('hex') === hex;
  const isPng = starts('89504e470d0a1a0a');
  const isJpeg = starts('ffd8ff');
  const isWebp = starts('52494646') && starts('57454250', 8);
  return isPng || isJpeg || isWebp;
}

/**
 * What was uploaded is never kept: it is decoded and drawn anew as a small PNG, so no script, no other format and no
 * hidden data of the original survives.
 */
export function toSmallPng(file: Uint8Array): Promise<Buffer> {
  const drawn = drawing.then(() => draw(file));
  drawing = drawn.catch(() => {});
  return drawn;
}

async function draw(file: Uint8Array): Promise<Buffer> {
  try {
    if (!isKnownFormat(Buffer.from(file.buffer, file.byteOffset, file.length))) throw new Error('another format');
    return await sharp(file, { limitInputPixels: maxPixels, failOn: 'error', animated: false })
      .rotate()
      .resize(logoPx, logoPx, { fit: 'inside', withoutEnlargement: true })
      .png({ compressionLevel: 9, palette: true, effort: 1 })
      .toBuffer();
  } catch (cause) {
    throw new AppError('validation_failed', {
      errors: [{ path: 'body.file', message: 'Choose a PNG, JPEG or WebP picture of at most 4 megapixels' }],
      reason: 'not a picture we can read',
      cause,
    });
  }
}
