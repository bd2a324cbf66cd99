import type { Driver } from '@headhaul/contracts/drivers';
import type { LoadFitRow } from '@headhaul/contracts/fit';
import { readPolyline } from '@headhaul/domain/roads/polyline';
import { useDebouncedValue } from '@mantine/hooks';
import { useNavigate } from 'react-router';
import { formatMiles } from '../../../shared/format/distance.ts';
import { formatMoney } from '../../../shared/format/money.ts';
import { formatStopWhen } from '../../../shared/format/stop-time.ts';
import { FreightMapLazy } from '../../../shared/map/freight-map-lazy.tsx';
import { MapLegend } from '../../../shared/map/map-legend.tsx';
import type { MapLeg, MapMarker } from '../../../shared/map/map-model.ts';
import { useLocatedPlaces } from '../../places/places.api.ts';
import { useMeasuredRoute } from '../../roads/roads.api.ts';
import type { EmptyMatch } from '../find-load/empty-soon.ts';
import { dotTone, driverName, formatHome, formatPlace, isEmptyNow } from '../labels.ts';
import classes from './rail.module.css';

/** A pointer that passes over the rows asks for no roads. */
const restMs = 200;

interface DriversRailProps {
  /** Undefined while loading. */
  drivers: readonly Driver[] | undefined;
  matches: readonly EmptyMatch[];
  /** How many more get empty by then. */
  more: number;
  nowMs: number;
  /** The driver whose row or dot is pointed at. */
  hotId: string | null;
  onHot: (driverId: string | null) => void;
  onChoose: (driver: Driver, row: LoadFitRow) => void;
  onFind: (driver: Driver) => void;
}

/** Where the trucks get empty, and which booked loads pick up near there. */
export function DriversRail({ drivers, matches, more, nowMs, hotId, onHot, onChoose, onFind }: DriversRailProps) {
  const navigate = useNavigate();
  const [restedId] = useDebouncedValue(hotId, restMs);
  const legs = useLegs(drivers?.find(({ id }) => id === restedId));
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
        ...(id === hotId ? { isHot: true, label: [driver.truckNumber, driver.name].filter(Boolean).join(' ') } : {}),
        onHover: (isOver) => onHot(isOver ? id : null),
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
        legs={legs}
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
                {near.deadhead === null ? null : <span className={classes.miles}>{formatMiles(near.deadhead.miles)} DH</span>}
              </p>
            )}
          </li>
        ))}
      </ul>
      {more > 0 ? <p className={classes.line}>{more} more get empty by then.</p> : null}
    </div>
  );
}

/** The road of the load that this driver hauls now. */
function useLegs(driver: Driver | undefined): MapLeg[] {
  const load = driver?.currentLoad ?? null;
  const ends = load === null ? [] : [`${load.pickupCity}, ${load.pickupState}`, `${load.deliveryCity}, ${load.deliveryState}`];
  const located = useLocatedPlaces(ends);
  const stops = ends.flatMap((label) => located[label] ?? []).map(({ lat, lng }) => ({ lat, lng }));
  const lines = useMeasuredRoute(stops)?.lines;
  if (stops.length < 2) return [];
  return [{ kind: 'ahead', points: lines?.flatMap(readPolyline) ?? stops }];
}

/** "Nate F." */
function shortName({ name, familyName }: Driver): string {
  return familyName === '' ? name : `${name} ${familyName.slice(0, 1)}.`;
}

function formatWhen(driver: Driver, nowMs: number): string {
  if (driver.readyAt === null || isEmptyNow(driver, nowMs)) return 'now';
  return formatStopWhen(driver.readyAt, driver.readyZone ?? 'America/Chicago', nowMs).replace(/^Today /, '');
}
