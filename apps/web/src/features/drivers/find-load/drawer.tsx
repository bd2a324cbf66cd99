import type { Driver } from '@headhaul/contracts/drivers';
import type { LoadFitRow } from '@headhaul/contracts/fit';
import type { LoadNet } from '@headhaul/contracts/profit';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { describeFailure } from '../../../shared/api/api-failure.ts';
import { DrawerBar, SideDrawer } from '../../../shared/drawer/side-drawer.tsx';
import { formatLaneMiles } from '../../../shared/format/distance.ts';
import { formatMoney } from '../../../shared/format/money.ts';
import { formatStopWhen } from '../../../shared/format/stop-time.ts';
import { FilterOptions } from '../../../shared/list/controls/filter-options.tsx';
import { FilterChip } from '../../../shared/list/controls/filter-row.tsx';
import { CardSkeleton } from '../../../shared/list/list-states/list-skeleton.tsx';
import { Avatar } from '../../../shared/list/rows/avatar.tsx';
import { Lane } from '../../../shared/list/rows/two-line.tsx';
import { fitApi } from '../../fit/fit.api.ts';
import { FitMark } from '../../fit/fit-mark.public.tsx';
import { NetLine, useNetsWith } from '../../profit/net-per-day.public.tsx';
import { driverName, formatEmpty, isEmptyNow, truckLine } from '../labels.ts';
import { loadPath } from '../list/cells.tsx';
import classes from './drawer.module.css';
import { FindLoadMap } from './find-load-map.tsx';
import { type LoadSort, loadSorts, ratePerMile, sortLoads, withinDeadhead } from './load-sorts.ts';

const openLoadsPath = '/dispatcher/my-loads?nodriver=1';
const mileLimits = [50, 100, 150, 250, 500] as const;
const usualLimit = 150;

const verdictLabels: Record<LoadFitRow['verdict'], string> = { CAN: 'Fits', LOOK: 'Fits', NOT_KNOWN: 'Not known', CANT: 'Can’t' };

interface FindLoadDrawerProps {
  driver: Driver;
  nowMs: number;
  onGive: (driver: Driver, row: LoadFitRow) => void;
  onClose: () => void;
}

