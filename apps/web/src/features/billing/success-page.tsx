import type { BillingInfo } from '@headhaul/contracts/billing';
import { periodOf, planOf } from '@headhaul/domain/plans';
import { Link } from 'react-router';
import { links } from '../../shared/links.ts';
import { useSession } from '../../shared/session/session-store.ts';
import { PageAnchor, PageButton, PageLink } from '../../shared/ui/page-button.tsx';
import { periodLabels, priceText } from '../pricing/plan-labels.public.ts';
import { openPricing } from '../pricing/pricing-dialog.public.ts';
import { lastPaid } from './billing-labels.ts';
import classes from './plan-sign.module.css';
import { PlanSign } from './plan-sign.tsx';
import { ReceiptCard } from './receipt-card.tsx';
import { usePaymentOutcome } from './use-payment-outcome.ts';

const toLoads = (
  <PageLink look="filled" to="/dispatcher/my-loads">
    Go to my loads
  </PageLink>
);

/** The checkout returns here. The page shows what the server knows, not what the address says. */
export default function SuccessPage() {
  const name = useSession()?.name ?? '';
  const payment = usePaymentOutcome();

  switch (payment.kind) {
    case 'on':
      return <PlanIsOn info={payment.info} name={name} />;
    case 'looking':
      return (
        <PlanSign tone="waiting" title="One moment" lead="Looking up your plan…">
          <Bones />
        </PlanSign>
      );
    case 'waiting':
      return (
        <PlanSign tone="waiting" title="Switching your plan" lead="Payment received, switching your plan...">
          <Bones />
        </PlanSign>
      );
    case 'late':
      return (
        <PlanSign
          tone="waiting"
          title="Still waiting"
          lead="The payment service has not told us of your payment yet. It usually takes seconds, rarely some minutes. If you paid, you lose nothing: this page updates automatically, and you can go on working. If you did not finish the checkout, nothing was charged."
          actions={
            <>
              {toLoads}
              <PageButton look="plain" disabled={payment.isFetching} onClick={payment.refetch}>
                Check now
              </PageButton>
              <PageAnchor look="quiet" href={links.support}>
                Contact support
              </PageAnchor>
            </>
          }
        />
      );
    case 'failed':
      return (
        <PlanSign
          tone="work"
          title="Payment not finished"
          lead="The bank did not accept the payment, or wants one more step from you. Finish it or take another card on the billing page."
          actions={
            <PageLink look="filled" to="/dispatcher/subscriptions">
              Go to billing
            </PageLink>
          }
        />
      );
    case 'none':
      return (
        <PlanSign
          tone="guide"
          title="No payment yet"
          lead="We know of no payment for your company, so nothing was changed and nothing was charged. Choose a plan to start one."
          actions={
            <>
              <PageButton look="filled" onClick={() => openPricing()} aria-haspopup="dialog">
                See plans
              </PageButton>
              <PageLink look="plain" to="/dispatcher/my-loads">
                Go to my loads
              </PageLink>
            </>
          }
        />
      );
    case 'error':
      return (
        <PlanSign
          tone="waiting"
          title="No answer yet"
          lead="We could not look up your plan just now. A payment you made is safe; this page tries again automatically."
          actions={
            <PageButton look="filled" disabled={payment.isFetching} onClick={payment.refetch}>
              Try again
            </PageButton>
          }
        />
      );
  }
}

function PlanIsOn({ info, name }: { info: BillingInfo; name: string }) {
  const plan = planOf(info.subscriptionType);
  const invoice = lastPaid(info);
  const thanks = name === '' ? 'Thank you.' : `Thank you, ${name}.`;
  return (
    <PlanSign
      tone="done"
      title={`You're on ${plan.name}`}
      lead={`${thanks} The extension has the new limits already; no need to sign in again.`}
      actions={toLoads}
      aside={invoice === undefined ? null : <ReceiptCard info={info} invoice={invoice} />}
    >
      <ul className={classes.steps}>
        {nextSteps(info).map(({ title, text, link, to }) => (
          <li key={title}>
            <div>
              <b>{title}</b>
              <span>{text}</span>
            </div>
            <Link to={to}>{link}</Link>
          </li>
        ))}
      </ul>
    </PlanSign>
  );
}

function nextSteps(info: BillingInfo) {
  const plan = planOf(info.subscriptionType);
  const each =
    info.priceCents === null
      ? ''
      : ` Each new user is ${priceText(info.priceCents)} ${periodLabels[periodOf(info.subscriptionType) ?? 'MONTHLY'].each}.`;
  const mailboxes = { link: 'Email accounts', to: '/dispatcher/accounts' };
  return [
    plan.limits.emailAddresses === null
      ? { title: 'Add more mailboxes', text: 'You can now connect as many as you like.', ...mailboxes }
      : { title: 'Connect your mailboxes', text: `${plan.limits.emailAddresses} for each user.`, ...mailboxes },
    plan.hasWatermark
      ? { title: 'Add your drivers', text: `Up to ${plan.limits.drivers} for each user.`, link: 'Drivers', to: '/dispatcher/my-drivers' }
      : {
          title: 'Drop the watermark',
          text: 'Your signature goes out clean from the next email.',
          link: 'Edit signature',
          to: '/dispatcher/edit-signature',
        },
    {
      title: 'Invite the rest of your team',
      text: `${info.seats === 1 ? 'You are alone here so far.' : `${info.seats} of you now.`}${each}`,
      link: 'Invite people',
      to: '/dispatcher/account-team',
    },
  ];
}

function Bones() {
  return (
    <div className={classes.bones} aria-hidden="true">
      <span />
      <span />
      <span />
    </div>
  );
}
