import type { Broker } from '@headhaul/contracts/brokers';
import { formatMoney } from '../../../shared/format/money.ts';
import { DaysToPay, daysToPayScale } from '../days-to-pay.public.tsx';
import { detentionRecord } from '../labels.ts';
import classes from './payments.module.css';

/** How fast and how fully this broker pays, and whether they pay detention. */
export function BrokerPayments({ broker }: { broker: Broker }) {
  const { history, paymentTermsDays: termsDays } = broker;
  const { daysToPayMedian: median, daysToPayMean: mean, paidLoads } = history;
  const scaleDays = daysToPayScale([{ days: median, termsDays }]);
  return (
    <dl className={classes.payments}>
      <div>
        <dt>Days to pay, line at {termsDays}</dt>
        <dd className={classes.bar}>
          <DaysToPay days={median} termsDays={termsDays} scaleDays={scaleDays} />
        </dd>
        <dd>{mean === null ? 'Nothing paid yet' : `Median of ${paidLoads} paid, mean ${mean.toFixed(1)}`}</dd>
      </div>
      <div>
        <dt title="Paid less than gross and lumper together">Short pays</dt>
        <dd className={classes.value} data-tone={history.shortPays > 0 ? 'bad' : undefined}>
          {history.shortPays === 0 ? 'None' : history.shortPays}
        </dd>
        <dd>
          {history.shortPays === 0
            ? paidLoads === 0
              ? 'Nothing paid yet'
              : 'Always paid in full'
            : `${formatMoney(history.shortPaidCents)} short in all`}
        </dd>
      </div>
      <div>
        <dt>Detention</dt>
        <dd className={classes.value}>{detentionRecord(history)}</dd>
        <dd>{history.detentionAsked === 0 ? 'No claims settled' : 'of the claims that are settled'}</dd>
      </div>
    </dl>
  );
}
