import type { Driver } from '@headhaul/contracts/drivers';
import { Popover } from '@mantine/core';
import { Link } from 'react-router';
import { formatMiles } from '../../../shared/format/distance.ts';
import { formatMoney } from '../../../shared/format/money.ts';
import { formatStopWhen } from '../../../shared/format/stop-time.ts';
import { Lane } from '../../../shared/list/rows/two-line.tsx';
import { driverName, formatHome } from '../labels.ts';
import table from '../list/table.module.css';
import type { NearLoad } from './empty-match.ts';
import classes from './find-load.module.css';

const openLoadsPath = '/dispatcher/my-loads?nodriver=1';
const shownLoads = 4;

interface FindLoadProps {
  driver: Driver;
  near: (driver: Driver) => NearLoad[];
  isOpen: boolean;
  nowMs: number;
  onOpen: (isOpen: boolean) => void;
  onChoose: (driver: Driver, near: NearLoad) => void;
}

/** The booked loads without a driver that pick up nearest to where this truck gets empty. */
export function FindLoad({ driver, near, isOpen, nowMs, onOpen, onChoose }: FindLoadProps) {
  return (
    <Popover opened={isOpen} onChange={onOpen} position="bottom-start" offset={4} width={340} trapFocus returnFocus>
      <Popover.Target>
        <button
          type="button"
          className={table.find}
          onClick={(event) => {
            event.stopPropagation();
            onOpen(!isOpen);
          }}
        >
          Find load
        </button>
      </Popover.Target>
      <Popover.Dropdown className={classes.box} onClick={(event) => event.stopPropagation()}>
        {isOpen ? <NearLoads driver={driver} loads={near(driver).slice(0, shownLoads)} nowMs={nowMs} onChoose={onChoose} /> : null}
      </Popover.Dropdown>
    </Popover>
  );
}

function NearLoads({ driver, loads, nowMs, onChoose }: { driver: Driver; loads: NearLoad[] } & Pick<FindLoadProps, 'nowMs' | 'onChoose'>) {
  const place = driver.readyCity ?? formatHome(driver) ?? 'where it gets empty';
  return (
    <>
      <p className={classes.title}>
        {loads.length === 0
          ? driver.readyLat === null && formatHome(driver) === null
            ? `Say where ${driverName(driver)} gets empty, and loads near it stand here.`
            : `Nothing booked without a driver can be reached from ${place}.`
          : `Booked without a driver, nearest to ${place}`}
      </p>
      <ul className={classes.loads}>
        {loads.map((near) => (
          <li key={near.load.id}>
            <button type="button" className={classes.load} onClick={() => onChoose(driver, near)}>
              <b>
                <Lane from={near.load.pickupCity} to={near.load.deliveryCity} />
              </b>
              <b className={classes.rate}>{formatMoney(near.load.grossCents)}</b>
              <span>{formatStopWhen(near.load.pickupAt, near.load.pickupZone, nowMs)}</span>
              <span className={classes.miles}>{formatMiles(near.miles)} DH</span>
            </button>
          </li>
        ))}
      </ul>
      <Link to={openLoadsPath} className={classes.all}>
        All loads without a driver
      </Link>
    </>
  );
}
