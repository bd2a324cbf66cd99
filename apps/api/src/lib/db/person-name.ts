import { sql } from 'kysely';

/** A person of the table of users, by its alias, as teammates call them; one who deleted the account has no name any more. */
export function personNameText(alias: string): string {
  return `case when ${alias}.deleted_at is null
    then coalesce(nullif(trim(${alias}.name || ' ' || ${alias}.family_name), ''), ${alias}.email) else 'Former member' end`;
}

export function personName(alias: string) {
  return sql<string | null>`${sql.raw(personNameText(alias))}`;
}
