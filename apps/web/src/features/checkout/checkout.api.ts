import { endpoints } from '@headhaul/contracts/endpoint';
import { SubscriptionType } from '@headhaul/contracts/session';
import { z } from 'zod';
import type { StartCheckout } from '../../shared/entry/enter-app.ts';
import { callSignedIn } from '../../shared/session/signed-in-call.ts';

// Stands here until the API serves billing; then its contract takes over.
const checkoutEndpoints = endpoints({
  startCheckout: {
    method: 'POST',
    path: '/billing/checkout',
    summary: 'Open a checkout for a plan',
    body: z.strictObject({ successUrl: z.url(), cancelUrl: z.url(), subscriptionType: SubscriptionType.optional() }),
    // Only addresses a browser may be sent to: a `javascript:` one would run as our page.
    reply: z.object({ checkoutUrl: z.url({ protocol: /^https?$/ }) }),
  },
});

export const startCheckout: StartCheckout = async (subscriptionType) => {
  const { origin } = window.location;
  const { checkoutUrl } = await callSignedIn(checkoutEndpoints.startCheckout, {
    body: {
      successUrl: `${origin}/checkout?successfulPayment=true`,
      cancelUrl: `${origin}/dispatcher/subscription-company-cancel-page`,
      subscriptionType,
    },
  });
  return checkoutUrl;
};
