import type { Driver } from '@headhaul/contracts/drivers';
import { useNavigate } from 'react-router';
import { formatMiles } from '../../../shared/format/distance.ts';
import { formatMoney } from '../../../shared/format/money.ts';
import { formatStopWhen } from '../../../shared/format/stop-time.ts';
import { FreightMapLazy } from '../../../shared/map/freight-map-lazy.tsx';
import { MapLegend } from '../../../shared/map/map-legend.tsx';
import type { MapMarker } from '../../../shared/map/map-model.ts';
import type { EmptySoon, NearLoad } from '../find-load/empty-match.ts';
import { dotTone, driverName, formatHome, formatPlace, isEmptyNow } from '../labels.ts';
import classes from './rail.module.css';

interface DriversRailProps {
  /** Undefined while loading. */
  drivers: readonly Driver[] | undefined;
  soon: EmptySoon;
  nowMs: number;
  onChoose: (driver: Driver, near: NearLoad) => void;
  onFind: (driver: Driver) => void;
}

/** Where the trucks get empty, and which booked loads pick up near there. */
export function DriversRail({ drivers, soon: { matches, more }, nowMs, onChoose, onFind }: DriversRailProps) {
  const navigate = useNavigate();
  const markers = (drivers ?? []).flatMap((driver): MapMarker[] => {
    const { id, readyLat, readyLng } = driver;
    if (readyLat === null || readyLng === null) return [];
    return [
      {
        key: id,
        kind: 'dot',
        at: { lat: readyLat, lng: readyLng },
        tone: dotTone(driver),
        title: [driver.truckNumber, driverName(driver), formatPlace(driver.readyCity, driver.readyState)]
          .filter((part) => part !== null)
          .join(', '),
        onClick: () => void navigate(`/dispatcher/my-drivers/${id}`),
      },
    ];
  });

  return (
    <div className={classes.rail}>
      <h2>Where trucks get empty</h2>
      <FreightMapLazy
        className={classes.map ?? ''}
        view="country"
        markers={markers}
        label={`${markers.length === 1 ? '1 truck' : `${markers.length} trucks`} on the map, each where it gets empty next.`}
      />
      <MapLegend />
      <h2 className={classes.second}>Empty in the next 24 h</h2>
      <p className={classes.line}>and booked loads that pick up near them</p>
      {drivers !== undefined && matches.length === 0 ? (
        <p className={classes.none}>No truck that needs a load gets empty by then.</p>
      ) : null}
      <ul className={classes.matches}>
        {matches.map(({ driver, near }) => (
          <li key={driver.id}>
            <p className={classes.pair}>
              <span className={classes.place}>
                {formatPlace(driver.readyCity, driver.readyState) ?? formatHome(driver) ?? 'Place not known'}
              </span>
              <span className={classes.who}>
                {shortName(driver)}, {formatWhen(driver, nowMs)}
              </span>
            </p>
            {near === null ? (
              <p className={classes.pair}>
                <span className={classes.none}>Nothing booked near</span>
                <button type="button" className={classes.act} onClick={() => onFind(driver)}>
                  Find load
                </button>
              </p>
            ) : (
              <p className={classes.pair}>
                <button type="button" className={classes.load} onClick={() => onChoose(driver, near)}>
                  {near.load.pickupCity} → {near.load.deliveryCity}, {formatMoney(near.load.grossCents)}
                  <span className={classes.spoken}>, assign to {driverName(driver)}</span>
                </button>
                <span className={classes.miles}>{formatMiles(near.miles)} DH</span>
              </p>
            )}
          </li>
        ))}
      </ul>
      {more > 0 ? <p className={classes.line}>{more} more get empty by then.</p> : null}
    </div>
  );
}

/** "Nate F." */
function shortName({ name, familyName }: Driver): string {
  return familyName === '' ? name : `${name} ${familyName.slice(0, 1)}.`;
}

function formatWhen(driver: Driver, nowMs: number): string {
  if (driver.readyAt === null || isEmptyNow(driver, nowMs)) return 'now';
  return formatStopWhen(driver.readyAt, driver.readyZone ?? 'America/Chicago', nowMs).replace(/^Today /, '');
}
