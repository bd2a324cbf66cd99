import type { Broker, BrokerMark } from '@headhaul/contracts/brokers';
import { IconBan, IconCircleOff, IconPhone, IconStar, IconStarOff, IconTruckLoading } from '@tabler/icons-react';
import { Link } from 'react-router';
import { formatMoney, formatRpm } from '../../../shared/format/money.ts';
import { RowAction, RowActions } from '../../../shared/list/rows/row-actions.tsx';
import { TwoLine } from '../../../shared/list/rows/two-line.tsx';
import table from '../../../shared/list/rows/work-table.module.css';
import { formatDay, formatDaysAgo } from '../../../shared/time/format-time.ts';
import { DaysToPay } from '../days-to-pay.public.tsx';
import { MarkTag } from '../edit/mark-tag.tsx';
import { GradeTile } from '../grade-tile.public.tsx';
import { secondLine } from '../labels.ts';
import { brokerLoadsPath, brokerPath } from '../paths.ts';
import classes from './table.module.css';

interface BrokerRowProps {
  broker: Broker;
  now: number;
  zone: string;
  index: number;
  scale: number;
  isFocused: boolean;
  onFocus: (id: string) => void;
  onOpen: (broker: Broker) => void;
  onMark: (broker: Broker, mark: BrokerMark) => void;
}

export function BrokerRow({ broker, index, scale, isFocused, now, zone, onFocus, onOpen, onMark }: BrokerRowProps) {
  const { history } = broker;
  const second = secondLine(broker);
  return (
    <tr
      data-row=""
      data-focused={isFocused || undefined}
      aria-rowindex={index}
      onFocus={() => onFocus(broker.id)}
      onClick={(event) => {
        // A click that selects text must not open the broker.
        if (window.getSelection()?.toString() === '' && !event.defaultPrevented) onOpen(broker);
      }}
    >
      <td className={table.lead}>
        <TwoLine
          first={
            <>
              <Link to={brokerPath(broker.id)} className={classes.name} onClick={(event) => event.stopPropagation()}>
                {broker.name}
              </Link>
              <MarkTag mark={broker.mark} />
            </>
          }
          second={second.words}
          isStrong
          {...(second.isBad ? { tone: 'bad' as const } : {})}
        />
      </td>
      <td>
        <GradeTile grade={broker.grade} />
      </td>
      <td className={table.number}>{history.loads}</td>
      <td className={`${table.number} ${classes.money}`}>{formatMoney(Math.round(history.grossCents / 100) * 100)}</td>
      <td className={table.number}>{formatRpm(history.rpmCents)}</td>
      <td className={table.number}>
        <DaysToPay days={history.daysToPayMedian} termsDays={broker.paymentTermsDays} scaleDays={scale} />
        <span className={classes.second}>{history.paidLoads === 0 ? 'none paid yet' : `of ${history.paidLoads} paid`}</span>
      </td>
      <td className={table.number}>
        {history.shortPays === 0 ? (
          <span className={classes.quiet}>None</span>
        ) : (
          <TwoLine first={history.shortPays} second={`${formatMoney(history.shortPaidCents)} short`} align="right" firstTone="bad" />
        )}
      </td>
      <td className={table.number}>
        {history.openCents === 0 ? <span className={classes.quiet}>–</span> : formatMoney(history.openCents)}
      </td>
      <td className={`${table.number} ${table.end}`}>
        {history.lastLoadAt === null ? (
          <span className={classes.quiet}>No loads yet</span>
        ) : (
          <TwoLine first={formatDay(history.lastLoadAt, now, zone)} second={formatDaysAgo(history.lastLoadAt, now, zone)} align="right" />
        )}
        <BrokerActions broker={broker} onMark={onMark} />
      </td>
    </tr>
  );
}

function BrokerActions({ broker, onMark }: Pick<BrokerRowProps, 'broker' | 'onMark'>) {
  const { mark, name, phone } = broker;
  const [isPreferred, isBlocked] = [mark === 'PREFERRED', mark === 'BLOCKED'];
  return (
    <RowActions label={`What to do with ${name}`}>
      {phone === null ? null : <RowAction icon={IconPhone} label={`Call ${name}`} href={`tel:${phone}`} />}
      <RowAction icon={IconTruckLoading} label="Their loads" to={brokerLoadsPath(broker.id)} />
      <RowAction
        icon={isPreferred ? IconStarOff : IconStar}
        label={isPreferred ? 'No longer preferred' : 'Prefer'}
        onClick={() => onMark(broker, isPreferred ? 'NONE' : 'PREFERRED')}
      />
      <RowAction
        icon={isBlocked ? IconCircleOff : IconBan}
        label={isBlocked ? 'Unblock' : 'Block'}
        onClick={() => onMark(broker, isBlocked ? 'NONE' : 'BLOCKED')}
      />
    </RowActions>
  );
}
