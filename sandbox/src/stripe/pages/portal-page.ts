import { type Html, html } from '../../web/html.ts';
import type { Invoice, PortalConfiguration, PortalSession, Price, Subscription } from '../api/shapes.ts';
import { periodOf } from '../subscriptions.ts';
import type { World } from '../world.ts';
import { renderCardFields } from './checkout-page.ts';
import { day, money, renderFrame, renderNotice } from './frame.ts';
import { stateOf } from './invoice-page.ts';

const shownInvoices = 24;

function describePrice(world: World, price: Price): string {
  const name = world.records.products.get(price.product)?.name ?? price.product;
  return `${name}, ${money(price.unit_amount)} per user per ${price.recurring?.interval ?? 'time'}`;
}

/** Prices that the configuration lets this customer switch to. */
export function offeredPrices(world: World, { features }: PortalConfiguration): Price[] {
  const { enabled, products, default_allowed_updates: allowed } = features.subscription_update;
  if (!enabled || !allowed.includes('price')) return [];
  const ids = (products ?? []).flatMap((product) => product.prices);
  return ids.flatMap((id) => world.records.prices.get(id) ?? []).filter((price) => price.active);
}

function describeState(subscription: Subscription): string {
  const { end } = periodOf(subscription);
  if (subscription.status === 'canceled') return 'Has ended';
  if (subscription.cancel_at !== null) return `Ends on ${day(subscription.cancel_at)}`;
  if (subscription.status === 'past_due' || subscription.status === 'unpaid') return 'The last payment failed';
  return subscription.status === 'trialing' ? `Free until ${day(end)}` : `Renews on ${day(end)}`;
}

function renderSwitch(world: World, at: string, subscription: Subscription, prices: Price[]): Html | undefined {
  const current = subscription.items.data[0]?.price.id;
  const others = prices.filter((price) => price.id !== current);
  if (others.length === 0 || subscription.status === 'canceled') return undefined;
  return html`
      <form class="someone" method="post" action="${at}/price">
        <div class="field">
          <label for="price">Another plan</label>
          <select id="price" name="price">${others.map((price) => html`<option value="${price.id}">${describePrice(world, price)}</option>`)}</select>
        </div>
        <div class="actions"><button class="button">Switch plan</button></div>
      </form>`;
}

function renderEnding(at: string, subscription: Subscription, { features }: PortalConfiguration): Html | undefined {
  if (subscription.status === 'canceled') return undefined;
  if (subscription.cancel_at !== null)
    return html`<form class="actions" method="post" action="${at}/resume"><button class="button">Don't cancel</button></form>`;
  if (!features.subscription_cancel.enabled) return undefined;
  return html`<form class="actions" method="post" action="${at}/cancel"><button class="button quiet">Cancel subscription</button></form>`;
}

function renderSubscription(world: World, session: PortalSession, configuration: PortalConfiguration, subscription: Subscription): Html {
  const at = `/portal/${session.id}/${subscription.id}`;
  const items = subscription.items.data.map(
    ({ price, quantity }) =>
      html`<li class="bill-line"><span><strong>${describePrice(world, price)}</strong><br>${quantity === 1 ? '1 user' : `${quantity} users`}</span><span>${money(price.unit_amount * quantity)}</span></li>`,
  );
  return html`
    <section aria-labelledby="plan-${subscription.id}">
      <h2 id="plan-${subscription.id}">Plan</h2>
      <ul class="bill">${items}</ul>
      <p>${describeState(subscription)}.</p>
      ${renderSwitch(world, at, subscription, offeredPrices(world, configuration))}
      ${renderEnding(at, subscription, configuration)}
    </section>`;
}

function renderCard(world: World, session: PortalSession, subscription: Subscription | undefined): Html {
  const customer = world.records.customers.get(session.customer);
  const id = subscription?.default_payment_method ?? customer?.invoice_settings.default_payment_method ?? '';
  const card = world.records.paymentMethods.get(id ?? '')?.card;
  return html`
    <section aria-labelledby="card-head">
      <h2 id="card-head">Card</h2>
      <p>${card === undefined ? 'No card yet.' : `${card.brand} ending in ${card.last4}, expires ${card.exp_month}/${card.exp_year}.`}</p>
      <form class="someone" method="post" action="/portal/${session.id}/card">${renderCardFields()}
        <div class="actions"><button class="button">Use this card</button></div>
      </form>
    </section>`;
}

function renderInvoices(invoices: readonly Invoice[]): Html {
  const rows = invoices.map(
    (invoice) => html`
          <li class="bill-line"><span><a href="/invoice/${invoice.id}">${invoice.number ?? 'Draft'}</a><br>${day(invoice.created)}, ${stateOf(invoice).toLowerCase()}</span><span>${money(invoice.total)}</span></li>`,
  );
  return html`
    <section aria-labelledby="invoices">
      <h2 id="invoices">Invoices</h2>
      ${rows.length === 0 ? html`<p>None yet.</p>` : html`<ul class="bill">${rows}</ul>`}
    </section>`;
}

export function renderPortalPage(
  world: World,
  session: PortalSession,
  configuration: PortalConfiguration,
  { homeAddress, notice, done }: { homeAddress: string; notice?: string | undefined; done?: string | undefined },
): Html {
  const customer = world.records.customers.get(session.customer);
  const own = [...world.records.subscriptions.values()].filter((one) => one.customer === session.customer).reverse();
  const running = own.filter((one) => one.status !== 'canceled');
  const invoices = [...world.records.invoices.values()]
    .filter((one) => one.customer === session.customer)
    .slice(-shownInvoices)
    .reverse();
  const { features } = configuration;
  const only = session.flow?.type;
  const shows = (part: 'payment_method_update' | 'subscription') =>
    only === undefined || (part === 'subscription' ? only.startsWith('subscription') : only === part);
  return renderFrame(
    'Billing',
    html`
    <header class="sheet-head">
      <div>
        <h1>Billing</h1>
        <p class="lead">${customer?.name ?? customer?.email ?? session.customer}</p>
      </div>
    </header>
    ${renderNotice(notice)}
    ${done === undefined ? undefined : html`<p class="done" role="status">${done}</p>`}
    ${shows('subscription') ? (running.length === 0 ? html`<p>No subscription runs.</p>` : running.map((one) => renderSubscription(world, session, configuration, one))) : undefined}
    ${features.payment_method_update.enabled && shows('payment_method_update') ? renderCard(world, session, running[0]) : undefined}
    ${features.invoice_history.enabled && only === undefined ? renderInvoices(invoices) : undefined}
    ${session.return_url === null ? undefined : html`<p><a href="${session.return_url}">Return to Headhaul</a></p>`}`,
    homeAddress,
  );
}
