import type { BillingInfo } from '@headhaul/contracts/billing';
import { Button } from '@mantine/core';
import { formatDay } from '../../shared/time/format-time.ts';
import { useOfficeZone } from '../../shared/time/use-office-zone.ts';
import { StatePill } from '../../shared/ui/state-pill.tsx';
import { billingState, formatUsers, periodLabels, priceText, shownPrice, statePill } from '../pricing/plan-labels.public.ts';
import { openPricing } from '../pricing/pricing-dialog.public.ts';
import classes from './billing-page.module.css';
import type { usePaymentPage } from './use-payment-page.public.ts';

interface PlanSectionProps {
  info: BillingInfo;
  now: number;
  canPay: boolean;
  page: ReturnType<typeof usePaymentPage>;
}

export function PlanSection({ info, now, canPay, page }: PlanSectionProps) {
  const zone = useOfficeZone();
  const { name, cents, period } = shownPrice(info);
  const state = billingState(info);
  return (
    <section className={classes.card} aria-labelledby="plan-title">
      <div className={classes.line}>
        <h2 id="plan-title">{name}</h2>
        <StatePill {...statePill(info, now, zone)} />
      </div>
      {cents === null ? null : (
        <p className={classes.price}>
          <b>{priceText(cents)}</b> <span>per user, {periodLabels[period].adverb}</span>
        </p>
      )}
      <dl className={classes.facts}>
        <div>
          <dt>Seats</dt>
          <dd>{formatUsers(info.seats)}</dd>
        </div>
        <div>
          <dt>Next payment</dt>
          <dd>{nextPayment(info, now, zone)}</dd>
        </div>
        {info.creditCents > 0 ? (
          <div>
            <dt>Credit</dt>
            <dd className={classes.credit}>{priceText(info.creditCents)}, taken off your next invoices</dd>
          </div>
        ) : null}
      </dl>
      {canPay ? (
        <div className={classes.buttons}>
          {/* While a payment is overdue, only the button of the card section is filled. */}
          <Button
            size="md"
            variant={state === 'past-due' ? 'light' : 'filled'}
            className={state === 'past-due' ? classes.soft : undefined}
            onClick={() => openPricing()}
            aria-haspopup="dialog"
          >
            {info.hasSubscription ? 'Change plan' : 'Choose a plan'}
          </Button>
          {info.hasSubscription && (state === 'active' || state === 'ending' || state === 'past-due') ? (
            <Button
              variant="default"
              size="md"
              className={classes.plain}
              loading={page.busy === 'portal'}
              onClick={() => void page.openPortal()}
            >
              {state === 'ending' ? 'Resume plan' : 'Cancel plan'}
            </Button>
          ) : null}
        </div>
      ) : null}
    </section>
  );
}

/** "$992.61 (4 × $251.90, less credit) on Nov 14" */
function nextPayment({ nextInvoice, seats, priceCents, creditCents }: BillingInfo, now: number, zone: string): string {
  if (nextInvoice === null) return 'None';
  const parts = [
    ...(priceCents !== null && seats > 1 ? [`${seats} × ${priceText(priceCents)}`] : []),
    ...(creditCents > 0 ? ['less credit'] : []),
  ].join(', ');
  return `${priceText(nextInvoice.amountCents)}${parts === '' ? '' : ` (${parts})`} on ${formatDay(nextInvoice.at, now, zone)}`;
}
