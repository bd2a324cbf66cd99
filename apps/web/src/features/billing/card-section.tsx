import type { BillingInfo } from '@headhaul/contracts/billing';
import { Button } from '@mantine/core';
import { IconCreditCard } from '@tabler/icons-react';
import { useOfficeZone } from '../../shared/time/use-office-zone.ts';
import { billingState } from '../pricing/plan-labels.public.ts';
import { formatCard, formatExpiry, isExpired } from './billing-labels.ts';
import classes from './billing-page.module.css';
import type { usePaymentPage } from './use-payment-page.public.ts';

/** The card that is charged. Headhaul never sees its number, which is typed on the payment service's page. */
export function CardSection({ info, now, page }: { info: BillingInfo; now: number; page: ReturnType<typeof usePaymentPage> }) {
  const { card } = info;
  const zone = useOfficeZone();
  const hasFailed = billingState(info) === 'past-due';
  const isOver = card !== null && isExpired(card, now, zone);
  return (
    <section className={classes.card} aria-labelledby="card-title">
      <div className={classes.line}>
        <h2 id="card-title">Card</h2>
        <IconCreditCard size={20} stroke={1.75} aria-hidden="true" />
      </div>
      {card === null ? (
        <p className={classes.text}>No card yet. The checkout asks for one.</p>
      ) : (
        <p className={classes.text}>
          <b>{formatCard(card)}</b>
          <span data-bad={isOver}>
            {isOver ? 'Expired' : 'Expires'} {formatExpiry(card)}
          </span>
        </p>
      )}
      {info.hasSubscription ? (
        <div className={classes.buttons}>
          <Button
            variant={hasFailed ? 'filled' : 'default'}
            size="md"
            className={hasFailed ? undefined : classes.plain}
            loading={page.busy === 'portal'}
            onClick={() => void page.openPortal()}
          >
            Update card
          </Button>
        </div>
      ) : null}
      <p className={classes.small}>Paid through Stripe. Headhaul never sees your card number.</p>
    </section>
  );
}
