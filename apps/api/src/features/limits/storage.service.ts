import type { Storage, StorageKind } from '@headhaul/contracts/limits';
import { addDays } from '@headhaul/domain/time/zoned-time';
import { sql } from 'kysely';
import type { TenantTx } from '../../lib/db/database.ts';
import { AppError } from '../../lib/errors.ts';
import type { Ctx } from '../../lib/http/guards.ts';
import { readPlan } from './plan-limits.service.ts';

const growthDays = 30;
/** A date further ahead than this would be a guess. */
const maxDaysAhead = 365;
const gigabyte = 1024 ** 3;

interface KindSum {
  kind: StorageKind;
  files: number;
  bytes: number;
  recentBytes: number;
  firstDaysAgo: number;
}

const documentKind = sql`case when d.kind in ('RATE_CONFIRMATION', 'BOL', 'POD') then 'TRIP_DOCUMENTS'
  when d.kind in ('CDL', 'MEDICAL_CARD') then 'DRIVER_DOCUMENTS' else 'OTHER_DOCUMENTS' end`;

/** All files the company stores with us, by kind. */
async function sumKinds(tx: TenantTx): Promise<KindSum[]> {
  const sums = sql`count(*)::int as files, coalesce(sum(bytes), 0)::float8 as bytes,
    coalesce(sum(bytes) filter (where created_at > now() - ${growthDays} * interval '1 day'), 0)::float8 as "recentBytes",
    coalesce(extract(day from now() - min(created_at)), 0)::int as "firstDaysAgo"`;
  const { rows } = await sql<KindSum>`
    select kind, ${sums} from (
      select ${documentKind} as kind, d.size_bytes::bigint as bytes, d.created_at
      from documents d where d.company_id = ${tx.companyId} and d.deleted_at is null
      union all select 'OTHER_DOCUMENTS', size_bytes, created_at from data_imports where company_id = ${tx.companyId} and size_bytes > 0
      union all select 'SIGNATURE_PICTURES', bytes, created_at from signature_images where belongs_to = ${tx.companyId}
      union all select 'EXPORTS', size_bytes, created_at from company_exports
        where company_id = ${tx.companyId} and state = 'READY' and expires_at > now()
    ) kept group by kind`.execute(tx.db);
  return rows;
}

/** Documents of deleted loads, by the kind that `sumKinds` counts them in. */
async function sumTrash(tx: TenantTx): Promise<Pick<KindSum, 'kind' | 'files' | 'bytes'>[]> {
  const { rows } = await sql<Pick<KindSum, 'kind' | 'files' | 'bytes'>>`
    select ${documentKind} as kind, count(*)::int as files, sum(d.size_bytes)::float8 as bytes
    from loads l join documents d on d.company_id = l.company_id and d.load_id = l.id and d.deleted_at is null
    where l.company_id = ${tx.companyId} and l.deleted_at is not null group by 1`.execute(tx.db);
  return rows;
}

function totalOf(sums: readonly Pick<KindSum, 'files' | 'bytes'>[]): { files: number; bytes: number } {
  return sums.reduce((total, { files, bytes }) => ({ files: total.files + files, bytes: total.bytes + bytes }), { files: 0, bytes: 0 });
}

/** How many documents the trash has, and how large they are. */
export async function measureTrash(tx: TenantTx): Promise<{ files: number; bytes: number }> {
  return totalOf(await sumTrash(tx));
}

const sumOf = (sums: readonly KindSum[], key: 'bytes' | 'recentBytes') => sums.reduce((sum, one) => sum + one[key], 0);

/** When the storage will be full at the growth of the last 30 days. Null if the company has stored files for less than 30 days. */
function fullOn(sums: readonly KindSum[], quotaBytes: number, today: string): string | null {
  const left = quotaBytes - sumOf(sums, 'bytes');
  const perDay = sumOf(sums, 'recentBytes') / growthDays;
  if (left <= 0 || perDay <= 0 || !sums.some(({ firstDaysAgo }) => firstDaysAgo >= growthDays)) return null;
  const days = Math.floor(left / perDay);
  return days > maxDaysAhead ? null : addDays(today, days);
}

function listKinds(sums: readonly KindSum[], trash: Awaited<ReturnType<typeof sumTrash>>): Storage['kinds'] {
  const kept = sums.map(({ kind, files, bytes }) => {
    const thrown = trash.find((one) => one.kind === kind);
    return { kind, files: files - (thrown?.files ?? 0), bytes: bytes - (thrown?.bytes ?? 0) };
  });
  kept.sort((a, b) => b.bytes - a.bytes);
  return [...kept, { kind: 'TRASH' as const, ...totalOf(trash) }].filter(({ bytes }) => bytes > 0);
}

export function getStorage({ transaction }: Ctx): Promise<Storage> {
  return transaction(async (tx) => {
    const { allowance, day } = await readPlan(tx);
    const sums = await sumKinds(tx);
    const trash = await sumTrash(tx);
    const quotaBytes = allowance.plan.storageGb * gigabyte;
    return {
      planName: allowance.plan.name,
      usedBytes: sumOf(sums, 'bytes'),
      quotaBytes,
      kinds: listKinds(sums, trash),
      fullOn: fullOn(sums, quotaBytes, day),
    };
  });
}

/**
 * Stored files stay, whatever the plan, but a new file needs free storage. Call this in the transaction that adds the file's row,
 * before anything else is locked: the next upload waits until this file is counted.
 */
export async function requireStorage(tx: TenantTx, bytes: number): Promise<void> {
  const { allowance } = await readPlan(tx);
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${tx.companyId}/storage`}, 0))`.execute(tx.db);
  const used = sumOf(await sumKinds(tx), 'bytes');
  const { name, storageGb } = allowance.plan;
  if (used + bytes <= storageGb * gigabyte) return;
  throw new AppError('limit_reached', {
    detail: `Your company’s storage is full: ${name} has ${storageGb} GB. Remove documents you no longer need, or choose a larger plan.`,
  });
}
