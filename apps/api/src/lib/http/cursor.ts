import { z } from 'zod';
import { AppError } from '../errors.ts';

/**
 * Keyset pages: a cursor holds the sort values of the last row shown, so a deep page costs what the first one does.
 * Opaque to clients; each list gives the shape of its own keys.
 */
export function encodeCursor(keys: readonly (string | number | null)[]): string {
  return Buffer.from(JSON.stringify(keys)).toString('base64url');
}

export function decodeCursor<T extends z.ZodType>(cursor: string, keys: T): z.output<T> {
  try {
    return z.parse(keys, JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
  } catch (cause) {
    throw new AppError('validation_failed', {
      errors: [{ path: 'query.cursor', message: 'This page link is no longer good. Start from the first page.' }],
      cause,
    });
  }
}
