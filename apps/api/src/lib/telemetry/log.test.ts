import { describe, expect, it } from 'vitest';
import { serializeError, withoutAddresses } from './log.ts';

describe('an error in the log', () => {
  it('says what it is and where it came from, and nothing that a library hung on it', () => {
    const error = Object.assign(new Error('Recipient refused: 550 5.1.1 <pat.moreno@broker.example> unknown'), {
      code: 'EENVELOPE',
      response: '550 <pat.moreno@broker.example>',
      rejected: ['pat.moreno@broker.example'],
      headers: { authorization: 'Bearer x' },
    });
    const written = serializeError(error) as Record<string, string>;
    expect(Object.keys(written)).toEqual(['type', 'code', 'message', 'stack']);
    expect(written).toMatchObject({ type: 'Error', code: 'EENVELOPE', message: 'Recipient refused: 550 5.1.1 <[address]> unknown' });
    expect(written.stack).toMatch(/^ {4}at .*log\.test\.ts/);
    expect(JSON.stringify(written)).not.toContain('moreno');
  });

  it('does not repeat what the database quotes', () => {
    const quoting = Object.assign(new Error('invalid input syntax for type uuid: "what somebody typed"'), { code: '22P02', detail: 'row' });
    expect(JSON.stringify(serializeError(quoting))).not.toMatch(/typed|row/);
    const unique = Object.assign(new Error('duplicate key value violates unique constraint "users_email"'), { code: '23505' });
    expect(serializeError(unique)).toMatchObject({ message: 'duplicate key value violates unique constraint "users_email"' });
  });

  it('finds addresses however they are written', () => {
    const texts = ['to a@b.co', '<a.b+c@d-e.example>', 'smtp:a@b.example;', 'x@[10.0.0.1]', 'two: a@b.c, d@e.f'];
    for (const text of texts) expect(withoutAddresses(text)).not.toMatch(/\w@\W*\w/);
    expect(withoutAddresses('no address, 3 @ 4')).toBe('no address, 3 @ 4');
  });
});
