import type { Driver } from '@headhaul/contracts/drivers';
import { IconPhone } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatMoney } from '../../../shared/format/money.ts';
import { Avatar } from '../../../shared/list/rows/avatar.tsx';
import { driverName, expiryNotices, formatEmpty, formatUnderWay, loadLane, needsLoad, truckLine } from '../labels.ts';
import { DriverStatusMenu } from '../status-menu.tsx';
import classes from './cards.module.css';

interface DriverCardsProps {
  drivers: readonly Driver[];
  nowMs: number;
  today: string;
  timeZone: string;
  finder: (driver: Driver) => ReactNode;
}

/** The list on a phone: the driver, where they get empty, and a button to call them. */
export function DriverCards({ drivers, nowMs, today, timeZone, finder }: DriverCardsProps) {
  return (
    <ul className={classes.cards}>
      {drivers.map((driver) => {
        const name = driverName(driver);
        const empty = formatEmpty(driver, nowMs);
        const [warning] = expiryNotices(driver, today);
        return (
          <li key={driver.id} className={classes.card}>
            <Link to={`/dispatcher/my-drivers/${driver.id}`} className={classes.who}>
              <Avatar name={name} size={36} />
              <span>
                <b>{name}</b>
                <span className={classes.under}>{truckLine(driver)}</span>
              </span>
            </Link>
            <DriverStatusMenu driver={driver} timeZone={timeZone} size="free" />
            {driver.phone === null ? (
              <span />
            ) : (
              <a href={`tel:${driver.phone}`} className={classes.call} aria-label={`Call ${name}`}>
                <IconPhone size={20} stroke={1.75} aria-hidden="true" />
              </a>
            )}
            <div className={classes.empty}>
              <b>{empty.first}</b>
              <span data-tone={empty.tone}>{empty.second}</span>
              <Next driver={driver} nowMs={nowMs} finder={finder} />
              {warning === undefined ? null : <span data-tone={warning.tone === 'plain' ? undefined : warning.tone}>{warning.words}</span>}
            </div>
            <div className={classes.week}>
              <b>{driver.weekGrossCents === 0 ? '–' : formatMoney(driver.weekGrossCents)}</b>
              <span>this week</span>
            </div>
          </li>
        );
      })}
    </ul>
  );
}

function Next({ driver, nowMs, finder }: Pick<DriverCardsProps, 'nowMs' | 'finder'> & { driver: Driver }) {
  if (driver.currentLoad !== null) {
    const { second, tone } = formatUnderWay(driver.currentLoad, nowMs);
    return (
      <span data-tone={tone}>
        {loadLane(driver.currentLoad)}
        {second === undefined ? '' : `, ${tone === undefined ? second.charAt(0).toLowerCase() + second.slice(1) : second}`}
      </span>
    );
  }
  if (driver.nextLoad !== null) return <span>Next: {loadLane(driver.nextLoad)}</span>;
  return needsLoad(driver) ? finder(driver) : null;
}
