import { globSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { cpuCost } from '@headhaul/domain/testing/cpu-cost';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ChipEmail } from '../team.ts';
import { type Endpoint, isForm } from './endpoint.ts';
import { emailPattern } from './field.ts';

const source = resolve(import.meta.dirname, '..');

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'reply' in value;
}

async function listEndpoints(): Promise<[name: string, endpoint: Endpoint][]> {
  const files = globSync('**/*.ts', { cwd: source }).filter((file) => !file.endsWith('.test.ts'));
  const modules = await Promise.all(files.map((file) => import(join(source, file)) as Promise<Record<string, unknown>>));
  const maps = modules.flatMap((exported) => Object.values(exported)).filter((value) => typeof value === 'object' && value !== null);
  return maps.flatMap((map) => Object.entries(map).filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1])));
}

/** Formats of zod in which each position allows one kind of character, so that a wrong text is refused at the first difference. */
const fixedFormats = ['uuid', 'date', 'datetime'];

interface Def {
  type: string;
  check?: string;
  format?: string;
  abort?: boolean;
  checks?: z.core.$ZodType[];
  [part: string]: unknown;
}
const defOf = (schema: unknown) => (schema as { _zod: { def: Def } })._zod.def;
const isLength = (check: unknown) => ['max_length', 'length_equals'].includes(defOf(check).check ?? '');

/**
 * Whether the output has a limited length. The second part of a pipe never sees a value that the
 * first part refused, with or without `abort`.
 */
function isLimited(schema: unknown): boolean {
  const def = defOf(schema);
  if (def.type === 'pipe') return isLimited(def.in) || isLimited(def.out);
  if (def.innerType) return isLimited(def.innerType);
  return def.type === 'enum' || def.type === 'literal' || (def.checks ?? []).some(isLength);
}

/** The parts of a schema in which a pattern runs over a text of any length. */
function findUnlimited(schema: unknown, path: string, wasLimited = false): string[] {
  const def = defOf(schema);
  const inside = (parts: [name: string, part: unknown][]) => parts.flatMap(([name, part]) => findUnlimited(part, `${path}.${name}`));
  switch (def.type) {
    case 'string': {
      const isPlain = def.check !== 'string_format' || fixedFormats.includes(def.format ?? '');
      const faults = isPlain || wasLimited ? [] : [path];
      let limited = wasLimited;
      for (const check of def.checks ?? []) {
        if (isLength(check) && defOf(check).abort) limited = true;
        if (defOf(check).check === 'string_format' && !limited) faults.push(path);
      }
      return faults;
    }
    case 'object':
      return inside(Object.entries(def.shape as object));
    case 'array':
      return inside([['[]', def.element]]);
    case 'union':
      return inside((def.options as unknown[]).map((option, at) => [String(at), option]));
    case 'record':
      return inside([
        ['key', def.keyType],
        ['value', def.valueType],
      ]);
    case 'optional':
    case 'nullable':
    case 'default':
      return findUnlimited(def.innerType, path, wasLimited);
    case 'pipe':
      return [...findUnlimited(def.in, path, wasLimited), ...findUnlimited(def.out, path, wasLimited || isLimited(def.in))];
    case 'number':
    case 'int':
    case 'boolean':
    case 'enum':
    case 'literal':
    case 'transform':
    case 'unknown':
      return [];
    default:
      return [`${path}: a kind of schema that this test has not met: ${def.type}`];
  }
}

describe('a text with a pattern', () => {
  it('has its length looked at before, in every endpoint', async () => {
    const all = await listEndpoints();
    expect(all.length).toBeGreaterThan(100);
    const faults = all.flatMap(([name, { params, query, body }]) =>
      [params, query, isForm(body) ? body.fields : body].flatMap((part) => (part ? findUnlimited(part, name) : [])),
    );
    expect([...new Set(faults)]).toEqual([]);
  });

  it('is found without one', () => {
    const bare = z.string().regex(/^a+$/);
    const late = z.string().max(5).regex(/^a+$/);
    const cut = z.string().max(5, { abort: true }).regex(/^a+$/);
    const piped = z
      .string()
      .max(5)
      .transform((text): string | null => text.trim())
      .pipe(bare.nullable());
    const schema = z.object({ bare, late, cut, piped, mail: z.email(), list: z.array(z.union([z.null(), bare]).optional()) });
    expect(findUnlimited(schema, 'x').filter((fault) => !fault.includes('not met'))).toEqual(['x.bare', 'x.late', 'x.mail', 'x.list.[].1']);
  });

  it('is not gone through when it is too long', () => {
    const parsed = ChipEmail.safeParse(`a@${'.'.repeat(250_000)}@`);
    expect(parsed.error?.issues.map(({ code }) => code)).toEqual(['too_big']);
  });
});

describe('an address', () => {
  /** Of the same number of characters in all, whatever the length of one text. */
  function costOf(length: number): number {
    const texts = Array.from({ length: 640_000 / length }, () => `a@${'.'.repeat(length)}@`);
    expect(texts.some((text) => emailPattern.test(text))).toBe(false);
    return cpuCost(() => texts.some((text) => emailPattern.test(text)));
  }

  it('costs a character as much in a long text as in a short one', () => {
    expect(costOf(64_000) / costOf(2_000)).toBeLessThan(8);
  });

  it.each(['a@b.c', 'a@b.c.d', 'a@..c', 'a@b..c', 'a.b@c.d'])('may be %s', (text) => expect(emailPattern.test(text)).toBe(true));
  it.each(['', '@b.c', 'a@b', 'a@.c', 'a@b.', 'a@b@c.d', 'a@b c.d', 'a b@c.d'])('may not be “%s”', (text) =>
    expect(emailPattern.test(text)).toBe(false),
  );
});
