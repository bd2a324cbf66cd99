import { billingEndpoints } from '@headhaul/contracts/billing';
import type { SubscriptionType } from '@headhaul/domain/plans';
import { useState } from 'react';
import { describeFailure } from '../../shared/api/api-failure.ts';
import { confirmFirst } from '../../shared/session/signed-in-call.ts';
import { storageKeys, writeStored } from '../../shared/storage-keys.ts';
import { billingApi } from './billing.api.ts';
import { openPaymentTab } from './payment-tab.ts';

interface PaymentPage {
  /** The page that is being opened: a checkout for a plan, or the portal. */
  busy: SubscriptionType | 'portal' | null;
  /** Why the page could not be opened. */
  failure: string | null;
  /** The address of the page, when the browser blocked the tab. */
  blocked: string | null;
  openCheckout: (type: SubscriptionType) => Promise<void>;
  openPortal: () => Promise<void>;
}

/** Opens the payment service's pages in a new tab and reports whether that worked. */
export function usePaymentPage(): PaymentPage {
  const [state, setState] = useState<Pick<PaymentPage, 'busy' | 'failure' | 'blocked'>>({ busy: null, failure: null, blocked: null });
  const [startCheckout] = billingApi.useStartCheckoutMutation();
  const [openPortal] = billingApi.useOpenPortalMutation();
  const { origin } = window.location;

  const open = async (busy: SubscriptionType | 'portal', ask: () => Promise<{ address?: string | undefined; error?: unknown }>) => {
    if (state.busy !== null) return;
    const tab = openPaymentTab('Opening the payment page…');
    setState({ busy, failure: null, blocked: null });
    const { address, error } = await ask();
    if (address === undefined) {
      tab.close();
      setState({ busy: null, failure: describeFailure(error).message, blocked: null });
      return;
    }
    setState({ busy: null, failure: null, blocked: tab.go(address) ? null : address });
  };

  return {
    ...state,
    openCheckout: (type) =>
      open(type, async () => {
        const { data, error } = await startCheckout({
          body: {
            // The payment service fills in the id of the checkout. Without one, the success page does not report a payment.
            successUrl: `${origin}/dispatcher/subscription-company-success-page?session={CHECKOUT_SESSION_ID}`,
            cancelUrl: `${origin}/dispatcher/subscription-company-cancel-page`,
            subscriptionType: type,
          },
        });
        if (data !== undefined) writeStored(storageKeys.checkoutOpenedAt, Date.now());
        return { address: data?.checkoutUrl, error };
      }),
    openPortal: async () => {
      // Asked before the tab opens, because the tab would cover the question.
      if (!(await confirmFirst(billingEndpoints.openPortal))) return;
      await open('portal', async () => {
        const { data, error } = await openPortal({ body: { returnUrl: `${origin}/dispatcher/subscriptions` } });
        return { address: data?.portalUrl, error };
      });
    },
  };
}
