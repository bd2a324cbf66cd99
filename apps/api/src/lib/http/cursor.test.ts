import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { cases } from '../../testing/cases.ts';
import { AppError } from '../errors.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';

const Keys = z.tuple([z.string(), z.number(), z.string().nullable()]);

function refusalOf(cursor: string): AppError | undefined {
  try {
    decodeCursor(cursor, Keys);
    return undefined;
  } catch (error) {
    return error as AppError;
  }
}

describe('a cursor', () => {
  it('gives back the keys it was made of and fits into an address', () => {
    const finite = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (Object.is(value, -0) ? 0 : value));
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), finite, fc.option(fc.string()), (name, rate, note) => {
        const cursor = encodeCursor([name, rate, note]);
        expect(cursor).toMatch(/^[\w-]+$/);
        expect(decodeCursor(cursor, Keys)).toEqual([name, rate, note]);
      }),
    );
  });

  it('is refused as a mistake in the query when it is anything else', () => {
    const garbage = fc.oneof(
      fc.string(),
      fc.base64String(),
      fc.json().map((text) => Buffer.from(text).toString('base64url')),
    );
    fc.assert(
      fc.property(garbage, (cursor) => {
        const error = refusalOf(cursor);
        if (error === undefined) return; // The garbage was a valid list by chance.
        expect(error).toBeInstanceOf(AppError);
        expect(error).toMatchObject({ code: 'validation_failed', status: 400, details: { errors: [{ path: 'query.cursor' }] } });
      }),
      { numRuns: cases(100, 300) },
    );
  });

  it.each([
    ['nothing', ''],
    ['no list', encodeCursor([]).slice(0, 2)],
    ['too few keys', encodeCursor(['a', 1])],
    ['keys of another list', encodeCursor([1, 'a', null])],
    ['a cut-off one', encodeCursor(['Tulsa', 1, null]).slice(0, -4)],
    ['a prototype', Buffer.from('{"__proto__":[]}').toString('base64url')],
  ])('is refused when it holds %s', (_name, cursor) => {
    expect(refusalOf(cursor)).toMatchObject({ code: 'validation_failed' });
  });
});
