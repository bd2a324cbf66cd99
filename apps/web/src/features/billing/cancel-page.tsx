import { planOf } from '@headhaul/domain/plans';
import { PageButton, PageLink } from '../../shared/ui/page-button.tsx';
import { billingState } from '../pricing/plan-labels.public.ts';
import { openPricing } from '../pricing/pricing-dialog.public.ts';
import { billingApi } from './billing.api.ts';
import { PlanSign } from './plan-sign.tsx';

const toBilling = (
  <PageLink look="filled" to="/dispatcher/subscriptions">
    Go to billing
  </PageLink>
);
const toLoads = (
  <PageLink look="plain" to="/dispatcher/my-loads">
    Go to my loads
  </PageLink>
);

/** The checkout returns here when the user leaves it without paying. Anybody can open it, so it shows what the server knows. */
export default function CancelPage() {
  const { data: info, isError, isFetching, refetch } = billingApi.useGetBillingInfoQuery(undefined, { refetchOnMountOrArgChange: true });

  if (info === undefined && !isError) return <PlanSign tone="waiting" title="One moment" lead="Looking up your plan…" />;
  if (info === undefined) {
    return (
      <PlanSign
        tone="waiting"
        title="No answer yet"
        lead="You left the checkout. We could not look up just now whether your company pays already; the billing page shows it."
        actions={
          <>
            {toBilling}
            <PageButton look="plain" disabled={isFetching} onClick={() => void refetch()}>
              Try again
            </PageButton>
          </>
        }
      />
    );
  }
  const state = billingState(info);
  if (info.hasSubscription && (state === 'active' || state === 'ending')) {
    return (
      <PlanSign
        tone="guide"
        title={`You're on ${planOf(info.subscriptionType).name}`}
        lead="You left this checkout, but your company has an active subscription. Billing shows what was charged and what comes next."
        actions={
          <>
            {toBilling}
            {toLoads}
          </>
        }
      />
    );
  }
  if (state === 'past-due' || state === 'incomplete') {
    return (
      <PlanSign
        tone="work"
        title="Payment not finished"
        lead="You left this checkout, but your company has a subscription whose payment is open. Finish it on the billing page."
        actions={toBilling}
      />
    );
  }
  return (
    <PlanSign
      tone="guide"
      title="Nothing was charged"
      lead="You left the checkout before paying, so your plan is as it was. Your loads, drivers and brokers are all still here."
      actions={
        <>
          <PageButton look="filled" onClick={() => openPricing()} aria-haspopup="dialog">
            Back to plans
          </PageButton>
          {toLoads}
        </>
      }
    />
  );
}
