import { sql } from 'kysely';

const nameText = (alias: string) => `coalesce(nullif(trim(${alias}.name || ' ' || ${alias}.family_name), ''), ${alias}.email)`;

/** SQL for a person's name as teammates see it. `alias` is the users table. A person who deleted the account is "Former member". */
export function personNameText(alias: string): string {
  return `case when ${alias}.deleted_at is null then ${nameText(alias)} else 'Former member' end`;
}

export function personName(alias: string) {
  return sql<string | null>`${sql.raw(personNameText(alias))}`;
}

/** The same, and null for a person who deleted the account. */
export function knownNameText(alias: string): string {
  return `case when ${alias}.deleted_at is null then ${nameText(alias)} end`;
}

export function knownName(alias: string) {
  return sql<string | null>`${sql.raw(knownNameText(alias))}`;
}
