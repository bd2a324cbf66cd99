import type { BillingInfo } from '@headhaul/contracts/billing';
import {
  type FeatureGroup,
  type Period,
  type Plan,
  planOf,
  type SubscriptionType,
  subscriptionTypeOf,
  yearlySavingPercent,
} from '@headhaul/domain/plans';
import { IconCheck } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { specTexts } from '../../shared/spec-texts.ts';
import { PageButton } from '../../shared/ui/page-button.tsx';
import classes from './plan-column.module.css';
import { periodLabels, priceText } from './plan-labels.public.ts';

interface PlanColumnProps {
  plan: Plan;
  /** Undefined while loading. The plans are shown before. */
  info: BillingInfo | undefined;
  canPay: boolean;
  busy: SubscriptionType | 'portal' | null;
  onChoose: (type: SubscriptionType) => void;
}

/** One plan: a choice of period, the price and the features. */
export function PlanColumn({ plan, info, canPay, busy, onChoose }: PlanColumnProps) {
  const nameId = useId();
  const [period, setPeriod] = useState<Period>('MONTHLY');
  if (plan.prices === null || plan.key === 'FREE_TRIAL') return null;
  const type = subscriptionTypeOf(plan.key, period);
  const isSold = plan.state === 'sold';
  const isMine = info?.hasSubscription === true && planOf(info.subscriptionType).key === plan.key;
  const isExactlyMine = isMine && info.subscriptionType === type && !info.cancelAtPeriodEnd;

  return (
    <section className={classes.column} data-plan={plan.key} aria-labelledby={nameId}>
      {isMine ? <p className={classes.mine}>Your plan</p> : null}
      <div className={classes.head}>
        <h3 id={nameId}>{plan.name}</h3>
        <PeriodToggle planName={plan.name} period={period} onChange={setPeriod} />
      </div>
      <p className={classes.price}>
        <b>{priceText(plan.prices[period])}</b>
        <span className={classes.unit}>
          per user <span className={classes.each}>{periodLabels[period].each}</span>
        </span>
      </p>
      <p className={classes.saving}>
        {period === 'MONTHLY' ? (
          `${priceText(plan.prices.YEARLY)} a year saves ${yearlySavingPercent(plan)}%`
        ) : (
          <>
            <b>Saves {yearlySavingPercent(plan)}%.</b> {priceText(Math.round(plan.prices.YEARLY / 12))} a month
          </>
        )}
      </p>
      <div className={classes.choose}>
        {isSold ? (
          <PageButton
            look={plan.key === 'UNLIMITED_PRO' ? 'filled' : 'plain'}
            disabled={!canPay || info === undefined || busy !== null || isExactlyMine}
            aria-busy={busy === type}
            onClick={() => onChoose(type)}
          >
            {isExactlyMine ? 'Current plan' : `Choose ${plan.name}`}
          </PageButton>
        ) : (
          <PageButton look="plain" disabled>
            {specTexts.pricing.comingSoon}
          </PageButton>
        )}
      </div>
      <Features groups={plan.groups} />
      {isSold && info !== undefined ? (
        <p className={classes.sum}>
          <span>{info.seats === 1 ? 'Just you' : `Your team of ${info.seats}`}</span>
          <b>
            {priceText(plan.prices[period] * info.seats)} {periodLabels[period].each}
          </b>
        </p>
      ) : null}
    </section>
  );
}

const choices: readonly { period: Period; label: string }[] = [
  { period: 'MONTHLY', label: 'Monthly' },
  { period: 'YEARLY', label: 'Yearly' },
];

function PeriodToggle({ planName, period, onChange }: { planName: string; period: Period; onChange: (period: Period) => void }) {
  const name = useId();
  return (
    <fieldset className={classes.toggle}>
      <legend>Pay for {planName}</legend>
      {choices.map((choice) => (
        <label key={choice.period}>
          <input type="radio" name={name} checked={period === choice.period} onChange={() => onChange(choice.period)} />
          <span>{choice.label}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** The CSS shows the features of Pro in two columns of about the same height. */
function Features({ groups }: { groups: readonly FeatureGroup[] }) {
  return (
    <div className={classes.features}>
      {groups.map(({ title, features }) => (
        <div key={title} className={classes.group}>
          <h4>{title}</h4>
          <ul>
            {features.map((feature) => (
              <li key={feature}>
                <IconCheck size={16} stroke={1.75} aria-hidden="true" />
                {feature}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}
