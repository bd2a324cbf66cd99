import { describe, expect, it } from 'vitest';
import { checkPatterns, findCost, listPatterns } from './pattern-costs.ts';

describe('listPatterns', () => {
  it('finds literals and constructors with a text, wherever they stand', () => {
    const code = `
      const a = /a+/gi;
      export const b = (text: string) => new RegExp('b+', 'u').test(text) || RegExp(\`c+\`).test(text);
      class D { readonly e = [/e*/].map((one) => one.source); }
      // /not this/
      const f = '/nor this/', g = <T,>(h: T) => new RegExp(\`\${h}+\`);
    `;
    expect(listPatterns('x.tsx', code).map(({ source, flags }) => `${source}/${flags}`)).toEqual(['a+/gi', 'b+/u', 'c+/', 'e*/']);
  });

  it('fails for a file that cannot be read', () => {
    expect(() => listPatterns('x.ts', 'const = ;')).toThrow('x.ts cannot be read');
  });
});

describe('findCost', () => {
  it.each([
    ['exponential', '^(a+)+$', ''],
    ['exponential', '^(?:a|a)*$', ''],
    ['polynomial', '[ .]+$', 'g'],
    ['polynomial', '^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$', ''],
    ['undecided', '(?<=x)a*b?a*$', ''],
  ])('says %s for /%s/', async (words, source, flags) => {
    expect(await findCost({ source, flags })).toContain(words);
  });

  it.each(['^[^\\s@]+@[^\\s@][^\\s@.]*\\.[^\\s@]+$', '^\\d{4}-\\d\\d$', '\\s+', '(a|b)c'])(
    'has nothing to say about /%s/',
    async (source) => {
      expect(await findCost({ source, flags: '' })).toBeNull();
    },
  );
});

describe('checkPatterns', () => {
  const bad = { file: 'a.ts', source: '[ .]+$', flags: 'g' };
  const allow = (change: object) => [{ file: 'a.ts', source: '[ .]+$', reason: 'at most 22 characters: a number', ...change }];

  it('names a bad pattern, unless its own file may have it', async () => {
    const fault = 'a.ts: /[ .]+$/g: 2nd degree polynomial';
    expect(await checkPatterns([bad], [])).toEqual([fault]);
    expect(await checkPatterns([bad], allow({}))).toEqual([]);
    expect(await checkPatterns([bad], allow({ file: 'b.ts' }))).toEqual(['b.ts: /[ .]+$/ is allowed and not there', fault]);
  });

  it('looks at a pattern once, and never takes a bad one for seen', async () => {
    const harmless = new Set(['/x+/']);
    expect(await checkPatterns([{ file: 'a.ts', source: 'a+', flags: '' }, bad], [], harmless)).toHaveLength(1);
    expect([...harmless]).toEqual(['/x+/', '/a+/']);
  });

  it('names a reason that says no length', async () => {
    expect(await checkPatterns([bad], allow({ reason: 'it is short' }))).toEqual(['a.ts: /[ .]+$/ does not say how long its text can be']);
  });
});
