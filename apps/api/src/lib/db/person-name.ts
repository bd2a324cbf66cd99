import { sql } from 'kysely';

/** SQL for a person's name as teammates see it. `alias` is the users table. A person who deleted the account is "Former member". */
export function personNameText(alias: string): string {
  return `case when ${alias}.deleted_at is null
    then coalesce(nullif(trim(${alias}.name || ' ' || ${alias}.family_name), ''), ${alias}.email) else 'Former member' end`;
}

export function personName(alias: string) {
  return sql<string | null>`${sql.raw(personNameText(alias))}`;
}
