import { type Html, html } from '../../web/html.ts';
import type { CheckoutSession } from '../api/shapes.ts';
import { testCards } from '../cards.ts';
import { lineItemsOf } from '../checkout.ts';
import type { World } from '../world.ts';
import { day, money, renderFrame, renderNotice } from './frame.ts';

function grouped(number: string): string {
  return number.replaceAll(/(\d{4})(?=\d)/g, '$1 ');
}

/** The card fields, filled in with a card that works. */
export function renderCardFields(number = testCards[0]?.number ?? ''): Html {
  return html`
        <div class="field">
          <label for="card">Card number</label>
          <input id="card" name="card" inputmode="numeric" autocomplete="off" required value="${grouped(number)}">
        </div>
        <div class="pair">
          <div class="field"><label for="expiry">Expires</label><input id="expiry" name="expiry" autocomplete="off" value="12 / 34"></div>
          <div class="field"><label for="cvc">Security code</label><input id="cvc" name="cvc" inputmode="numeric" autocomplete="off" value="123"></div>
        </div>
        <details class="help test-cards">
          <summary>Other test cards</summary>
          <ul>${testCards.map((card) => html`<li><code>${grouped(card.number)}</code> ${card.about}</li>`)}</ul>
        </details>`;
}

function renderItems(world: World, session: CheckoutSession): Html[] {
  return lineItemsOf(world, session).data.map(
    ({ description, price, quantity, amount_total: amount }) => html`
          <li class="bill-line">
            <span><strong>${description ?? price.id}</strong><br>${quantity} × ${money(price.unit_amount)} each ${price.recurring?.interval ?? ''}</span>
            <span>${money(amount)}</span>
          </li>`,
  );
}

export function renderCheckoutPage(
  world: World,
  session: CheckoutSession,
  { homeAddress, notice, card, email }: { homeAddress: string; notice?: string; card?: string; email?: string },
): Html {
  const plan = world.records.checkoutPlans.get(session.id);
  const customer = session.customer === null ? undefined : world.records.customers.get(session.customer);
  const knownEmail = customer?.email ?? session.customer_email;
  const trialEnd = plan?.trialEnd ?? null;
  return renderFrame(
    'Checkout',
    html`
    <header class="sheet-head">
      <div>
        <h1>Subscribe</h1>
        <p class="lead">${knownEmail === null || knownEmail === undefined ? 'Headhaul' : `Headhaul, for ${knownEmail}`}</p>
      </div>
    </header>
    ${renderNotice(notice)}
    <section aria-labelledby="what">
      <h2 id="what">What you buy</h2>
      <ul class="bill">${renderItems(world, session)}
          <li class="bill-line sum"><span>Due today</span><span>${money(session.amount_total ?? 0)}</span></li>
      </ul>
      ${trialEnd === null ? undefined : html`<p class="help">Free until ${day(trialEnd)}; the first payment is taken then.</p>`}
    </section>
    <section aria-labelledby="how">
      <h2 id="how">Card</h2>
      <form class="someone" method="post" action="/checkout/${session.id}">
        ${
          knownEmail === null || knownEmail === undefined
            ? html`<div class="field"><label for="email">Email</label><input id="email" name="email" type="email" required value="${email ?? ''}"></div>`
            : undefined
        }
        ${renderCardFields(card)}
        <div class="actions">
          <button class="button filled">${trialEnd === null ? `Pay ${money(session.amount_total ?? 0)}` : 'Start the trial'}</button>
          ${session.cancel_url === null ? undefined : html`<a class="button" href="${session.cancel_url}">Cancel</a>`}
        </div>
      </form>
    </section>`,
    homeAddress,
  );
}
