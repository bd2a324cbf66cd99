import sharp from 'sharp';
import { AppError } from './errors.ts';

const maxPixels = 4_000_000;
const logoPx = 160;

/**
 * What was uploaded is never kept: it is decoded and drawn anew as a small PNG, so no script, no other format and no
 * hidden data of the original survives.
 */
export async function toSmallPng(file: Uint8Array): Promise<Buffer> {
  try {
    return await sharp(file, { limitInputPixels: maxPixels, failOn: 'error', animated: false })
      .rotate()
      .resize(logoPx, logoPx, { fit: 'inside', withoutEnlargement: true })
      .png({ compressionLevel: 9, palette: true })
      .toBuffer();
  } catch (cause) {
    throw new AppError('validation_failed', {
      errors: [{ path: 'body.file', message: 'Choose a PNG, JPEG or WebP picture of at most 4 megapixels' }],
      reason: 'not a picture we can read',
      cause,
    });
  }
}
