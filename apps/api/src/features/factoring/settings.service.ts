import { type Factoring, type FactoringInput, FactoringType, type FactorList } from '@headhaul/contracts/factoring';
import { type FactorIdentity, isOtherFactor } from '@headhaul/domain/factoring/approvals';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Actor } from '../../lib/auth/actor.ts';
import { lockCompanyAsOwner } from '../../lib/auth/company-lock.ts';
import type { TenantTx } from '../../lib/db/database.ts';
import { personName } from '../../lib/db/person-name.ts';
import type { Ctx } from '../../lib/http/guards.ts';
import { hasFactorKey, removeFactorKey, storeFactorKey } from './factor-key.service.ts';

type Values = z.output<typeof FactoringInput>;

export interface FactorNow extends FactorIdentity {
  zone: string;
}

export async function readFactorNow(tx: TenantTx, { isLocked }: { isLocked: boolean }): Promise<FactorNow> {
  const company = await tx.db
    .selectFrom('companies')
    .where('company_id', '=', tx.companyId)
    .$if(isLocked, (query) => query.forKeyShare())
    .select(['factoring_type', 'factoring_id', 'factor_name', 'time_zone'])
    .executeTakeFirstOrThrow();
  return {
    factoringType: FactoringType.nullable().parse(company.factoring_type),
    name: company.factor_name,
    factoringId: company.factoring_id,
    zone: company.time_zone,
  };
}

/**
 * The company's factor, which can't change until commit: `updateFactoring` locks the same row. Everything that adds a list or a question
 * to a factor takes this lock first.
 */
export function lockFactor(tx: TenantTx): Promise<FactorNow> {
  return readFactorNow(tx, { isLocked: true });
}

async function readFactor(tx: TenantTx): Promise<Omit<Factoring, 'hasKey' | 'list' | 'answers'>> {
  const company = await tx.db
    .selectFrom('companies')
    .where('company_id', '=', tx.companyId)
    .select(['factoring_type', 'factoring_id', 'factor_name', 'factor_email'])
    .executeTakeFirstOrThrow();
  return {
    factoringType: FactoringType.nullable().parse(company.factoring_type),
    factoringId: company.factoring_id,
    name: company.factor_name,
    email: company.factor_email,
  };
}

export async function readList(tx: TenantTx, which: { state: 'CURRENT' } | { id: string }): Promise<FactorList | null> {
  const row = await tx.db
    .selectFrom('factor_lists as l')
    .leftJoin('users as u', 'u.id', 'l.created_by')
    .where('l.company_id', '=', tx.companyId)
    .where('id' in which ? 'l.id' : 'l.state', '=', 'id' in which ? which.id : which.state)
    .select(['l.id', 'l.file_name', sql<string>`l.listed_on::text`.as('listed_on'), 'l.created_at', 'l.rows'])
    .select(['l.approved', 'l.limited', 'l.declined', personName('u').as('created_by_name')])
    .executeTakeFirst();
  if (!row) return null;
  const { id, rows, approved, limited, declined } = row;
  return {
    id,
    fileName: row.file_name,
    listedOn: row.listed_on,
    createdAt: row.created_at.toISOString(),
    createdByName: row.created_by_name,
    rows,
    approved,
    limited,
    declined,
  };
}

async function countAnswers(tx: TenantTx): Promise<number> {
  const { answers } = await tx.db
    .selectFrom('factor_checks')
    .where('company_id', '=', tx.companyId)
    .where('status', 'is not', null)
    .select(sql<number>`count(*)::int`.as('answers'))
    .executeTakeFirstOrThrow();
  return answers;
}

export async function readFactoring(tx: TenantTx): Promise<Factoring> {
  return {
    ...(await readFactor(tx)),
    hasKey: await hasFactorKey(tx),
    list: await readList(tx, { state: 'CURRENT' }),
    answers: await countAnswers(tx),
  };
}

export function getFactoring({ transaction }: Ctx): Promise<Factoring> {
  return transaction(readFactoring);
}

export function updateFactoring({ platform, actor, transaction }: Ctx, input: Values): Promise<Factoring> {
  return transaction(async (tx) => {
    await lockCompanyAsOwner(tx, actor);
    const before = await readFactor(tx);
    const { factoringType } = input;
    await tx.db
      .updateTable('companies')
      .set({
        factoring_type: factoringType,
        factoring_id: factoringType === null ? null : input.factoringId,
        factor_name: factoringType === null ? null : input.name,
        factor_email: factoringType === null ? null : input.email,
      })
      .where('company_id', '=', tx.companyId)
      .execute();
    if (factoringType !== 'OTR') await removeFactorKey(tx);
    else if (input.key !== undefined) await storeFactorKey(platform, tx, input.key);
    // What a former factor said, and what another account was told, says nothing about the present one.
    const isOther = isOtherFactor(before, input);
    if (isOther || input.factoringId !== before.factoringId) await removeAnswers(tx);
    if (isOther) await endLists(tx, actor);
    const hasNewKey = factoringType === 'OTR' && input.key !== undefined;
    tx.audit({ action: 'company.factoring_changed', actorId: actor.userId, detail: { factoringType, hasNewKey } });
    tx.publish({ type: 'factoring.changed' });
    // The session names the kind of factor.
    tx.publish({ type: 'company.changed' });
    return readFactoring(tx);
  });
}

async function removeAnswers(tx: TenantTx): Promise<void> {
  await tx.db.deleteFrom('factor_checks').where('company_id', '=', tx.companyId).execute();
}

/** Removes the list in use, and one that is being looked at. */
async function endLists(tx: TenantTx, actor: Actor): Promise<void> {
  const ended = await tx.db
    .deleteFrom('factor_lists')
    .where('company_id', '=', tx.companyId)
    .returning(['state', 'rows', 'file_name'])
    .execute();
  for (const { state, rows, file_name: fileName } of ended) {
    if (state === 'CURRENT') tx.audit({ action: 'factor_list.removed', actorId: actor.userId, detail: { fileName, rows } });
  }
}
