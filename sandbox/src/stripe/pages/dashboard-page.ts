import { type Html, html, renderDocument } from '../../web/html.ts';
import type { Customer, Subscription } from '../api/shapes.ts';
import { periodOf } from '../subscriptions.ts';
import type { World } from '../world.ts';
import { day, money } from './frame.ts';
import { stateOf } from './invoice-page.ts';

const shownCustomers = 50;

function describeSubscription(world: World, subscription: Subscription): string {
  const items = subscription.items.data.map(({ price, quantity }) => {
    const name = world.records.products.get(price.product)?.name ?? price.product;
    return `${quantity} × ${name} by the ${price.recurring?.interval ?? 'month'}`;
  });
  const end = subscription.ended_at ?? subscription.cancel_at;
  const until = end === null ? `period ends ${day(periodOf(subscription).end)}` : `ends ${day(end)}`;
  return `${items.join(', ')}: ${subscription.status.replace('_', ' ')}, ${until}`;
}

function renderButton(customer: Customer, action: string, label: string): Html {
  return html`<form method="post" action="/customers/${customer.id}/${action}"><button class="button">${label}</button></form>`;
}

function renderCustomer(world: World, customer: Customer): Html {
  const { records } = world;
  const own = [...records.subscriptions.values()].filter((one) => one.customer === customer.id).reverse();
  const invoice = [...records.invoices.values()].findLast((one) => one.customer === customer.id);
  const name = customer.name ?? customer.email ?? customer.id;
  const isRunning = own.some(({ status }) => status !== 'canceled');
  return html`
      <article class="card" aria-labelledby="${customer.id}">
        <h3 id="${customer.id}">${name}</h3>
        <p class="about"><code>${customer.id}</code> ${customer.balance < 0 ? `Credit ${money(-customer.balance)}.` : ''}</p>
        ${own.length === 0 ? html`<p>No subscription yet.</p>` : own.map((one) => html`<p>${describeSubscription(world, one)}</p>`)}
        ${invoice === undefined ? undefined : html`<p><a href="/invoice/${invoice.id}">Last invoice</a>: ${money(invoice.total)}, ${stateOf(invoice).toLowerCase()}</p>`}
        <div class="dashboard-actions">
          ${isRunning ? renderButton(customer, 'renew', 'Let the period pass') : undefined}
          ${isRunning ? renderButton(customer, 'day', 'Let a day pass') : undefined}
          ${isRunning ? renderButton(customer, 'fail', 'Fail the next payment') : undefined}
          ${invoice === undefined ? undefined : renderButton(customer, 'refund', 'Refund the last payment')}
        </div>
      </article>`;
}

/** Stripe's dashboard, as far as Headhaul needs it. */
export function renderDashboard(world: World, homeAddress: string, notice?: string): Html {
  const customers = [...world.records.customers.values()].slice(-shownCustomers).reverse();
  const body = html`
    <header class="top">
      <img src="/icon.svg" alt="" width="28" height="28">
      <span class="word">Headhaul</span>
      <span class="tag strong">Sandbox</span>
      <nav class="top-links"><a href="${homeAddress}">Home</a></nav>
    </header>
    <main class="home">
      <div class="home-head">
        <h1>Stripe</h1>
        <p class="lead">Who pays, and what the outside world does to them. Time that passes brings renewals and retries, and dates back what lies behind. No card is charged.</p>
      </div>
      ${notice === undefined ? undefined : html`<p class="notice" role="alert">${notice}</p>`}
      <section aria-labelledby="customers">
        <h2 id="customers">Customers</h2>
        ${
          customers.length === 0
            ? html`<p class="empty">Nobody yet. Choose a plan in Headhaul and the customer stands here.</p>`
            : html`<div class="cards">${customers.map((customer) => renderCustomer(world, customer))}
        </div>`
        }
      </section>
    </main>`;
  return renderDocument({ title: 'Stripe, Headhaul sandbox', bodyClass: 'at-home', body });
}