/** The open loads of the company for one driver, those that fit first. */
export default function FindLoadDrawer({ driver, nowMs, onGive, onClose }: FindLoadDrawerProps) {
  const { data, error, isFetching, refetch } = fitApi.useFindLoadFitsQuery(
    { body: { driverIds: [driver.id] } },
    { refetchOnMountOrArgChange: true },
  );
  const [sort, setSort] = useState<LoadSort>('near');
  const [mostMiles, setMostMiles] = useState<number | null>(usualLimit);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const fits = data?.drivers.find(({ driverId }) => driverId === driver.id);
  const nets = useNetsWith(
    driver.id,
    (fits?.rows ?? []).map(({ load }) => load.id),
  );
  const { shown, beyond } = withinDeadhead(sortLoads(fits?.rows ?? [], sort, nets), mostMiles);
  const fitting = shown.filter(({ verdict }) => verdict === 'CAN' || verdict === 'LOOK');
  const chosen = shown.find(({ load }) => load.id === chosenId) ?? fitting[0];
  const name = driverName(driver);
  const empty = formatEmpty(driver, nowMs);

  return (
    <SideDrawer
      label={`Find a load for ${name}`}
      bar={<DrawerBar title="Find a load" beside={`for ${[name, driver.truckNumber].filter(Boolean).join(', ')}`} onClose={onClose} />}
      onClose={onClose}
    >
      <section className={classes.head}>
        <Avatar name={name} size={36} />
        <div>
          <h2>{isEmptyNow(driver, nowMs) ? `Empty in ${empty.second}` : `Empty ${empty.first.replace(/^Today/, 'today')}`}</h2>
          <p>{[isEmptyNow(driver, nowMs) ? undefined : empty.second, truckLine(driver)].filter(Boolean).join(' · ')}</p>
        </div>
      </section>
      <div className={classes.chips}>
        <FilterChip
          name="Deadhead up to"
          value={mostMiles === null ? 'any' : `${mostMiles} mi`}
          {...(mostMiles === null ? {} : { onRemove: () => setMostMiles(null) })}
          editor={(close) => (
            <FilterOptions
              label="Deadhead up to"
              isSingle
              options={mileLimits.map((miles) => ({ value: String(miles), label: `${miles} mi` }))}
              selected={mostMiles === null ? [] : [String(mostMiles)]}
              onChange={([miles]) => {
                setMostMiles(Number(miles));
                close();
              }}
            />
          )}
        />
      </div>
      <FindLoadMap driver={driver} rows={fitting} chosen={chosen} />
      <div className={classes.bar}>
        <p role="status">
          {fits === undefined ? (
            'Checking your open loads…'
          ) : (
            <>
              <b>{fitting.length === 1 ? '1 load fits' : `${fitting.length} loads fit`}</b>{' '}
              <span>{loadSorts.find(({ key }) => key === sort)?.says}</span>
            </>
          )}
        </p>
        <fieldset className={classes.sorts} aria-label="Sort">
          {loadSorts.map(({ key, title }) => (
            <button key={key} type="button" aria-pressed={key === sort} onClick={() => setSort(key)}>
              {title}
            </button>
          ))}
        </fieldset>
      </div>
      {fits !== undefined ? (
        <ul className={classes.rows}>
          {shown.map((row) => (
            <LoadRow
              key={row.load.id}
              row={row}
              net={nets.get(row.load.id)}
              nowMs={nowMs}
              isChosen={row === chosen}
              onChoose={() => setChosenId(row.load.id)}
              onAssign={() => onGive(driver, row)}
            />
          ))}
        </ul>
      ) : error === undefined || isFetching ? (
        <CardSkeleton count={4} />
      ) : (
        <div className={classes.none} role="alert">
          <p>{describeFailure(error).message}</p>
          <Button size="xs" variant="default" onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      )}
      {fits !== undefined && fits.rows.length === 0 ? (
        <p className={classes.none}>Every booked load has a driver. A load that you book without one appears here.</p>
      ) : null}
      {beyond > 0 ? (
        <p className={classes.none}>
          {beyond === 1 ? '1 load needs' : `${beyond} loads need`} more than {mostMiles} mi of deadhead.{' '}
          <button type="button" className={classes.link} onClick={() => setMostMiles(null)}>
            Show {beyond === 1 ? 'it' : 'them'}
          </button>
        </p>
      ) : null}
      <p className={classes.foot}>
        {data?.hasMore
          ? `Your booked loads without a driver. The ${data.looked} with the soonest pickup were checked. `
          : 'Your booked loads without a driver. '}
        <Link to={openLoadsPath}>See all of them</Link>
      </p>
    </SideDrawer>
  );
}

interface LoadRowProps {
  row: LoadFitRow;
  /** Undefined while it is computed. */
  net: LoadNet | undefined;
  nowMs: number;
  /** Drawn strong on the map. */
  isChosen: boolean;
  onChoose: () => void;
  onAssign: () => void;
}

function LoadRow({ row, net, nowMs, isChosen, onChoose, onAssign }: LoadRowProps) {
  const { load, verdict, fact, detail, deadhead } = row;
  const rate = ratePerMile(row);
  return (
    <li className={classes.row} data-verdict={verdict} data-chosen={isChosen || undefined} onPointerEnter={onChoose} onFocus={onChoose}>
      <p className={classes.lane}>
        <Link to={loadPath(load.id)}>
          <Lane from={`${load.pickupCity}, ${load.pickupState}`} to={`${load.deliveryCity}, ${load.deliveryState}`} />
        </Link>
        <b>{formatMoney(load.grossCents)}</b>
      </p>
      <p className={classes.facts}>
        <span>
          {formatLaneMiles(load.loadedMiles === 0 ? null : load.loadedMiles, deadhead?.miles ?? 0)} ·{' '}
          {formatStopWhen(load.pickupAt, load.pickupZone, nowMs)}
        </span>
        <span>
          {rate === null ? '–' : `$${rate.toFixed(2)} per mile`}
          {net === undefined ? null : (
            <>
              {' · '}
              <NetLine net={net} />
            </>
          )}
        </span>
      </p>
      <div className={classes.verdict}>
        <span className={classes.pill} data-verdict={verdict}>
          <FitMark verdict={verdict} /> {verdictLabels[verdict]}
        </span>
        <span className={classes.why} title={detail}>
          {fact}
        </span>
        <span className={classes.number}>{load.loadNumber}</span>
        <Button
          size="compact-sm"
          variant={verdict === 'CAN' ? 'filled' : 'default'}
          aria-label={`Assign ${load.loadNumber}`}
          onClick={onAssign}
        >
          Assign
        </Button>
      </div>
    </li>
  );
}
