import { type Html, html } from '../../web/html.ts';
import type { Invoice } from '../api/shapes.ts';
import { day, money, renderFrame, renderNotice } from './frame.ts';

const states: Readonly<Record<string, string>> = {
  paid: 'Paid',
  open: 'To be paid',
  draft: 'Draft',
  void: 'Void',
  uncollectible: 'Given up',
};

export function stateOf({ status }: Invoice): string {
  return states[status ?? 'draft'] ?? 'Draft';
}

export function renderInvoicePage(invoice: Invoice, homeAddress: string, notice?: string): Html {
  const credit = invoice.starting_balance - (invoice.ending_balance ?? invoice.starting_balance);
  const lines = invoice.lines.data.map(
    (line) => html`
          <li class="bill-line"><span>${line.description ?? ''}<br><span class="help">${day(line.period.start)} to ${day(line.period.end)}</span></span><span>${money(line.amount)}</span></li>`,
  );
  return renderFrame(
    `Invoice ${invoice.number ?? ''}`,
    html`
    <header class="sheet-head">
      <div>
        <h1>Invoice ${invoice.number ?? ''}</h1>
        <p class="lead">${stateOf(invoice)}. ${day(invoice.created)}, for ${invoice.customer_name ?? invoice.customer_email ?? 'the customer'}.</p>
      </div>
    </header>
    ${renderNotice(notice)}
    <section aria-labelledby="lines">
      <h2 id="lines">What it is for</h2>
      <ul class="bill">${lines}
          <li class="bill-line sum"><span>Total</span><span>${money(invoice.total)}</span></li>
          ${credit === 0 ? undefined : html`<li class="bill-line"><span>${credit < 0 ? 'From your credit' : 'Kept for the next invoice'}</span><span>${money(credit)}</span></li>`}
          <li class="bill-line sum"><span>${invoice.status === 'paid' ? 'Paid' : 'Due'}</span><span>${money(invoice.amount_due)}</span></li>
      </ul>
    </section>
    ${
      invoice.status === 'open'
        ? html`<form class="actions" method="post" action="/invoice/${invoice.id}"><button class="button filled">Pay ${money(invoice.amount_remaining)}</button></form>`
        : undefined
    }`,
    homeAddress,
  );
}
