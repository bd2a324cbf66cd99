import sharp from 'sharp';
import { createFairQueue } from '../admission/fair-queue.ts';
import { AppError } from '../errors.ts';

// One picture at a time on one thread: drawing must not take the process from everyone's requests.
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
/** A phone's photo; more is no photo of a document. */
const maxPhotoPixels = 50_000_000;

/** The decoder would read more than we want: drawings with scripts and links in them, documents, films. */
export function isPicture(file: Uint8Array): boolean {
  const starts = (hex: string, at = 0) => Buffer.from(file.subarray(at, at + hex.length / 2)).toString('hex') === hex;
  const isPng = starts('89504e470d0a1a0a');
  const isJpeg = starts('ffd8ff');
  const isWebp = starts('52494646') && starts('57454250', 8);
  return isPng || isJpeg || isWebp;
}

/**
 * What was uploaded is never kept: it is decoded and drawn anew as a small PNG, so no script, no other format and no
 * hidden data of the original survives.
 */
export function toSmallPng(companyId: string, file: Uint8Array): Promise<Buffer> {
  return queue.take(companyId, () => draw(file, { width: logoPx, height: logoPx }));
}

/** A picture below a mail: the first frame, no wider than a mail is, and nothing but its pixels. */
export function toSignaturePng(companyId: string, file: Uint8Array): Promise<Buffer> {
  return queue.take(companyId, () => draw(file, { width: signatureWidthPx, height: signatureHeightPx }));
}

/**
 * A photo of a document, drawn anew in the same way: upright, at most 4 megapixels, and without where and when it was taken. Always
 * a JPEG, which every broker's and factor's site takes.
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
