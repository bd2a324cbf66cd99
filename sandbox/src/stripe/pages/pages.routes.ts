import type { IncomingMessage, ServerResponse } from 'node:http';
import { isForeignOrigin, readForm, sendHtml, setStrictHeaders } from '../../web/answer.ts';
import type { Html } from '../../web/html.ts';
import { find } from '../api/listing.ts';
import { invalid, StripeRefusal } from '../api/refusal.ts';
import { completeCheckout, successUrlOf } from '../checkout.ts';
import { collect } from '../collection.ts';
import { daySeconds } from '../periods.ts';
import { refundLastPayment } from '../refunds.ts';
import { passTime, secondsToRenewal } from '../time.ts';
import type { World } from '../world.ts';
import { renderCheckoutPage } from './checkout-page.ts';
import { renderDashboard } from './dashboard-page.ts';
import { renderGone } from './frame.ts';
import { renderInvoicePage } from './invoice-page.ts';
import { actInPortal, confirmationOf } from './portal-actions.ts';
import { renderPortalPage } from './portal-page.ts';

/** A page or a redirect. `leadsTo` is the address at which its forms may finally end. */
type Reply = { leadsTo?: string | null } & ({ status: number; page: Html } | { location: string });

interface Visit {
  id: string;
  target: string | undefined;
  action: string | undefined;
  query: URLSearchParams;
  /** The fields of a sent form. Undefined for a GET. */
  fields: URLSearchParams | undefined;
}

/** The message for the customer, when the work was refused. */
function refusalOf(work: () => void): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof StripeRefusal) return error.message;
    throw error;
  }
}

/** The pages that a customer sees (checkout, billing portal, invoice), and a dashboard for developers. */
export function createPages(world: World, homeAddress: string) {
  function answerCheckout({ id, fields }: Visit): Reply {
    const session = find(world.records.checkoutSessions, id, 'checkout.session');
    const location = successUrlOf(session);
    if (session.status === 'complete') return { location };
    if (session.status !== 'open')
      return { status: 410, page: renderGone(homeAddress, 'This checkout has expired. Go back to Headhaul and start again.') };
    if (fields === undefined) return { status: 200, page: renderCheckoutPage(world, session, { homeAddress }), leadsTo: location };
    const card = fields.get('card') ?? '';
    const email = fields.get('email') ?? '';
    const typed = { homeAddress, card, email };
    let declined: string | undefined;
    const refused = refusalOf(() => {
      declined = completeCheckout(world, session, card, email)?.message;
    });
    const notice = declined ?? refused;
    if (notice === undefined) return { location };
    const page = renderCheckoutPage(world, session, { ...typed, notice });
    return { status: declined === undefined ? 400 : 402, page, leadsTo: location };
  }

  function answerPortal({ id, target, action = '', query, fields }: Visit): Reply {
    const session = find(world.records.portalSessions, id, 'session');
    const configuration = find(world.records.portalConfigurations, session.configuration, 'configuration');
    const leadsTo = session.flow?.after_completion.redirect?.return_url ?? null;
    const render = (words: { notice?: string; done?: string | undefined }) =>
      renderPortalPage(world, session, configuration, { homeAddress, ...words });
    if (fields === undefined || target === undefined)
      return { status: 200, page: render({ done: confirmationOf(query.get('done')) }), leadsTo };
    const notice = refusalOf(() => actInPortal(world, session, configuration, { target, action, fields }));
    if (notice !== undefined) return { status: 400, page: render({ notice }), leadsTo };
    return { location: leadsTo ?? `/portal/${id}?done=${target === 'card' ? 'card' : action}` };
  }

  function answerInvoice({ id, fields }: Visit): Reply {
    const invoice = find(world.records.invoices, id, 'invoice');
    if (fields === undefined) return { status: 200, page: renderInvoicePage(invoice, homeAddress) };
    const decline = invoice.status === 'open' ? collect(world, invoice, 'now') : null;
    if (decline === null) return { location: `/invoice/${id}` };
    return { status: 402, page: renderInvoicePage(invoice, homeAddress, decline.message) };
  }

  function act(customer: string, action: string): void {
    find(world.records.customers, customer, 'customer');
    if (action === 'renew') passTime(world, secondsToRenewal(world, customer), customer);
    else if (action === 'day') passTime(world, daySeconds, customer);
    else if (action === 'fail') world.records.doomed.add(customer);
    else if (action === 'refund') refundLastPayment(world, customer);
    else throw invalid('The sandbox cannot do that.');
  }

  function answerCustomer({ id, target = '', fields }: Visit): Reply {
    const notice = fields === undefined ? undefined : refusalOf(() => act(id, target));
    if (notice === undefined) return { location: '/' };
    return { status: 400, page: renderDashboard(world, homeAddress, notice) };
  }

  const kinds = new Map([
    ['', (): Reply => ({ status: 200, page: renderDashboard(world, homeAddress) })],
    ['customers', answerCustomer],
    ['checkout', answerCheckout],
    ['portal', answerPortal],
    ['invoice', answerInvoice],
  ]);

  function replyTo(answer: (visit: Visit) => Reply, visit: Visit): Reply {
    try {
      return answer(visit);
    } catch (error) {
      if (!(error instanceof StripeRefusal)) throw error;
      return { status: 404, page: renderGone(homeAddress, 'This page is over or never was. Go back to Headhaul and start again.') };
    }
  }

  /** Returns false for other paths. */
  return async (request: IncomingMessage, response: ServerResponse, { pathname, searchParams: query }: URL): Promise<boolean> => {
    const [, kind = '', id = '', target, action] = pathname.split('/');
    const answer = kinds.get(kind);
    if (answer === undefined || (id === '' && kind !== '')) return false;
    const isForm = request.method === 'POST';
    const fields = isForm ? ((await readForm(request)) ?? new URLSearchParams()) : undefined;
    const reply: Reply =
      isForm && isForeignOrigin(request)
        ? { status: 403, page: renderGone(homeAddress, 'Another site may not use this page.') }
        : replyTo(answer, { id, target, action, query, fields });
    // Browsers check form-action at each hop of a redirect, and the last hop leads back to the application.
    const { leadsTo } = reply;
    setStrictHeaders(response, { formAction: leadsTo == null ? "'self'" : `'self' ${new URL(leadsTo).origin}` });
    if ('location' in reply) response.writeHead(303, { location: reply.location, 'cache-control': 'no-store' }).end();
    else sendHtml(response, reply.status, reply.page);
    return true;
  };
}
