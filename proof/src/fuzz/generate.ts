import type { Random } from '../lib/random.ts';

export type Schema = Record<string, unknown>;

/** Ids from earlier answers, by the kind of object, so that many requests name an object that exists. */
export type Pool = Map<string, string[]>;

const poolSize = 60;

/** The kind of object that an id belongs to: by the name of its field, or for a bare `id` by the path. */
function kindOf(name: string, path: string): string {
  const named = /^(\w+)Ids?$/.exec(name)?.[1];
  if (named !== undefined) return named.toLowerCase().replace(/^codriver$|^teampartner$/, 'driver');
  const places = path.split('/').filter((part) => !part.startsWith('{') && !/^(v2|all|by-id|restore|status|undo)$/.test(part));
  return (places.at(path.includes('{') ? (places.length > 1 && !path.startsWith('/loads/') ? -1 : 0) : 0) ?? '').replace(/s$/, '');
}

function takeId(pool: Pool, name: string, path: string, random: Random): string {
  const known = pool.get(kindOf(name, path)) ?? [];
  return known.length > 0 && random.chance(0.85) ? random.pick(known) : crypto.randomUUID();
}

export function keepId(pool: Pool, name: string, path: string, id: string, random: Random): void {
  const kind = kindOf(name, path);
  const known = pool.get(kind) ?? [];
  if (known.length < poolSize) known.push(id);
  else known[random.below(poolSize)] = id;
  pool.set(kind, known);
}

const hostileTexts = [
  '',
  ' ',
  'null',
  '\u0000',
  'a\u0000b',
  "'; drop table loads; --",
  '<img src=x onerror=alert(1)>',
  '%_%\\',
  '../../../etc/passwd',
  '\uD800',
  '𝕳𝖊𝖆𝖉𝖍𝖆𝖚𝖑 🚚',
  '٣٤٥',
  '\u202Eabc',
  '{"a":1}',
  '1e309',
  '-0',
  '0x10',
  'true',
  '2026-02-30',
  '0000-01-01',
  '9999-12-31',
  '24:00',
] as const;
const hostileNumbers = [0, -1, 1, 0.5, 2 ** 31 - 1, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 1e21, 1e308] as const;

/** A value that the schema allows. Rules that a schema can't express may still refuse it. */
export function generate(schema: Schema, random: Random, pool: Pool, name: string, path: string, depth = 0): unknown {
  const choices = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
  if (choices) return generate(random.pick(choices), random, pool, name, path, depth);
  if (schema.allOf)
    return Object.assign({}, ...(schema.allOf as Schema[]).map((part) => generate(part, random, pool, name, path, depth) as object));
  if ('const' in schema) return schema.const;
  if (Array.isArray(schema.enum)) return random.pick(schema.enum as unknown[]);
  const type = Array.isArray(schema.type) ? random.pick(schema.type as string[]) : schema.type;
  switch (type) {
    case 'string':
      return schema.format === 'uuid' ? takeId(pool, name, path, random) : generateText(schema, random);
    case 'integer':
      return generateInteger(schema, random);
    case 'number':
      return generateInteger(schema, random) + (random.chance(0.5) ? random.fraction() : 0);
    case 'boolean':
      return random.chance(0.5);
    case 'null':
      return null;
    case 'array':
      return Array.from({ length: lengthOf(schema, random) }, () =>
        generate((schema.items ?? {}) as Schema, random, pool, name, path, depth + 1),
      );
    case 'object':
      return generateObject(schema, random, pool, path, depth);
    default:
      return random.pick<unknown>([null, 7, 'text', [], {}]);
  }
}

function lengthOf(schema: Schema, random: Random): number {
  const least = Number(schema.minItems ?? 0);
  return least + random.below(Math.min(Number(schema.maxItems ?? 4), 4) - Math.min(least, 3) + 1);
}

function generateObject(schema: Schema, random: Random, pool: Pool, path: string, depth: number): Record<string, unknown> {
  const properties = (schema.properties ?? {}) as Record<string, Schema>;
  const required = new Set((schema.required ?? []) as string[]);
  const made: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(properties)) {
    if (required.has(name) || random.chance(depth > 1 ? 0.3 : 0.6)) made[name] = generate(property, random, pool, name, path, depth + 1);
  }
  return made;
}

function generateInteger(schema: Schema, random: Random): number {
  const least = Math.max(Number(schema.minimum ?? -1_000), -1_000_000);
  const most = Math.min(Number(schema.maximum ?? 1_000_000), 1_000_000_000);
  if (random.chance(0.1)) return random.pick([least, most]);
  return least + random.below(Math.max(most - least, 1));
}

function generateText(schema: Schema, random: Random): string {
  const format = typeof schema.format === 'string' ? schema.format : '';
  const day = () => new Date(Date.UTC(2026, 9, 1 + random.below(90))).toISOString();
  if (format === 'date') return day().slice(0, 10);
  if (format === 'date-time') return day();
  if (format === 'email') return `pat${random.below(1_000)}@fuzz.example`;
  if (typeof schema.pattern === 'string' && schema.pattern.includes('[01]\\d|2[0-3]'))
    return `${String(random.below(24)).padStart(2, '0')}:30`;
  if (random.chance(0.15)) return random.pick(hostileTexts);
  const most = Math.min(Number(schema.maxLength ?? 40), 300);
  const words = ['Omaha', 'NE', '428816', 'Lakeshore Freight', '24817', '$1,240', 'pat@fuzz.example', '(712) 555-0148', '51501'];
  if (random.chance(0.1)) return 'x'.repeat(most);
  return random.pick(words).slice(0, Math.max(most, 1));
}

/** The same value with one thing wrong: a type, a key, a size or a depth. */
export function spoil(value: unknown, random: Random): unknown {
  const wrong = (): unknown =>
    random.pick<unknown>([
      null,
      random.pick(hostileTexts),
      random.pick(hostileNumbers),
      'y'.repeat(5_000),
      [],
      {},
      true,
      [[[[[[1]]]]]],
      { __proto__: { admin: true }, constructor: 1 },
      Array.from({ length: 300 }, () => ({})),
    ]);
  if (Array.isArray(value) && value.length > 0 && random.chance(0.8)) {
    const at = random.below(value.length);
    return value.map((item, index) => (index === at ? spoil(item, random) : item));
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const entries = Object.entries(value);
    if (entries.length === 0 || random.chance(0.1))
      return { ...value, [random.pick(['__proto__', 'companyId', 'id', 'unknown'])]: wrong() };
    const [name, inner] = random.pick(entries);
    if (random.chance(0.15)) return Object.fromEntries(entries.filter(([key]) => key !== name));
    return { ...value, [name]: random.chance(0.5) ? spoil(inner, random) : wrong() };
  }
  return wrong();
}
