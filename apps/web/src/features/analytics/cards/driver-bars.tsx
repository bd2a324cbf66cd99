import { deadheadShareOf, rpmOf } from '@headhaul/domain/loads/money';
import { atMostShort, whyAtMost } from '../../../shared/format/known-miles.ts';
import { formatRpm } from '../../../shared/format/money.ts';
import { formatShareText, wholeMoney } from '../figure-labels.ts';
import type { DriverFigures } from '../use-analytics.ts';
import card from './card.module.css';
import { CardNote } from './card-note.tsx';
import classes from './driver-bars.module.css';

/** A share of empty miles above this is marked as high. */
const highDeadhead = 0.12;

interface DriverBarsProps {
  drivers: readonly DriverFigures[] | null | undefined;
  onDriver: (id: string) => void;
  onRetry: () => void;
}

/** Every driver of the period, the highest gross first. */
export function DriverBars({ drivers, onDriver, onRetry }: DriverBarsProps) {
  const highest = Math.max(...(drivers?.map(({ grossCents }) => grossCents) ?? []), 1);
  return (
    <div className={`${card.card} ${classes.card}`}>
      <header className={card.head}>
        <h2 id="drivers-title">Gross by driver</h2>
        <span className={classes.columns} aria-hidden="true">
          <span title="Gross divided by all miles">RPM</span>
          <span title="Deadhead miles divided by all miles; red above 12%">DH</span>
        </span>
      </header>
      {drivers?.length ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: A scrolling area must be reachable by keyboard.
        <section className={classes.scroll} tabIndex={0} aria-labelledby="drivers-title">
          <table className={classes.rows}>
            <thead className={classes.spoken}>
              <tr>
                <th scope="col">Driver</th>
                <th scope="col">Gross</th>
                <th scope="col">RPM, all miles</th>
                <th scope="col">Deadhead</th>
              </tr>
            </thead>
            <tbody>
              {drivers.map((driver) => (
                <DriverRow key={driver.driverId ?? 'nobody'} driver={driver} highest={highest} onDriver={onDriver} />
              ))}
            </tbody>
          </table>
        </section>
      ) : (
        <CardNote rows={drivers} onRetry={onRetry} />
      )}
    </div>
  );
}

function DriverRow({ driver, highest, onDriver }: { driver: DriverFigures; highest: number; onDriver: (id: string) => void }) {
  const { driverId, driverName } = driver;
  const share = deadheadShareOf(driver);
  const rpm = rpmOf(driver);
  return (
    <tr>
      <th scope="row" title={driverName ?? undefined}>
        {driverId === null ? (
          <span className={classes.nobody}>No driver yet</span>
        ) : (
          <button type="button" onClick={() => onDriver(driverId)}>
            {driverName ?? 'Former driver'}
          </button>
        )}
      </th>
      <td className={classes.gross}>
        <span className={classes.bar} style={{ width: `${Math.max((driver.grossCents / highest) * 100, 0)}%` }} />
        <b>{wholeMoney(driver.grossCents)}</b>
      </td>
      <td className={classes.rpm} title={whyAtMost(driver)}>
        {atMostShort(formatRpm(rpm === null ? null : rpm * 100), driver)}
      </td>
      <td className={classes.deadhead} data-high={(share !== null && share > highDeadhead) || undefined}>
        {atMostShort(formatShareText(share), driver)}
      </td>
    </tr>
  );
}
