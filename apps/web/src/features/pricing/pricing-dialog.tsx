import { shownPlans } from '@headhaul/domain/plans';
import { Button, Modal } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle, IconLock } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import { useSession } from '../../shared/session/session-store.ts';
import { useIsMobile } from '../../shared/ui/viewport.ts';
import { billingApi } from '../billing/billing.api.ts';
import { PaymentNotice } from '../billing/payment-notice.public.tsx';
import { usePaymentPage } from '../billing/use-payment-page.public.ts';
import { PlanColumn } from './plan-column.tsx';
import { billingState, liftSentence, limitSentence } from './plan-labels.public.ts';
import classes from './pricing-dialog.module.css';
import { closePricing, usePricingOpened } from './pricing-dialog.public.ts';

/** The plans side by side. Companies with a subscription change it in the portal. Others pay in a new checkout. */
export default function PricingDialog() {
  const session = useSession();
  const isMobile = useIsMobile();
  const limit = usePricingOpened()?.limit ?? null;
  const [query, setQuery] = useSearchParams();
  const { data: info, isError, isFetching, refetch } = billingApi.useGetBillingInfoQuery();
  const page = usePaymentPage();
  const type = info?.subscriptionType ?? session?.subscriptionType ?? 'FREE_TRIAL';
  const canPay = session?.canManageBilling ?? false;

  const close = () => {
    closePricing();
    if (!query.has('pricing-modal')) return;
    query.delete('pricing-modal');
    setQuery(query, { replace: true });
  };

  return (
    <Modal.Root opened onClose={close} size={1120} padding={0} fullScreen={isMobile} classNames={{ content: classes.content }}>
      <Modal.Overlay color="#0B1220" backgroundOpacity={0.5} />
      <Modal.Content>
        <div className={classes.head}>
          <div>
            <Modal.Title className={classes.title}>Choose a plan</Modal.Title>
            <p>Per user. Change or cancel any time; opens a secure checkout in a new tab.</p>
          </div>
          <Modal.CloseButton size={32} iconSize={20} aria-label="Close" className={classes.close} />
        </div>
        <div className={classes.notices}>
          {limit === null ? null : (
            <p className={classes.limit}>
              <IconAlertTriangle size={18} stroke={1.75} aria-hidden="true" />
              <span>
                <span>{limitSentence(limit, type)}</span> <span className={classes.lift}>{liftSentence(limit.name, type)}</span>
              </span>
            </p>
          )}
          {info !== undefined && billingState(info) === 'trial' ? (
            <p className={classes.rights}>
              <IconInfoCircle size={18} stroke={1.75} aria-hidden="true" />A plan begins the day you pay for it; the rest of the trial ends
              then.
            </p>
          ) : null}
          {canPay ? null : (
            <p className={classes.rights}>
              <IconLock size={18} stroke={1.75} aria-hidden="true" />
              Only your team’s owner, or whom the owner lets manage billing, can choose a plan.
            </p>
          )}
          {info === undefined && isError ? (
            <div className={classes.rights} role="alert">
              <span>Your plan could not be loaded.</span>
              <Button variant="default" size="xs" loading={isFetching} onClick={() => void refetch()}>
                Try again
              </Button>
            </div>
          ) : null}
          <PaymentNotice failure={page.failure} blocked={page.blocked} />
        </div>
        <div className={classes.columns}>
          {shownPlans.map((plan) => (
            <PlanColumn
              key={plan.key}
              plan={plan}
              info={info}
              canPay={canPay}
              busy={page.busy}
              onChoose={(type) => void (info?.hasSubscription ? page.openPortal() : page.openCheckout(type))}
            />
          ))}
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}
