import { sql } from 'kysely';
import type { TenantTx } from '../../lib/db/database.ts';
import type { InvoiceFacts } from './snapshot.ts';

/** Updates our copy of the invoices. Returns true if anything in it changed. */
export async function writeInvoices(tx: TenantTx, invoices: readonly InvoiceFacts[]): Promise<boolean> {
  if (invoices.length === 0) return false;
  const { numInsertedOrUpdatedRows } = await tx.db
    .insertInto('billing_invoices')
    .values(
      invoices.map((invoice) => ({
        company_id: tx.companyId,
        id: invoice.id,
        number: invoice.number,
        at: invoice.at,
        status: invoice.status,
        description: invoice.description,
        total_cents: invoice.totalCents,
        paid_cents: invoice.paidCents,
        credit_cents: invoice.creditCents,
        refunded_cents: invoice.refundedCents,
        invoice_url: invoice.url,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'id'])
        .doUpdateSet(({ ref }) => ({
          number: ref('excluded.number'),
          status: ref('excluded.status'),
          total_cents: ref('excluded.total_cents'),
          paid_cents: ref('excluded.paid_cents'),
          credit_cents: ref('excluded.credit_cents'),
          refunded_cents: ref('excluded.refunded_cents'),
          invoice_url: ref('excluded.invoice_url'),
        }))
        .where(
          sql<boolean>`(billing_invoices.number, billing_invoices.status, billing_invoices.total_cents, billing_invoices.paid_cents,
            billing_invoices.credit_cents, billing_invoices.refunded_cents, billing_invoices.invoice_url) is distinct from
            (excluded.number, excluded.status, excluded.total_cents, excluded.paid_cents, excluded.credit_cents, excluded.refunded_cents,
            excluded.invoice_url)`,
        ),
    )
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}
