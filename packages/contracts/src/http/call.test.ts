import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { call, ProblemError, toWire } from './call.ts';
import { empty, endpoints, repeated } from './endpoint.ts';

const probe = endpoints({
  find: {
    method: 'GET',
    path: '/things/{id}',
    summary: 'One thing',
    params: z.object({ id: z.string() }),
    query: z.object({ tag: repeated(z.string()).optional() }),
    reply: empty,
  },
});

describe('toWire', () => {
  it('keeps any path parameter inside its segment', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (id) => {
        const { path } = toWire(probe.find, { params: { id } });
        const segments = new URL(`http://api.test${path}`).pathname.split('/');
        // A URL parser removes a segment that is only a dot or two, so these are left out.
        fc.pre(id !== '.' && id !== '..');
        expect(segments).toHaveLength(3);
        expect(decodeURIComponent(segments[2] ?? '')).toBe(id);
      }),
    );
  });

  it('repeats a key for each value of a list', () => {
    expect(toWire(probe.find, { params: { id: '7' }, query: { tag: ['a b', 'c&d'] } }).path).toBe('/things/7?tag=a+b&tag=c%26d');
  });

  it('refuses an empty path parameter, which would call another endpoint', () => {
    expect(() => toWire(probe.find, { params: { id: '' } })).toThrow('id is missing');
  });
});

describe('repeated', () => {
  it('takes fifty values and no more, or as many as are said', () => {
    const values = (count: number) => Array.from({ length: count }, () => 'a');
    expect(repeated(z.string()).safeParse(values(50)).success).toBe(true);
    expect(repeated(z.string()).safeParse(values(51)).success).toBe(false);
    expect(repeated(z.string(), 60).safeParse(values(60)).success).toBe(true);
    expect(repeated(z.string()).parse('a')).toEqual(['a']);
  });
});

describe('call', () => {
  it('says no more than it knows when a proxy answered instead of the API', async () => {
    const gateway: typeof fetch = async () =>
      Object.defineProperty(new Response('<h1>Bad Gateway</h1>', { status: 502 }), 'url', { value: 'http://api.test/things/7?x=secret' });
    const failure = await call(probe.find, { params: { id: '7' } }, { base: 'http://api.test', fetch: gateway }).catch(
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(ProblemError);
    expect((failure as ProblemError).problem).toMatchObject({
      status: 502,
      code: 'unknown',
      detail: 'Unknown error',
      instance: '/things/7',
    });
  });
});
