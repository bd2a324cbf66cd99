/**
 * A line of a list, written as JSON by the database: reading fifty columns of each row into objects only to write them out
 * again would cost more than finding them. `concat` looks its output functions up once per statement, where the JSON functions
 * do so for every value.
 */
export interface JsonValue {
  sql: string;
  /** Around the value; only where it holds nothing that JSON would escape. */
  quote: '' | '"';
}

export const plain = (sql: string): JsonValue => ({ sql, quote: '' });
export const orNull = (column: string) => plain(`coalesce(${column}::text, 'null')`);
export const flag = (column: string) => plain(`case when ${column} then 'true' else 'false' end`);
/** Ids, enums, codes and the like. */
export const word = (sql: string): JsonValue => ({ sql, quote: '"' });
export const wordOrNull = (column: string) => plain(`coalesce('"' || ${column} || '"', 'null')`);
export const text = (column: string) => plain(`to_json(${column})`);
export const textOrNull = (column: string) => orNull(`to_json(${column})`);
export const texts = (column: string) => plain(`case when ${column} = '{}' then '[]' else to_json(${column})::text end`);

/** A function takes at most a hundred arguments. */
const fieldsAtOnce = 40;

/** The fields of an object after what opens it: `{`, or a comma. Whoever asks closes it. */
export function writeFields(fields: Readonly<Record<string, JsonValue>>, opening: '{' | ','): string {
  const entries = Object.entries(fields);
  const pieces: string[] = [];
  for (let start = 0; start < entries.length; start += fieldsAtOnce) {
    const parts: string[] = [];
    let literal: string = start === 0 ? opening : ',';
    for (const [key, { sql, quote }] of entries.slice(start, start + fieldsAtOnce)) {
      parts.push(`'${literal}"${key}":${quote}'`, sql);
      literal = `${quote},`;
    }
    pieces.push(`concat(${parts.join(', ')}, '${literal.replace(',', '')}')`);
  }
  return pieces.join(' || ');
}
