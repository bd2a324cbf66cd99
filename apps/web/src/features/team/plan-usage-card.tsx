import type { LimitUse } from '@headhaul/contracts/limits';
import { labelOfLimit, limitNames, usagePercent } from '@headhaul/domain/plans';
import { Button } from '@mantine/core';
import { shortZoneName } from '../../shared/time/time-zones.ts';
import { billingApi } from '../billing/billing.api.ts';
import classes from './plan-card.module.css';

/** How much of each limit is used, with a bar. Daily limits start again at midnight in the company's time zone. */
export function PlanUsageCard() {
  const { data: usage, isError, isFetching, refetch } = billingApi.useGetMyPlanQuery();

  if (usage === undefined && isError) {
    return (
      <section className={classes.card} aria-label="Plan usage" role="alert">
        <p className={classes.note}>The plan’s usage could not be loaded.</p>
        <Button variant="default" size="sm" loading={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      </section>
    );
  }
  if (usage === undefined) return <section className={classes.card} data-waiting="usage" aria-label="Plan usage" aria-busy="true" />;

  return (
    <section className={classes.card} aria-label="Plan usage">
      <div className={classes.line}>
        <h2>Plan usage</h2>
        <span className={classes.when}>Resets 12:00 AM {shortZoneName(usage.timeZone)}</span>
      </div>
      {usage.isActive ? null : <p className={classes.note}>Your plan has ended: email, lookups and calls are off.</p>}
      <ul className={classes.uses}>
        {inOrder(usage.limits).map(([name, use]) => (
          <UseLine key={name} label={labelOfLimit(name)} use={use} />
        ))}
      </ul>
    </section>
  );
}

/** Known limits in their order, then others that a newer server sends. */
function inOrder(limits: Record<string, LimitUse>): [string, LimitUse][] {
  const known: readonly string[] = limitNames;
  const rank = (name: string) => (known.includes(name) ? known.indexOf(name) : known.length);
  return Object.entries(limits).sort(([one], [other]) => rank(one) - rank(other));
}

function UseLine({ label, use }: { label: string; use: LimitUse }) {
  const percent = usagePercent(use);
  return (
    <li data-full={percent === 100 && !use.isUnlimited} data-unlimited={use.isUnlimited}>
      <div className={classes.use}>
        {label}
        {use.isUnlimited ? (
          <span>Unlimited</span>
        ) : (
          <span>
            <b>{use.current}</b> of {use.max}
          </span>
        )}
      </div>
      <progress className={classes.bar} value={percent} max={100} aria-label={`${label} used`} />
    </li>
  );
}
