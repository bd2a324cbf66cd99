import type { BrokerDetails } from '@headhaul/contracts/brokers';
import { type Figure, FigureStrip } from '../../../shared/figures/figure-strip.tsx';
import { formatMoney, formatRpm } from '../../../shared/format/money.ts';
import { formatDay, formatDaysAgo } from '../../../shared/time/format-time.ts';
import classes from './page.module.css';

interface BrokerFiguresProps {
  broker: BrokerDetails;
  now: number;
  zone: string;
}

const wholeDollars = (cents: number) => formatMoney(Math.round(cents / 100) * 100);

/** What the company's own loads with this broker add up to. */
export function BrokerFigures({ broker, now, zone }: BrokerFiguresProps) {
  const { history } = broker;
  return (
    <section className={classes.strips} aria-label="Last 12 months">
      <FigureStrip
        figures={[
          {
            label: 'Loads, 12 months',
            value: String(history.loads),
            basis: history.paidLoads === 0 ? 'none paid yet' : `${history.paidLoads} paid`,
          },
          {
            label: 'Gross',
            value: wholeDollars(history.grossCents),
            ...(history.loads === 0 ? {} : { basis: `${wholeDollars(history.grossCents / history.loads)} a load` }),
          },
          { label: 'RPM, all miles', value: formatRpm(history.rpmCents), basis: 'gross by all miles' },
          { label: 'Open A/R', value: wholeDollars(history.openCents), ...pastDue(broker) },
          lastLoad(history.lastLoadAt, now, zone),
        ]}
      />
    </section>
  );
}

function pastDue({ reasons, history }: BrokerDetails): Partial<Figure> {
  const overdue = reasons.find(({ kind }) => kind === 'OVERDUE');
  if (overdue?.kind === 'OVERDUE' && overdue.numbers.loads > 0) {
    return { basis: `${wholeDollars(overdue.numbers.cents)} past due`, tone: 'need' };
  }
  return { basis: history.openCents === 0 ? 'no invoice is open' : 'invoiced, not paid' };
}

function lastLoad(lastLoadAt: string | null, now: number, zone: string): Figure {
  const label = 'Last load';
  if (lastLoadAt === null) return { label, value: '–', basis: 'none yet' };
  return { label, value: formatDay(lastLoadAt, now, zone), basis: `booked ${formatDaysAgo(lastLoadAt, now, zone)}` };
}
