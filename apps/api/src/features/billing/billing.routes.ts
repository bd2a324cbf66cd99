import { billingEndpoints } from '@headhaul/contracts/billing';
import { billingManager, signedIn } from '../../lib/http/guards.ts';
import { type App, implement } from '../../lib/http/implement.ts';
import { keepRawBody } from '../../lib/http/raw-body.ts';
import { readSignedEvent } from '../../lib/net/stripe.ts';
import { getBillingInfo, getSubscription } from './billing-info.service.ts';
import { openPortal, startCheckout } from './checkout.service.ts';
import { getStatusMessage } from './status-message.ts';
import { takeStripeEvent } from './stripe-events.service.ts';

export function billingRoutes(app: App): void {
  const { platform } = app;
  const rawBody = keepRawBody(app.server, `/api${billingEndpoints.receiveStripeEvent.path}`);

  implement(app, billingEndpoints, {
    getBillingInfo: signedIn(({ ctx }) => getBillingInfo(ctx)),
    getSubscription: signedIn(({ ctx }) => getSubscription(ctx)),
    startCheckout: billingManager(({ ctx, body }) => startCheckout(ctx, body)),
    openPortal: billingManager(({ ctx, body }) => openPortal(ctx, body.returnUrl)),
    getStatusMessage: signedIn(({ ctx }) => getStatusMessage(ctx)),
    receiveStripeEvent: {
      guard: 'open',
      limit: 'stripe_events',
      handle: async ({ request }) => {
        const signature = request.headers['stripe-signature'];
        await takeStripeEvent(platform, readSignedEvent(platform.env.STRIPE_WEBHOOK_SECRET, rawBody(request), signature));
        return { received: true } as const;
      },
    },
  });
}
