import type { BillingInfo } from '@headhaul/contracts/billing';
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { specTexts } from '../../shared/spec-texts.ts';
import { formatDay } from '../../shared/time/format-time.ts';
import { useNow } from '../../shared/time/use-now.ts';
import { useOfficeZone } from '../../shared/time/use-office-zone.ts';
import { StatePill } from '../../shared/ui/state-pill.tsx';
import { billingApi } from '../billing/billing.api.ts';
import { billingState, formatUsers, periodLabels, priceText, shownPrice, statePill } from '../pricing/plan-labels.public.ts';
import { openPricing } from '../pricing/pricing-dialog.public.ts';
import classes from './plan-card.module.css';

/** The company's plan and next payment. Users who may manage billing can change it. */
export function PlanCard({ isTeamOwner, canManageBilling }: { isTeamOwner: boolean; canManageBilling: boolean }) {
  const now = useNow();
  const zone = useOfficeZone();
  const { data: info, isError, isFetching, refetch } = billingApi.useGetBillingInfoQuery();

  if (info === undefined && isError) {
    return (
      <section className={classes.card} aria-label="Plan" role="alert">
        <p className={classes.note}>The plan could not be loaded.</p>
        <Button variant="default" size="sm" loading={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      </section>
    );
  }
  if (info === undefined) return <section className={classes.card} data-waiting="plan" aria-label="Plan" aria-busy="true" />;

  const { name, cents, period } = shownPrice(info);
  const pill = statePill(info, now, zone);
  const state = billingState(info);
  return (
    <section className={classes.card} aria-label="Plan">
      <div className={classes.line}>
        <h2>{name}</h2>
        <StatePill {...pill} />
      </div>
      {cents === null ? null : (
        <>
          <p className={classes.price}>
            <b>{priceText(cents)}</b> <span>per user, {periodLabels[period].adverb}</span>
          </p>
          <div className={classes.next}>
            <span>{formatNext(info, now, zone)}</span>
            <b>
              {priceText(cents * info.seats)} {periodLabels[period].each}
            </b>
          </div>
        </>
      )}
      {state === 'trial' || state === 'trial-ended' ? <p className={classes.note}>Nothing is charged until you choose a plan.</p> : null}
      {isTeamOwner || canManageBilling ? (
        <div className={classes.buttons}>
          {isTeamOwner ? (
            <Button variant="light" size="md" className={classes.upgrade} onClick={() => openPricing()} aria-haspopup="dialog">
              {specTexts.pricing.upgradePlan}
            </Button>
          ) : null}
          {canManageBilling ? (
            <Button component={Link} to="/dispatcher/subscriptions" variant="default" size="md" className={classes.billing}>
              Billing
            </Button>
          ) : null}
        </div>
      ) : null}
    </section>
  );
}

/** "4 users from Nov 17" for the next invoice. In a trial nothing is charged, so it names the price of the plan. */
function formatNext(info: BillingInfo, now: number, zone: string): string {
  const users = formatUsers(info.seats);
  if (info.nextInvoice !== null) return `${users} from ${formatDay(info.nextInvoice.at, now, zone)}`;
  return info.subscriptionType === 'FREE_TRIAL' ? `${users}, if you choose ${shownPrice(info).name}` : users;
}
