import sharp from 'sharp';
import { createFairQueue } from '../admission/fair-queue.ts';
import { AppError } from '../errors.ts';

// Draw one picture at a time on one thread, so that drawing does not delay the requests of others.
sharp.concurrency(1);
const queue = createFairQueue({
  atOnce: 1,
  atOncePerCompany: 1,
  waiting: 24,
  waitingPerCompany: 4,
  maxWaitMs: 30_000,
  busy: 'Many pictures are being read right now. Please try again in a moment.',
});

const maxPixels = 4_000_000;
const logoPx = 160;
const signatureWidthPx = 600;
const signatureHeightPx = 400;
/** Enough for the photo of a phone. A larger picture is not a photo of a document. */
const maxPhotoPixels = 50_000_000;

/** We accept three formats only. The decoder could also read SVG with scripts and links, documents and films. */
export function isPicture(file: Uint8Array): boolean {
  const starts = (hex: string, at = 0) => Buffer.from(file.subarray(at, at + hex.length / 2)).toString('hex') === hex;
  const isPng = starts('89504e470d0a1a0a');
  const isJpeg = starts('ffd8ff');
  const isWebp = starts('52494646') && starts('57454250', 8);
  return isPng || isJpeg || isWebp;
}

/**
 * The uploaded file is never kept. It is decoded and drawn again as a small PNG, so that no script, no other format and no
 * hidden data of the original survives.
 */
export function toSmallPng(companyId: string, file: Uint8Array): Promise<Buffer> {
  return queue.take(companyId, () => draw(file, { width: logoPx, height: logoPx }));
}

/** A picture for a mail signature: the first frame, no wider than a mail, and nothing but its pixels. */
export function toSignaturePng(companyId: string, file: Uint8Array): Promise<Buffer> {
  return queue.take(companyId, () => draw(file, { width: signatureWidthPx, height: signatureHeightPx }));
}

/**
 * A photo of a document, drawn again in the same way: upright, at most 4 megapixels, and without the place and time of the photo.
 * Always a JPEG, which the sites of all brokers and factoring companies accept.
 */
export function toReadableJpeg(companyId: string, file: Uint8Array): Promise<Buffer> {
  return queue.take(companyId, async () => {
    const options = { limitInputPixels: maxPhotoPixels, failOn: 'error', animated: false } as const;
    const { width, height } = await sharp(file, options).metadata();
    const scale = Math.min(1, Math.sqrt(maxPixels / (width * height)));
    const longest = Math.max(1, Math.floor(Math.max(width, height) * scale));
    return sharp(file, options)
      .timeout({ seconds: 20 })
      .rotate()
      .resize(longest, longest, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 82 })
      .toBuffer();
  });
}

async function draw(file: Uint8Array, { width, height }: { width: number; height: number }): Promise<Buffer> {
  try {
    if (!isPicture(file)) throw new Error('another format');
    return await sharp(file, { limitInputPixels: maxPixels, failOn: 'error', animated: false })
      .timeout({ seconds: 20 })
      .rotate()
      .resize(width, height, { fit: 'inside', withoutEnlargement: true })
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
