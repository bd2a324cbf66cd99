import { Button } from '@mantine/core';
import { notify } from '../../shared/notify.ts';
import { useSession } from '../../shared/session/session-store.ts';
import { billingApi } from '../billing/billing.api.ts';
import { limitSentence } from '../pricing/plan-labels.public.ts';
import { type HitLimit, openPricing } from '../pricing/pricing-dialog.public.ts';
import classes from './mailbox-limit.module.css';

/** The plan's limit of mailboxes when it is used up. Null while there is room, and while loading. */
export function useMailboxLimit(): HitLimit | null {
  const { data: plan } = billingApi.useGetMyPlanQuery(undefined, { refetchOnMountOrArgChange: true });
  const use = plan?.limits.emailAddresses;
  if (plan === undefined || use === undefined || use.isUnlimited || use.current < use.max) return null;
  return { name: 'emailAddresses', current: use.current, max: use.max, isPlanActive: plan.isActive };
}

interface MailboxLimitProps {
  limit: HitLimit;
  /** Closes the dialog, so that the plans open over the page and not over the dialog. */
  onPlans: () => void;
}

/** Shown before the user types a password or goes to a provider's page in vain. */
export function MailboxLimit({ limit, onPlans }: MailboxLimitProps) {
  const type = useSession()?.subscriptionType ?? 'FREE_TRIAL';
  const seePlans = () => {
    onPlans();
    if (!openPricing(limit)) notify('info', 'The plans open when the setup is done.');
  };
  return (
    <div className={classes.limit} role="status">
      <p>
        {limitSentence(limit, type)}
        {limit.isPlanActive ? ' Disconnect one, or choose a larger plan.' : ''}
      </p>
      <Button variant="default" size="sm" onClick={seePlans}>
        See plans
      </Button>
    </div>
  );
}
