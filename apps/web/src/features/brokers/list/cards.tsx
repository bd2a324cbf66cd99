import type { Broker } from '@headhaul/contracts/brokers';
import { useIntersection } from '@mantine/hooks';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { formatMoney, formatRpmMoney } from '../../../shared/format/money.ts';
import { CardSkeleton } from '../../../shared/list/list-states/list-skeleton.tsx';
import { formatDaysAgo } from '../../../shared/time/format-time.ts';
import { MarkTag } from '../edit/mark-tag.tsx';
import { GradeTile } from '../grade-tile.public.tsx';
import { brokerLine, secondLine } from '../labels.ts';
import { brokerPath } from '../paths.ts';
import classes from './cards.module.css';

interface BrokerCardsProps {
  brokers: readonly Broker[] | undefined;
  hasMore: boolean;
  now: number;
  zone: string;
  onNearEnd: () => void;
}

/** The list on a phone. */
export function BrokerCards({ brokers, hasMore, now, zone, onNearEnd }: BrokerCardsProps) {
  const { ref, entry } = useIntersection({ rootMargin: '600px' });
  const isNearEnd = hasMore && (entry?.isIntersecting ?? false);
  const count = brokers?.length ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: Runs again when more cards have loaded and the end is still near.
  useEffect(() => {
    if (isNearEnd) onNearEnd();
  }, [isNearEnd, count]);

  if (brokers === undefined) return <CardSkeleton />;
  return (
    <ul className={classes.cards}>
      {brokers.map((broker) => (
        <li key={broker.id}>
          <BrokerCard broker={broker} now={now} zone={zone} />
        </li>
      ))}
      <li ref={ref} className={classes.end} aria-hidden="true" />
    </ul>
  );
}

function BrokerCard({ broker, now, zone }: { broker: Broker; now: number; zone: string }) {
  const { history, mark } = broker;
  const second = secondLine(broker);
  const median = history.daysToPayMedian;
  const isLate = median !== null && Math.round(median) > broker.paymentTermsDays;
  return (
    <article className={classes.card} data-mark={mark}>
      <div className={classes.body}>
        <div className={classes.top}>
          <GradeTile grade={broker.grade} />
          <Link to={brokerPath(broker.id)} className={classes.name}>
            {broker.name}
          </Link>
          <b>{formatMoney(Math.round(history.grossCents / 100) * 100)}</b>
        </div>
        <div className={classes.line}>
          <span>
            {brokerLine(broker)} <MarkTag mark={mark} />
          </span>
          <span>
            {history.loads} {history.loads === 1 ? 'load' : 'loads'} · {formatRpmMoney(history.rpmCents)}
          </span>
        </div>
        {second.isBad ? <p className={classes.reason}>{second.words}</p> : null}
      </div>
      <div className={classes.foot}>
        <span data-tone={isLate ? 'bad' : undefined}>{median === null ? 'Nothing paid yet' : `Pays in ${Math.round(median)} days`}</span>
        <span>
          {history.openCents > 0
            ? `${formatMoney(history.openCents)} open`
            : history.lastLoadAt && `Last load ${formatDaysAgo(history.lastLoadAt, now, zone)}`}
        </span>
      </div>
    </article>
  );
}
