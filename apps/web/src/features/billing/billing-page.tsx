import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useSession } from '../../shared/session/session-store.ts';
import { useNow } from '../../shared/time/use-now.ts';
import { useOfficeZone } from '../../shared/time/use-office-zone.ts';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { AccountTabs } from '../sign-ins/account-tabs.public.tsx';
import { billingApi } from './billing.api.ts';
import { stateLine } from './billing-labels.ts';
import classes from './billing-page.module.css';
import { CardSection } from './card-section.tsx';
import { InvoiceTable } from './invoice-table.tsx';
import { PaymentNotice } from './payment-notice.public.tsx';
import { PlanSection } from './plan-section.tsx';
import { usePaymentPage } from './use-payment-page.public.ts';

/** Plan, seats, next payment, card and past invoices. Card and plan are changed, and the plan cancelled, on the payment service's pages. */
export default function SubscriptionsPage() {
  const now = useNow();
  const zone = useOfficeZone();
  const canPay = useSession()?.canManageBilling ?? false;
  const page = usePaymentPage();
  const { data: info, isError, isFetching, refetch } = billingApi.useGetBillingInfoQuery(undefined, { refetchOnFocus: true });
  const state = info === undefined ? (isError ? 'Not loaded' : 'Looking up your plan…') : stateLine(info, now, zone);

  return (
    <>
      <PageHeader title="Billing" state={state} />
      <AccountTabs isUnderPageHeader />
      <div className={classes.body}>
        {canPay ? null : (
          <p className={classes.rights}>
            <IconLock size={18} stroke={1.75} aria-hidden="true" />
            Only your team’s owner, or whom the owner lets manage billing, can change the plan and see invoices.
          </p>
        )}
        <PaymentNotice failure={page.failure} blocked={page.blocked} />
        {info === undefined && isError ? (
          <div className={classes.error} role="alert">
            <p>Your billing could not be loaded. Your plan and everything in it stay as they are.</p>
            <Button variant="default" size="sm" loading={isFetching} onClick={() => void refetch()}>
              Try again
            </Button>
          </div>
        ) : null}
        {info === undefined && !isError ? <Waiting canPay={canPay} /> : null}
        {info === undefined ? null : (
          <>
            <div className={classes.cards} data-alone={!canPay}>
              <PlanSection info={info} now={now} canPay={canPay} page={page} />
              {canPay ? <CardSection info={info} now={now} page={page} /> : null}
            </div>
            {canPay ? <InvoiceTable invoices={info.invoices} /> : null}
          </>
        )}
      </div>
    </>
  );
}

function Waiting({ canPay }: { canPay: boolean }) {
  return (
    <div aria-busy="true">
      <div className={classes.cards} data-alone={!canPay}>
        <div className={classes.bones}>
          <span />
          <span />
          <span />
          <span />
        </div>
        {canPay ? (
          <div className={classes.bones}>
            <span />
            <span />
          </div>
        ) : null}
      </div>
    </div>
  );
}
