import type { Driver } from '@headhaul/contracts/drivers';
import { Link } from 'react-router';
import { formatPhone } from '../../../shared/format/phone.ts';
import { formatStopMoment, formatStopWhen } from '../../../shared/format/stop-time.ts';
import { TwoLine } from '../../../shared/list/rows/two-line.tsx';
import { type CellText, expiryNotices, formatEmpty, formatNowOn, shortWarning } from '../labels.ts';
import classes from './table.module.css';

/** The address that opens a load beside the list of loads. */
export function loadPath(id: string): string {
  return `/dispatcher/my-loads?load=${id}`;
}

function Quiet({ words }: { words: string }) {
  return <span className={classes.quiet}>{words}</span>;
}

function lines({ first, second, tone, isQuiet }: CellText) {
  return {
    first: isQuiet ? <Quiet words={first} /> : first,
    ...(second === undefined ? {} : { second }),
    ...(tone === undefined ? {} : { tone }),
  };
}

export function EmptyCell({ driver, nowMs }: { driver: Driver; nowMs: number }) {
  const words = formatEmpty(driver, nowMs);
  return <TwoLine {...lines(words)} isStrong={words.isQuiet !== true} />;
}

export function NowCell({ driver, nowMs }: { driver: Driver; nowMs: number }) {
  const words = formatNowOn(driver, nowMs);
  if (driver.currentLoad === null) return <TwoLine {...lines(words)} />;
  return (
    <TwoLine
      {...lines(words)}
      first={
        <Link to={loadPath(driver.currentLoad.id)} className={classes.load} onClick={(event) => event.stopPropagation()}>
          {words.first}
        </Link>
      }
    />
  );
}

export function NextLoad({ load, nowMs }: { load: NonNullable<Driver['nextLoad']>; nowMs: number }) {
  return (
    <TwoLine
      first={
        <Link to={loadPath(load.id)} className={classes.load} onClick={(event) => event.stopPropagation()}>
          → {load.deliveryCity}
        </Link>
      }
      second={
        <span title={formatStopMoment(load.pickupAt, load.pickupZone)}>
          {formatStopWhen(load.pickupAt, load.pickupZone, nowMs).replace(/ \S+$/, '')}
        </span>
      }
    />
  );
}

/** The phone number, and the documents that expire. */
export function ContactCell({ driver, today }: { driver: Driver; today: string }) {
  const [warning, ...others] = expiryNotices(driver, today);
  const more = others.length === 0 ? '' : `, ${others.length} more`;
  const second =
    warning === undefined
      ? {}
      : {
          second: <span title={`${warning.words}${more}`}>{shortWarning(warning.words)}</span>,
          ...(warning.tone === 'plain' ? {} : { tone: warning.tone }),
        };
  return (
    <TwoLine
      first={
        driver.phone === null ? (
          <Quiet words="No phone" />
        ) : (
          <a href={`tel:${driver.phone}`} className={classes.load} onClick={(event) => event.stopPropagation()}>
            {formatPhone(driver.phone)}
          </a>
        )
      }
      {...second}
    />
  );
}
