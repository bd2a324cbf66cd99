import type { FaultSwitch } from '../resident/faults.ts';
import { createHttpServer } from '../resident/http-server.ts';
import type { SandboxService } from '../resident/service.ts';
import { sendHtml, serveAsset, setStrictHeaders } from '../web/answer.ts';
import { createApi } from './api/api.ts';
import { keepInFile } from './memory-file.ts';
import { createControl } from './pages/control.routes.ts';
import { renderGone } from './pages/frame.ts';
import { createPages } from './pages/pages.routes.ts';
import { catchUp } from './time.ts';
import { createEndpoint, createWebhooks } from './webhooks.ts';
import { createWorld } from './world.ts';

const clockMs = 1_000;

interface StripeOptions {
  portOffset: number;
  /** The application's secret. The API key is `sk_test_` plus this, and the webhook secret is `whsec_` plus this. */
  secret: string;
  /** Where events go from the start. Other endpoints are registered through the API. */
  webhookUrl?: string | undefined;
  /** The file that keeps the records. Without one they end with the process. */
  memoryFile?: string | undefined;
}

/** Stands in for Stripe: its API and its checkout, portal and invoice pages. */
export function createStripeService({ portOffset, secret, webhookUrl, memoryFile }: StripeOptions): SandboxService {
  const webhooks = createWebhooks(() => world);
  const world = createWorld((event) => webhooks.send(event));

  const memory = memoryFile === undefined ? undefined : keepInFile(world, memoryFile);

  function registerDefault(): void {
    const isKnown = [...world.records.webhookEndpoints.values()].some(({ url }) => url === webhookUrl);
    if (webhookUrl !== undefined && !isKnown) createEndpoint(world, { url: webhookUrl, enabled_events: ['*'] }, `whsec_${secret}`);
  }
  function reset(): void {
    world.reset();
    webhooks.reset();
    registerDefault();
  }
  memory?.load();
  registerDefault();

  return {
    name: 'stripe',
    title: 'Stripe',
    about: 'Stripe in place of the real one: subscriptions, invoices, checkout and billing portal with test cards, and signed webhooks.',
    portOffset,
    lookAt: { label: 'Customers', path: '/' },
    pages: createControl({ world, webhooks, reset }),
    createServer({ address, homeAddress, faults }) {
      world.address = address;
      // The shared server handles delays and dropped connections. Error answers have this API's own format.
      const withoutStatus: FaultSwitch = { ...faults, takeErrorStatus: () => undefined };
      const answerApi = createApi(world, `sk_test_${secret}`, faults);
      const answerPage = createPages(world, homeAddress);
      setInterval(() => {
        catchUp(world);
        memory?.save();
      }, clockMs).unref();
      if (memory) process.once('exit', memory.save);
      return createHttpServer(withoutStatus, async (request, response) => {
        const url = new URL(request.url ?? '/', address);
        catchUp(world);
        if (url.pathname.startsWith('/v1/')) return answerApi(request, response, url);
        if (serveAsset(request, response, url.pathname) || (await answerPage(request, response, url))) return;
        setStrictHeaders(response, { formAction: "'self'" });
        sendHtml(
          response,
          url.pathname === '/' ? 200 : 404,
          renderGone(homeAddress, 'A checkout starts in Headhaul, not at this address.'),
        );
      });
    },
  };
}
