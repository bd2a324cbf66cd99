import { billingEndpoints } from '@headhaul/contracts/billing';
import type { StartCheckout } from '../../shared/entry/enter-app.ts';
import { callSignedIn } from '../../shared/session/signed-in-call.ts';

/** Starts a checkout from the landing page. After the payment the browser returns to `/checkout`, which goes on as after any sign-in. */
export const startCheckout: StartCheckout = async (subscriptionType) => {
  const { origin } = window.location;
  const { checkoutUrl } = await callSignedIn(billingEndpoints.startCheckout, {
    body: {
      successUrl: `${origin}/checkout?successfulPayment=true`,
      cancelUrl: `${origin}/dispatcher/subscription-company-cancel-page`,
      subscriptionType,
    },
  });
  return checkoutUrl;
};
