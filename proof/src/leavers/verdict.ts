import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ProofDatabase } from '../lib/database.ts';
import { fetchRaw } from '../lib/http-client.ts';
import type { Providers } from '../lib/sandbox.ts';
import { apiSource, type Stage } from '../lib/stage.ts';
import { dumpPostgres, dumpRedis } from '../secrets/dumps.ts';
import type { Findings } from './scene.ts';
import { createTraces, type Traces } from './traces.ts';

interface MailRow {
  id: string;
  state: string;
  cancelNote: string | null;
  reason: string | null;
  userId: string;
  messageId: string;
  /** When the product last began to send it. */
  beganAt: Date | null;
  sentAt: Date | null;
}

interface MailVerdict {
  /** Mails that were waiting when the stay ended. */
  inFlight: number;
  cancelled: number;
  /** Mails that began to leave after the end, according to the product's record or the mail server's. */
  late: string[];
  /** Mails that were already at the mail server when the stay ended. */
  onTheWay: number;
  handedLeft: number;
  handedWrong: string[];
}

interface ArrivedMail {
  at: string;
  messageId: string;
}

export async function assessMails({ admin }: ProofDatabase, { home }: Providers, findings: Findings): Promise<MailVerdict> {
  const { stopped, handedMails } = findings;
  const { rows } = await admin.query<MailRow>(
    `select e.id, e.state, e.reason, e.user_id as "userId", e.message_id as "messageId", e.sent_at as "sentAt",
       (select max(h.note) from email_history h where h.company_id = e.company_id and h.email_id = e.id and h.state = 'CANCELLED') as "cancelNote",
       (select max(h.at) from email_history h where h.company_id = e.company_id and h.email_id = e.id and h.state = 'SENDING') as "beganAt"
     from emails e where e.id = any($1::uuid[])`,
    [[...stopped.keys(), ...handedMails.keys()]],
  );
  const { body } = await fetchRaw(`${home}/mailbox/messages?provider=smtp&form=summary&limit=50000`);
  const arrived = new Map((JSON.parse(body) as ArrivedMail[]).map(({ messageId, at }) => [messageId, new Date(at)]));
  const found: MailVerdict = { inFlight: 0, cancelled: 0, late: [], onTheWay: 0, handedLeft: 0, handedWrong: [] };
  for (const mail of rows) {
    const endedAt = stopped.get(mail.id);
    const arrivedAt = arrived.get(mail.messageId);
    const handed = handedMails.get(mail.id);
    if (handed) {
      found.inFlight += 1;
      const isTheirs = mail.userId !== handed.leaverId;
      // The mail was addressed to the leaver, who has deleted their account since.
      const isForNobody = mail.state === 'CANCELLED' && mail.cancelNote === 'Whom it was for has deleted their account.' && !arrivedAt;
      if (isTheirs && ((mail.state === 'SENT' && arrivedAt) || isForNobody)) found.handedLeft += isForNobody ? 0 : 1;
      else
        found.handedWrong.push(
          `${mail.id} ${mail.state} ${mail.reason ?? ''}${arrivedAt ? '' : ', not arrived'}${isTheirs ? '' : ', still of who went'}`,
        );
    } else if (endedAt) {
      assessStopped(found, mail, endedAt, arrivedAt);
    }
  }
  return found;
}

function assessStopped(found: MailVerdict, { id, state, beganAt, sentAt }: MailRow, endedAt: Date, arrivedAt: Date | undefined): void {
  const leftAt = [beganAt, sentAt, arrivedAt].filter((at) => at !== null && at !== undefined);
  if (state === 'CANCELLED') {
    found.inFlight += 1;
    found.cancelled += 1;
    if (leftAt.length > 0) found.late.push(`${id} arrived and is called cancelled`);
  } else if (state !== 'SENT' && state !== 'FAILED') found.late.push(`${id} is ${state}`);
  else if (beganAt !== null && beganAt > endedAt) found.late.push(`${id} began ${beganAt.getTime() - endedAt.getTime()} ms after the end`);
  else if (beganAt === null && leftAt.some((at) => at > endedAt)) found.late.push(`${id} left after the end`);
  else if (leftAt.some((at) => at > endedAt)) found.onTheWay += 1;
}

interface SecretVerdict {
  left: number;
  handed: number;
}

export async function assessSecrets({ admin }: ProofDatabase, { endedMailboxes, handedMailboxes }: Findings): Promise<SecretVerdict> {
  const count = async (ids: readonly string[]) => {
    const { rows } = await admin.query<{ count: number }>(
      'select count(distinct account_id)::int as count from email_secrets where account_id = any($1::uuid[])',
      [ids],
    );
    return rows[0]?.count ?? 0;
  };
  return { left: await count([...endedMailboxes]), handed: await count([...handedMailboxes]) };
}

/** Searches the whole database, all of Redis and all files. */
export async function searchEverywhere(
  stage: Stage,
  database: ProofDatabase,
  filesFolder: string,
  phones: ReadonlyMap<string, string>,
): Promise<{ traces: Traces; characters: number; files: number }> {
  const traces = createTraces(phones);
  const postgres = await dumpPostgres(database);
  traces.search('PostgreSQL', postgres);
  const redis = await dumpRedis(await stage.redisUrl());
  traces.search('Redis', redis);
  return { traces, characters: postgres.length + redis.length, files: await traces.searchFolder(filesFolder) };
}

interface AuditVerdict {
  companies: number;
  entries: number;
  forgotten: number;
  broken: string[];
}

/** Uses the product's own check of the audit log. */
export async function assessAudit(stage: Stage, database: ProofDatabase): Promise<AuditVerdict> {
  const load = (file: string) => import(pathToFileURL(join(apiSource, file)).href);
  const [{ readApiEnv }, { createApiPlatform }, { verifyAudit }] = await Promise.all([
    load('lib/env.ts'),
    load('lib/platform.ts'),
    load('lib/db/audit.ts'),
  ]);
  const env = { NODE_ENV: 'development', LOG_LEVEL: 'silent', DATABASE_APP_URL: database.url('app'), REDIS_URL: await stage.redisUrl() };
  const platform = createApiPlatform(readApiEnv(env));
  const { rows } = await database.admin.query<{ id: string }>('select id from company_directory');
  const found: AuditVerdict = { companies: rows.length, entries: 0, forgotten: 0, broken: [] };
  for (const { id } of rows) {
    const { entries, brokenAt } = await platform.db.withTenant(id, verifyAudit);
    found.entries += entries;
    if (brokenAt !== null) found.broken.push(`${id} at ${brokenAt}`);
  }
  await platform.close();
  const { rows: noted } = await database.admin.query<{ count: number }>(
    `select count(*)::int as count from audit_log where entry::json ->> 'action' = 'entry.forgotten'`,
  );
  found.forgotten = noted[0]?.count ?? 0;
  return found;
}
