import type { Invoice } from '@headhaul/contracts/billing';
import { IconArrowUpRight } from '@tabler/icons-react';
import { formatDay } from '../../shared/time/format-time.ts';
import { useOfficeZone } from '../../shared/time/use-office-zone.ts';
import { StatePill } from '../../shared/ui/state-pill.tsx';
import { priceText } from '../pricing/plan-labels.public.ts';
import { invoicePills } from './billing-labels.ts';
import classes from './invoice-table.module.css';

/** Every invoice with its receipt. The same markup is a table on a wide screen and cards on a phone. */
export function InvoiceTable({ invoices }: { invoices: readonly Invoice[] }) {
  return (
    <section className={classes.card} aria-labelledby="invoices-title">
      <h2 id="invoices-title">History</h2>
      {invoices.length === 0 ? (
        <p className={classes.empty}>No invoices yet. Each payment brings one, with its receipt.</p>
      ) : (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Date</th>
              <th scope="col">For</th>
              <th scope="col">Number</th>
              <th scope="col">Status</th>
              <th scope="col" className={classes.number}>
                Amount
              </th>
              <td />
            </tr>
          </thead>
          <tbody>
            {invoices.map((invoice) => (
              <InvoiceRow key={invoice.id} {...invoice} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function InvoiceRow({ at, description, number, status, totalCents, creditCents, invoiceUrl }: Invoice) {
  // An invoice is a document, so its date always includes the year.
  const day = formatDay(at, 0, useOfficeZone());
  return (
    <tr>
      <td className={classes.date}>{day}</td>
      <td className={classes.what}>{description}</td>
      <td className={classes.no}>{number ?? '–'}</td>
      <td className={classes.status}>
        <StatePill {...invoicePills[status]} />
      </td>
      <td className={classes.number}>
        <b>{priceText(totalCents)}</b>
        {creditCents > 0 ? <small>{priceText(creditCents)} from credit</small> : null}
      </td>
      <td className={classes.link}>
        {invoiceUrl === null ? null : (
          <a href={invoiceUrl} target="_blank" rel="noopener noreferrer" aria-label={`Open invoice ${number ?? `of ${day}`}`}>
            Invoice
            <IconArrowUpRight size={16} stroke={1.75} aria-hidden="true" />
          </a>
        )}
      </td>
    </tr>
  );
}
