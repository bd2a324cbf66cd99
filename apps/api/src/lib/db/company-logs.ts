import type { LiveEvent } from '@headhaul/contracts/live-events';
import { type Kysely, sql } from 'kysely';
import type { AuditAction } from '../security-events/security-kinds.ts';
import type { DB } from './generated.ts';

/** The transaction that appends to a company's logs at its end. Audit log and live events each have a head row that orders writers. */
export interface Writer {
  companyId: string;
  db: Kysely<DB>;
}

export interface AuditEntry {
  /** What happened: `session.opened`, `member.removed`. */
  action: AuditAction;
  actorId: string | null;
  detail: Record<string, string | number | boolean | null>;
}

/**
 * Appends entries one after another. Each hash is sha256(previous hash || sha256(entry)). The stored hash of an entry stays the
 * same when words are removed from the entry. The head row stays locked until commit.
 */
export async function appendAudit({ companyId, db }: Writer, entries: readonly AuditEntry[]): Promise<void> {
  for (const { action, actorId, detail } of entries) {
    const at = new Date();
    const entry = JSON.stringify({ at: at.toISOString(), action, actorId, detail });
    const bytes = Buffer.from(entry);
    await sql`
      with head as (
        insert into audit_heads as h (company_id, seq, hash) values (${companyId}, 1, sha256(sha256(${bytes}::bytea)))
        on conflict (company_id) do update set seq = h.seq + 1, hash = sha256(h.hash || sha256(${bytes}::bytea))
        returning seq, hash)
      insert into audit_log (company_id, seq, at, entry, entry_hash, hash)
      select ${companyId}, seq, ${at}, ${entry}, sha256(${bytes}::bytea), hash from head`.execute(db);
  }
}

/** Writes equal events only once. The head row stays locked until commit, so the numbers follow the order of commits. */
export async function appendEvents({ companyId, db }: Writer, events: readonly LiveEvent[]): Promise<void> {
  const said = [...new Set(events.map((event) => JSON.stringify(event)))];
  if (said.length === 0) return;
  await sql`
    with head as (
      insert into live_event_heads as h (company_id, seq) values (${companyId}, ${said.length}::int)
      on conflict (company_id) do update set seq = h.seq + ${said.length}::int returning seq)
    insert into live_events (company_id, seq, event)
    select ${companyId}, head.seq - ${said.length}::int + told.place, told.event::jsonb
    from head, unnest(${said}::text[]) with ordinality as told (event, place)`.execute(db);
}
