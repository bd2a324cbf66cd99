import type { Broker, BrokerMark } from '@headhaul/contracts/brokers';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { ListSkeleton } from '../../../shared/list/list-states/list-skeleton.tsx';
import { Spacer, useVirtualRows } from '../../../shared/list/rows/virtual-rows.tsx';
import table from '../../../shared/list/rows/work-table.module.css';
import { daysToPayScale } from '../days-to-pay.public.tsx';
import { BrokerRow } from './row.tsx';
import classes from './table.module.css';

const rowPx = 41;
const columnCount = 9;

interface BrokerTableProps {
  /** Undefined while loading. */
  brokers: readonly Broker[] | undefined;
  hasMore: boolean;
  now: number;
  zone: string;
  sort: 'LAST_LOAD' | 'NAME';
  onSort: (sort: 'LAST_LOAD' | 'NAME') => void;
  focusedId: string | null;
  onFocus: (id: string) => void;
  onOpen: (broker: Broker) => void;
  onMark: (broker: Broker, mark: BrokerMark) => void;
  onNearEnd: () => void;
}

/** The list as a table that renders only the visible rows. */
export function BrokerTable({ brokers, hasMore, sort, onSort, onNearEnd, focusedId, ...rest }: BrokerTableProps) {
  const { tableRef, items, beforePx, afterPx } = useVirtualRows({ rows: brokers, rowPx, hasMore, focusedId, onNearEnd });

  const scale = daysToPayScale(
    (brokers ?? []).map((broker) => ({ days: broker.history.daysToPayMedian, termsDays: broker.paymentTermsDays })),
  );
  return (
    <table
      ref={tableRef}
      className={`${table.table} ${classes.table}`}
      aria-label="Brokers"
      aria-rowcount={hasMore ? -1 : (brokers?.length ?? 0) + 1}
    >
      <thead>
        <tr>
          <SortHead words="Broker" className={table.lead} isOn={sort === 'NAME'} direction="ascending" onClick={() => onSort('NAME')} />
          <th scope="col" className={classes.score} title="How they pay, from your own loads and public records">
            Score
          </th>
          <th scope="col" className={`${table.number} ${classes.loads}`}>
            Loads
          </th>
          <th scope="col" className={`${table.number} ${classes.gross}`}>
            Gross
          </th>
          <th scope="col" className={`${table.number} ${classes.rpm}`} title="Gross divided by loaded and deadhead miles">
            RPM
          </th>
          <th
            scope="col"
            className={`${table.number} ${classes.days}`}
            title="From the invoice to the payment, the middle of their paid loads; the line is at the agreed days"
          >
            Days to pay<span className={classes.more}>, line at terms</span>
          </th>
          <th scope="col" className={`${table.number} ${classes.short}`} title="Paid less than gross and lumper together">
            Short pays
          </th>
          <th scope="col" className={`${table.number} ${classes.open}`} title="Invoiced and not paid yet">
            Open
          </th>
          <SortHead
            words="Last load"
            className={`${table.number} ${table.end} ${classes.last}`}
            isOn={sort === 'LAST_LOAD'}
            direction="descending"
            onClick={() => onSort('LAST_LOAD')}
          />
        </tr>
      </thead>
      {brokers === undefined ? (
        <ListSkeleton
          columns={[
            { kind: 'two' },
            { kind: 'figure' },
            { kind: 'figure', align: 'right' },
            { kind: 'figure', align: 'right' },
            { kind: 'figure', align: 'right' },
            { kind: 'two', align: 'right' },
            { kind: 'two', align: 'right' },
            { kind: 'figure', align: 'right' },
            { kind: 'two', align: 'right' },
          ]}
        />
      ) : (
        <tbody>
          <Spacer px={beforePx} columns={columnCount} />
          {items.map(({ index }) => {
            const broker = brokers[index];
            return broker === undefined ? null : (
              <BrokerRow key={broker.id} broker={broker} index={index + 2} scale={scale} isFocused={broker.id === focusedId} {...rest} />
            );
          })}
          <Spacer px={afterPx} columns={columnCount} />
        </tbody>
      )}
    </table>
  );
}

interface SortHeadProps {
  words: string;
  className: string | undefined;
  isOn: boolean;
  direction: 'ascending' | 'descending';
  onClick: () => void;
}

function SortHead({ words, className, isOn, direction, onClick }: SortHeadProps) {
  const Arrow = direction === 'ascending' ? IconArrowUp : IconArrowDown;
  return (
    <th scope="col" className={className} aria-sort={isOn ? direction : 'none'}>
      <button type="button" className={table.sort} onClick={onClick}>
        {words}
        {isOn ? <Arrow size={13} stroke={2} aria-hidden="true" /> : null}
      </button>
    </th>
  );
}
