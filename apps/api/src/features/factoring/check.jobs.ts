import type { ApprovalStatus } from '@headhaul/domain/factoring/approvals';
import { z } from 'zod';
import type { TenantTx } from '../../lib/db/database.ts';
import { defineJob } from '../../lib/jobs/jobs.ts';
import type { ProviderAnswer } from '../../lib/net/providers/provider.ts';
import { openFactorKey } from './factor-key.service.ts';
import { openOtr } from './otr.ts';

/** Only the worker can open the company's key, so it asks. A question without an answer leaves the last answer as it is. */
export const checkBrokerAtFactor = defineJob({
  name: 'factoring.check_broker',
  payload: z.object({ companyId: z.uuid(), mc: z.string(), question: z.uuid() }),
  attempts: 3,
  async run({ platform, transaction, log }, { companyId, mc, question }) {
    const open = await transaction(companyId, async (tx) =>
      (await isOpen(tx, mc, question)) ? { key: await openFactorKey(platform, tx) } : undefined,
    );
    if (!open) return;
    const { key } = open;
    const answer: ProviderAnswer<ApprovalStatus | null> =
      key === undefined
        ? { kind: 'unavailable', because: 'REFUSED', reason: 'the key was removed' }
        : await openOtr(platform).check(companyId, key, mc);
    if (answer.kind === 'unavailable') log.info({ because: answer.because, reason: answer.reason }, 'the factor did not answer');
    await transaction(companyId, (tx) => saveAnswer(tx, mc, question, answer));
  },
});

async function isOpen(tx: TenantTx, mc: string, question: string): Promise<boolean> {
  const row = await tx.db
    .selectFrom('factor_checks')
    .where('company_id', '=', tx.companyId)
    .where('mc', '=', mc)
    .where('question', '=', question)
    .where('finished_at', 'is', null)
    .select('mc')
    .executeTakeFirst();
  return row !== undefined;
}

/** Writes nothing if the company has changed its factor meanwhile: then the question is gone, or another one has taken its place. */
async function saveAnswer(tx: TenantTx, mc: string, question: string, answer: ProviderAnswer<ApprovalStatus | null>): Promise<void> {
  const now = new Date();
  const { numUpdatedRows } = await tx.db
    .updateTable('factor_checks')
    .set(
      answer.kind === 'answered'
        ? { finished_at: now, failure: null, status: answer.value, answered_at: now }
        : { finished_at: now, failure: answer.because === 'REFUSED' ? 'REFUSED' : 'UNAVAILABLE' },
    )
    .where('company_id', '=', tx.companyId)
    .where('mc', '=', mc)
    .where('question', '=', question)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) tx.publish({ type: 'factoring.changed' });
}
