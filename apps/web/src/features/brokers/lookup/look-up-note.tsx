import { formatMoment } from '../../../shared/time/format-time.ts';
import { billingApi } from '../../billing/billing.api.ts';
import classes from './lookup.module.css';
import { describeFailedLookUp, type LookUpResult, type RegisterNumber } from './use-look-up.public.ts';

/** Why there is no new record: the number is nobody's, FMCSA does not answer, or the day's lookups are used. Nothing for a found broker. */
export function LookUpNote({ result, number }: { result: LookUpResult; number: RegisterNumber }) {
  if (result.kind === 'USED_UP') return <UsedUpNote used={result.used} hasKept={result.kept !== null} />;
  const words = describeFailedLookUp(result, number);
  if (words === null) return null;
  return (
    <p className={classes.note} role="status" data-tone="need">
      {words}
    </p>
  );
}

function UsedUpNote({ used, hasKept }: { used: number; hasKept: boolean }) {
  const { data: plan } = billingApi.useGetMyPlanQuery();
  return (
    <p className={classes.note} role="status" data-tone="need">
      You have used all {used} lookups of today.{' '}
      {plan === undefined ? 'They come back at midnight.' : `They come back ${formatMoment(plan.resetsAt, plan.timeZone)}.`}
      {hasKept ? ' Below is FMCSA’s last answer.' : ''}
    </p>
  );
}
