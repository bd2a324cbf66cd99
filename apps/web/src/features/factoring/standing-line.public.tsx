import type { BrokerFactor, FactorStanding } from '@headhaul/contracts/factoring';
import { dayAt } from '@headhaul/domain/time/zoned-time';
import { IconAlertTriangleFilled, IconCircleCheckFilled, IconCircleX, IconHelpCircle } from '@tabler/icons-react';
import { suppressToast } from '../../shared/api/api-failure.ts';
import { useNow } from '../../shared/time/use-now.ts';
import { useOfficeZone } from '../../shared/time/use-office-zone.ts';
import { factoringApi } from './factoring.api.ts';
import { describeBriefly, describeStanding, formatAsOf, isOld, type StandingTone } from './labels.ts';
import classes from './standing-line.module.css';

const icons: Record<StandingTone, typeof IconHelpCircle> = {
  good: IconCircleCheckFilled,
  need: IconAlertTriangleFilled,
  bad: IconCircleX,
  unknown: IconHelpCircle,
};

export function StandingMark({ tone }: { tone: StandingTone }) {
  const Icon = icons[tone];
  return <Icon className={classes.mark} data-tone={tone} size={15} stroke={2} aria-hidden="true" />;
}

/** A broker of the company, or one that is being typed. */
export interface AskedBroker {
  brokerId: string | null;
  mc?: string | null;
  name?: string | null;
}

/** Undefined while nothing is known, and if the company has no factor. */
export function useBrokerFactor({ brokerId, mc, name }: AskedBroker): BrokerFactor | undefined {
  const query = brokerId !== null ? { brokerId } : { ...(mc ? { mc } : {}), ...(name ? { name } : {}) };
  const { currentData } = factoringApi.useFindBrokerFactorQuery({ ...suppressToast, query }, { skip: Object.keys(query).length === 0 });
  return currentData?.factor == null ? undefined : currentData;
}

/** One line: what the factor says about a broker, and of which day that is. */
export function StandingLine({ factor, grossCents }: { factor: BrokerFactor; grossCents: number | null }) {
  const now = useNow();
  const zone = useOfficeZone();
  const { words, tone } = describeStanding(factor, grossCents);
  const asOf = factor.standing?.asOf;
  return (
    <span className={classes.line} data-tone={tone}>
      <StandingMark tone={tone} />
      <span>
        {words}
        {asOf === undefined ? null : (
          <span className={classes.age} data-old={isOld(asOf, dayAt(now, zone)) || undefined}>
            {`, ${formatAsOf(asOf, now)}`}
          </span>
        )}
      </span>
    </span>
  );
}

/** What the factor says, for a row in a list of brokers. */
export function StandingTag({ standing }: { standing: Pick<FactorStanding, 'status' | 'limitCents' | 'usedCents'> }) {
  const { words, tone } = describeBriefly(standing);
  return (
    <span className={classes.line} data-tone={tone}>
      <StandingMark tone={tone} />
      {words}
    </span>
  );
}

/** The line for the field in which a broker is chosen. Nothing for a company without a factor. */
export function FactorLine({ grossCents, ...broker }: AskedBroker & { grossCents: number | null }) {
  const factor = useBrokerFactor(broker);
  return factor === undefined ? null : <StandingLine factor={factor} grossCents={grossCents} />;
}
