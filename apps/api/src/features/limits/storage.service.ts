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

/** All files the company stores with us, by kind. */
async function sumKinds(tx: TenantTx): Promise<KindSum[]> {
  const sums = sql`count(*)::int as files, coalesce(sum(bytes), 0)::float8 as bytes,
    coalesce(sum(bytes) filter (where created_at > now() - ${growthDays} * interval '1 day'), 0)::float8 as "recentBytes",
    coalesce(extract(day from now() - min(created_at)), 0)::int as "firstDaysAgo"`;
  const { rows } = await sql<KindSum>`
    select kind, ${sums} from (
      select case when kind in ('RATE_CONFIRMATION', 'BOL', 'POD') then 'TRIP_PAPERS' when kind in ('CDL', 'MEDICAL_CARD') then 'DRIVER_PAPERS'
        else 'OTHER_PAPERS' end as kind, size_bytes::bigint as bytes, created_at
      from documents where company_id = ${tx.companyId} and deleted_at is null
      union all select 'OTHER_PAPERS', size_bytes, created_at from data_imports where company_id = ${tx.companyId} and size_bytes > 0
      union all select 'SIGNATURE_PICTURES', bytes, created_at from signature_images where belongs_to = ${tx.companyId}
      union all select 'EXPORTS', size_bytes, created_at from company_exports
        where company_id = ${tx.companyId} and state = 'READY' and expires_at > now()
    ) kept group by kind`.execute(tx.db);
  return rows;
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

export function getStorage({ transaction }: Ctx): Promise<Storage> {
  return transaction(async (tx) => {
    const { allowance, day } = await readPlan(tx);
    const sums = await sumKinds(tx);
    const quotaBytes = allowance.plan.storageGb * gigabyte;
    return {
      planName: allowance.plan.name,
      usedBytes: sumOf(sums, 'bytes'),
      quotaBytes,
      kinds: sums
        .map(({ kind, files, bytes }) => ({ kind, files, bytes }))
        .filter(({ bytes }) => bytes > 0)
        .sort((a, b) => b.bytes - a.bytes),
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
