/**
 * Lets the database write each row of a list as JSON: reading fifty columns of each row into objects and writing them out
 * again would cost more than the query. `concat` looks up its output functions once per statement, while the JSON functions do
 * so for every value.
 */
export interface JsonValue {
  sql: string;
  /** The quote around the value. Use '"' only for values that need no escaping in JSON. */
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

/** A PostgreSQL function takes at most 100 arguments, and each field needs two. */
const fieldsAtOnce = 40;

/** SQL that writes the fields of an object after `opening`. The caller writes the closing brace. */
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
