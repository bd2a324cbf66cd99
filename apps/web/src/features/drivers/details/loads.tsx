import type { Driver } from '@headhaul/contracts/drivers';
import type { LoadRow } from '@headhaul/contracts/loads/record';
import { shownGross, shownLoadedMiles, shownRpm } from '@headhaul/domain/loads/shown';
import { activeStatuses, type LoadStatus } from '@headhaul/domain/loads/status';
import { Button } from '@mantine/core';
import { Link, useNavigate } from 'react-router';
import { formatLaneMiles } from '../../../shared/format/distance.ts';
import { formatMoney, formatRpm } from '../../../shared/format/money.ts';
import { formatStopClock, formatStopDay, formatStopMoment } from '../../../shared/format/stop-time.ts';
import { ListSkeleton } from '../../../shared/list/list-states/list-skeleton.tsx';
import { Lane, TwoLine } from '../../../shared/list/rows/two-line.tsx';
import table from '../../../shared/list/rows/work-table.module.css';
import { loadsApi } from '../../loads/loads.api.ts';
import { LoadStatusPill } from '../../loads/status/load-status-pill.public.tsx';
import { driverName } from '../labels.ts';
import { loadPath } from '../list/cells.tsx';
import classes from './loads.module.css';
import page from './page.module.css';

const open: readonly LoadStatus[] = activeStatuses.filter((status) => status !== 'DELIVERED');

/** The driver's current and next loads, then past loads with the newest first. */
export function DriverLoads({ driver, nowMs }: { driver: Driver; nowMs: number }) {
  const query = loadsApi.useListLoadsInfiniteQuery({ driverId: [driver.id], sort: 'PICKUP', order: 'desc', limit: 25 });
  const loads = query.currentData?.pages.flatMap((one) => one.loads);
  const ahead = loads?.filter(({ status }) => open.includes(status)).reverse();
  const hauled = loads?.filter(({ status }) => !open.includes(status));

  return (
    <section className={page.card}>
      <div className={page.head}>
        <h2>Loads</h2>
        <Link to={`/dispatcher/my-loads?view=all&driver=${driver.id}`} className={classes.all}>
          In the list
        </Link>
      </div>
      {query.isError && loads === undefined ? (
        <p className={page.note}>
          Couldn’t load the loads.{' '}
          <button type="button" className={classes.again} onClick={() => void query.refetch()}>
            Try again
          </button>
        </p>
      ) : loads?.length === 0 ? (
        <p className={page.note}>{driverName(driver)} has hauled nothing yet.</p>
      ) : (
        <table className={`${table.table} ${classes.table}`}>
          <thead>
            <tr>
              <th scope="col" className={classes.status}>
                Status
              </th>
              <th scope="col">Lane</th>
              <th scope="col" className={classes.day}>
                Pickup
              </th>
              <th scope="col" className={classes.day}>
                Delivery
              </th>
              <th scope="col" className={`${table.number} ${classes.money}`}>
                Rate
              </th>
              <th scope="col" className={`${table.number} ${classes.rpm}`}>
                RPM
              </th>
            </tr>
          </thead>
          {loads === undefined ? (
            <ListSkeleton
              rows={6}
              columns={[
                { kind: 'pill' },
                { kind: 'two' },
                { kind: 'two' },
                { kind: 'two' },
                { kind: 'figure', align: 'right' },
                { kind: 'figure', align: 'right' },
              ]}
            />
          ) : (
            <>
              <Part title="Now and ahead" loads={ahead ?? []} nowMs={nowMs} />
              <Part title="Hauled" loads={hauled ?? []} nowMs={nowMs} />
            </>
          )}
        </table>
      )}
      {query.hasNextPage ? (
        <div className={classes.more}>
          <Button variant="default" size="xs" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Show earlier loads
          </Button>
        </div>
      ) : null}
    </section>
  );
}

function Part({ title, loads, nowMs }: { title: string; loads: readonly LoadRow[]; nowMs: number }) {
  if (loads.length === 0) return null;
  return (
    <tbody>
      <tr>
        <th colSpan={6} scope="rowgroup" className={classes.group}>
          {title}
        </th>
      </tr>
      {loads.map((load) => (
        <LoadLine key={load.id} load={load} nowMs={nowMs} />
      ))}
    </tbody>
  );
}

function LoadLine({ load, nowMs }: { load: LoadRow; nowMs: number }) {
  const navigate = useNavigate();
  return (
    <tr data-row="" onClick={() => void navigate(loadPath(load.id))}>
      <td>
        <LoadStatusPill status={load.status} size="table" />
      </td>
      <td>
        <TwoLine
          first={
            <Link to={loadPath(load.id)} className={classes.lane} onClick={(event) => event.stopPropagation()}>
              <Lane from={`${load.pickupCity}, ${load.pickupState}`} to={`${load.deliveryCity}, ${load.deliveryState}`} />
            </Link>
          }
          second={`${load.loadNumber} · ${formatLaneMiles(shownLoadedMiles(load), load.deadheadMiles)} · ${load.brokerName}`}
        />
      </td>
      <td>
        <When at={load.pickupAt} hasTime={load.pickupHasTime} zone={load.pickupZone} nowMs={nowMs} />
      </td>
      <td>
        <When at={load.deliveryAt} hasTime={load.deliveryHasTime} zone={load.deliveryZone} nowMs={nowMs} />
      </td>
      <td className={table.number}>
        <b className={classes.rate}>{formatMoney(shownGross(load))}</b>
      </td>
      <td className={table.number}>{formatRpm(shownRpm(load))}</td>
    </tr>
  );
}

function When({ at, hasTime, zone, nowMs }: { at: string; hasTime: boolean; zone: string; nowMs: number }) {
  return (
    <TwoLine
      first={<span title={formatStopMoment(at, zone)}>{formatStopDay(at, zone, nowMs)}</span>}
      {...(hasTime ? { second: formatStopClock(at, zone) } : {})}
    />
  );
}
