import { Link } from 'react-router';
import { formatTerms } from '../../../shared/format/terms.ts';
import { DaysToPay, daysToPayScale } from '../../brokers/days-to-pay.public.tsx';
import { wholeMoney } from '../figure-labels.ts';
import type { BrokerFigures } from '../use-analytics.ts';
import card from './card.module.css';
import classes from './top-brokers.module.css';
import { TopCard } from './top-card.tsx';

interface TopBrokersProps {
  brokers: readonly BrokerFigures[] | null | undefined;
  onRetry: () => void;
}

/** The brokers with the most gross, and how fast they pay. */
export function TopBrokers({ brokers, onRetry }: TopBrokersProps) {
  const rows = (brokers ?? []).map(({ daysToPay, paymentTermsDays }) => ({ days: daysToPay, termsDays: paymentTermsDays }));
  const scale = daysToPayScale(rows);
  const terms = new Set(rows.map(({ termsDays }) => termsDays));
  return (
    <TopCard
      title="Top brokers"
      of="Broker"
      rows={brokers}
      onRetry={onRetry}
      last={{
        head: (
          <>
            Days to pay
            <span className={card.wide}>{terms.size === 1 ? `, line at ${[...terms][0]}` : ', line at terms'}</span>
          </>
        ),
        help: 'From the invoice to the payment, the middle of their last 12 months',
        className: classes.days,
      }}
    >
      {(broker) => (
        <tr key={broker.brokerId}>
          <th scope="row">
            <Link to={`/dispatcher/brokers/${broker.brokerId}`}>{broker.brokerName}</Link>
            <span className={card.terms}>{formatTerms(broker.paymentTermsDays)}</span>
          </th>
          <td className={`${card.number} ${card.wide} ${card.quiet}`}>{broker.loads}</td>
          <td className={`${card.number} ${card.money}`}>{wholeMoney(broker.grossCents)}</td>
          <td>
            <DaysToPay days={broker.daysToPay} termsDays={broker.paymentTermsDays} scaleDays={scale} />
          </td>
        </tr>
      )}
    </TopCard>
  );
}
