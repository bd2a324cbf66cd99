import type { LoadRow } from '@headhaul/contracts/loads/record';
import { shownGross, shownLoadedMiles, shownRpm } from '@headhaul/domain/loads/shown';
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { formatLaneMiles } from '../../../shared/format/distance.ts';
import { formatMoney, formatRpm } from '../../../shared/format/money.ts';
import { formatStopDay } from '../../../shared/format/stop-time.ts';
import { Lane, TwoLine } from '../../../shared/list/rows/two-line.tsx';
import { loadsApi } from '../../loads/loads.api.ts';
import { LoadStatusPill } from '../../loads/status/load-status-pill.public.tsx';
import { brokerLoadsPath } from '../paths.ts';
import classes from './loads.module.css';
import page from './page.module.css';

const pageSize = 20;

/** The loads hauled for this broker, the newest pickup first. */
export function BrokerLoads({ brokerId, now }: { brokerId: string; now: number }) {
  const list = loadsApi.useListLoadsInfiniteQuery({ brokerId: [brokerId], sort: 'PICKUP', order: 'desc', limit: pageSize });
  const rows = list.currentData?.pages.flatMap(({ loads }) => loads);
  return (
    <section className={classes.card} aria-labelledby="loads-title">
      <header>
        <h2 id="loads-title">Their loads</h2>
        {rows?.length ? <Link to={brokerLoadsPath(brokerId)}>Open in the list</Link> : null}
      </header>
      {rows === undefined ? (
        <p className={page.none} role={list.isError ? 'alert' : 'status'}>
          {list.isError ? 'Couldn’t load the loads.' : 'Getting the loads…'}
        </p>
      ) : rows.length === 0 ? (
        <p className={page.none}>No loads with them yet.</p>
      ) : (
        <table className={classes.table} aria-labelledby="loads-title">
          <thead>
            <tr>
              <th scope="col" className={classes.status}>
                Status
              </th>
              <th scope="col" className={classes.load}>
                Load
              </th>
              <th scope="col">Lane</th>
              <th scope="col" className={classes.day}>
                Pickup
              </th>
              <th scope="col" className={`${classes.driver} ${classes.wide}`}>
                Driver
              </th>
              <th scope="col" className={`${classes.number} ${classes.rate}`}>
                Rate
              </th>
              <th scope="col" className={`${classes.number} ${classes.rpm}`} title="Gross divided by loaded and deadhead miles">
                RPM
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <LoadLine key={row.id} row={row} now={now} />
            ))}
          </tbody>
        </table>
      )}
      {list.hasNextPage ? (
        <div className={classes.more}>
          <Button variant="default" size="xs" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Show more
          </Button>
        </div>
      ) : null}
    </section>
  );
}

function LoadLine({ row, now }: { row: LoadRow; now: number }) {
  return (
    <tr>
      <td>
        <LoadStatusPill status={row.status} size="table" />
      </td>
      <td>
        <Link to={`/dispatcher/my-loads?view=all&load=${row.id}`} className={classes.link}>
          {row.loadNumber}
        </Link>
      </td>
      <td>
        <TwoLine
          first={<Lane from={`${row.pickupCity}, ${row.pickupState}`} to={`${row.deliveryCity}, ${row.deliveryState}`} />}
          second={formatLaneMiles(shownLoadedMiles(row), row.deadheadMiles)}
          isStrong
        />
      </td>
      <td>{formatStopDay(row.pickupAt, row.pickupZone, now)}</td>
      <td className={classes.wide}>{row.driverName ?? 'Unassigned'}</td>
      <td className={`${classes.number} ${classes.money}`}>{formatMoney(shownGross(row))}</td>
      <td className={classes.number}>{formatRpm(shownRpm(row))}</td>
    </tr>
  );
}
