import type { BillingInfo, Invoice } from '@headhaul/contracts/billing';
import { IconArrowUpRight, IconReceipt } from '@tabler/icons-react';
import { formatDay } from '../../shared/time/format-time.ts';
import { useOfficeZone } from '../../shared/time/use-office-zone.ts';
import { formatType, priceText } from '../pricing/plan-labels.public.ts';
import { formatCard } from './billing-labels.ts';
import classes from './plan-sign.module.css';

/** The newest paid invoice as a receipt. */
export function ReceiptCard({ info, invoice }: { info: BillingInfo; invoice: Invoice }) {
  const zone = useOfficeZone();
  const { subscriptionType, priceCents, seats, card, nextInvoice } = info;
  // An invoice for a part of a period is not price times users, so it is shown as one sum.
  const isWhole = priceCents !== null && priceCents * seats === invoice.totalCents;
  return (
    <aside className={classes.receipt} aria-labelledby="receipt-title">
      <div className={classes.receiptHead}>
        <IconReceipt size={20} stroke={1.75} aria-hidden="true" />
        <h2 id="receipt-title">Receipt</h2>
        <span>{formatDay(invoice.at, 0, zone)}</span>
      </div>
      <dl>
        {isWhole ? (
          <>
            <Line name={formatType(subscriptionType)} value={priceText(priceCents)} />
            <Line name="Users" value={`× ${seats}`} />
          </>
        ) : (
          <Line name={invoice.description} value={priceText(invoice.totalCents)} />
        )}
        {invoice.creditCents > 0 ? <Line name="Account credit" value={priceText(-invoice.creditCents)} look="off" /> : null}
        <Line name="Paid" value={priceText(invoice.paidCents)} look="paid" />
        {card === null ? null : <Line name="Card" value={formatCard(card)} />}
        {nextInvoice === null ? null : <Line name="Renews" value={formatDay(nextInvoice.at, 0, zone)} />}
      </dl>
      {invoice.invoiceUrl === null ? null : (
        <a href={invoice.invoiceUrl} target="_blank" rel="noopener noreferrer">
          Open invoice
          <IconArrowUpRight size={16} stroke={1.75} aria-hidden="true" />
        </a>
      )}
    </aside>
  );
}

function Line({ name, value, look }: { name: string; value: string; look?: 'off' | 'paid' }) {
  return (
    <div className={look === 'paid' ? classes.paid : undefined}>
      <dt>{name}</dt>
      <dd className={look === 'off' ? classes.off : undefined}>{value}</dd>
    </div>
  );
}
