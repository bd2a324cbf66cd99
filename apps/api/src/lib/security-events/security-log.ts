import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { AuditEntry, Writer } from '../db/company-logs.ts';
import { auditActions, type SecurityEvent } from './security-kinds.ts';

/** Where a request came from. Both are null for work that no request caused. */
export interface Origin {
  ip: string | null;
  sessionId: string | null;
}

/** The security event for an entry of the audit log, or null if the entry is not one. */
export function securityEventOf({ action, actorId, detail }: AuditEntry): SecurityEvent | null {
  if (!isKnown(action)) return null;
  const kept: readonly string[] | null = auditActions[action];
  if (kept === null) return null;
  const small = Object.fromEntries(Object.entries(detail).filter(([name]) => kept.includes(name)));
  return { kind: action as SecurityEvent['kind'], actorId, detail: small };
}

function isKnown(action: AuditEntry['action']): action is keyof typeof auditActions {
  return action in auditActions;
}

/** Writes the events in the transaction that caused them, with one statement. */
export async function appendSecurityEvents({ companyId, db }: Writer, events: readonly SecurityEvent[], origin: Origin): Promise<void> {
  if (events.length === 0) return;
  const lines = events.map(({ kind, actorId, detail }) => ({ id: uuidv7(), kind, actor_id: actorId, detail }));
  await sql`
    insert into security_events (company_id, at, id, kind, actor_id, session_id, ip, detail)
    select ${companyId}, now(), e.id, e.kind, e.actor_id, ${origin.sessionId}::uuid, ${origin.ip}::inet, e.detail
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as e (id uuid, kind text, actor_id uuid, detail jsonb)`.execute(db);
}
