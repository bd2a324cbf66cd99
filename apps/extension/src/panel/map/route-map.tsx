import type { PostingRoute } from '@headhaul/contracts/boards/postings';
import type { BoardLoad } from '@headhaul/domain/boards/board-load';
import { toPlane } from '@headhaul/domain/map/albers';
import { placeLabels } from '@headhaul/domain/map/label-places';
import outline from '@headhaul/domain/map/us-outline.json';
import { fitView, place } from '@headhaul/domain/map/view';
import { readPolyline } from '@headhaul/domain/roads/polyline';
import type { DriverChoice } from '../messages.ts';
import { formatPlace } from '../view/load-facts.ts';
import { Answered } from '../view/parts.tsx';
import type { ChosenDriver } from '../view/use-driver.ts';
import { useQuestion } from '../view/use-panel.ts';

/** The panel's usual width. The drawing grows and shrinks with the panel, so nothing is measured. */
const size = { width: 344, height: 190 };
const padding = 30;
/** In pixels per unit of the outline: about 550 miles across at the closest. */
const closest = 1.9;
/** The outline's paths have five steps a unit. */
const outlineScale = 1 / 5;

type Driver = DriverChoice['drivers'][number];

const initialsOf = (name: string) =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');

/** What the drawing shows, in words. */
function describe({ truck, isByRoad }: PostingRoute, load: BoardLoad, driver: Driver | null): { label: string; caption: string } {
  const lane = `Route from ${formatPlace(load.origin)} to ${formatPlace(load.destination)}`;
  const place = driver === null || driver.readyCity === null ? null : [driver.readyCity, driver.readyState].filter(Boolean).join(', ');
  const deadhead =
    driver === null || truck === null ? '' : `Dashed: deadhead from ${place ?? 'where the truck is'}, where ${driver.name} is empty.`;
  const unknown = driver !== null && truck === null ? `Where ${driver.name} will be empty isn’t known.` : '';
  const straight = isByRoad ? '' : 'A straight line where no road is known.';
  const caption = [deadhead, unknown, straight].filter((part) => part !== '').join(' ');
  return { label: [`${lane}.`, caption].filter((part) => part !== '').join(' '), caption };
}

function Drawing({ route, load, driver }: { route: PostingRoute; load: BoardLoad; driver: Driver | null }) {
  const lines = { loaded: route.loadedLine, deadhead: route.deadheadLine ?? '' };
  const loaded = readPolyline(lines.loaded).map(toPlane);
  const deadhead = readPolyline(lines.deadhead).map(toPlane);
  const [pickup, delivery, truck] = [toPlane(route.pickup), toPlane(route.delivery), route.truck && toPlane(route.truck)];
  const view = fitView([...loaded, ...deadhead, pickup, delivery, ...(truck === null ? [] : [truck])], size, padding, closest);
  const draw = (points: readonly (readonly [number, number])[]) =>
    points
      .map((point) => place(point, view))
      .map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`)
      .join(' ');
  const spots = { pickup: place(pickup, view), delivery: place(delivery, view), truck: truck && place(truck, view) };
  const labels = placeLabels(
    [
      ...(spots.truck === null ? [] : [{ key: 'truck', text: '', ...spots.truck, reach: 14 }]),
      { key: 'pickup', text: load.origin.city ?? '', ...spots.pickup, reach: 5 },
      { key: 'delivery', text: load.destination.city ?? '', ...spots.delivery, reach: 5 },
    ],
    size,
  );
  const { label, caption } = describe(route, load, driver);
  return (
    <figure className="map">
      <svg viewBox={`0 0 ${size.width} ${size.height}`} role="img" aria-label={label}>
        <g transform={`translate(${view.x} ${view.y}) scale(${view.scale * outlineScale})`}>
          <path className="map-land" d={outline.land} />
          <path className="map-border" d={outline.borders} />
        </g>
        <polyline className="map-casing" points={draw(loaded)} />
        <polyline className="map-loaded" points={draw(loaded)} />
        {deadhead.length === 0 ? null : <polyline className="map-deadhead" points={draw(deadhead)} />}
        <circle className="map-pickup" cx={spots.pickup.x} cy={spots.pickup.y} r={4.5} />
        <circle className="map-delivery" cx={spots.delivery.x} cy={spots.delivery.y} r={4.5} />
        {spots.truck === null || driver === null ? null : (
          <g transform={`translate(${spots.truck.x.toFixed(1)} ${spots.truck.y.toFixed(1)})`}>
            <rect className="map-tag" x={-13} y={-9} width={26} height={18} rx={4} />
            <text className="map-tag-text" dy="0.35em" textAnchor="middle">
              {initialsOf(driver.name)}
            </text>
          </g>
        )}
        {labels.map(({ key, text, x, y, anchor }) => (
          <text key={key} className="map-label" x={x} y={y} dy="0.35em" textAnchor={anchor}>
            {text}
          </text>
        ))}
      </svg>
      {caption === '' ? null : (
        // The drawing's name says the same.
        <figcaption className="line quiet" aria-hidden="true">
          {caption}
        </figcaption>
      )}
    </figure>
  );
}

/** Where the load goes, and from where the driver comes to its pickup. Drawn here: no map service learns of the lane. */
export function RouteMap({ load, drivers }: { load: BoardLoad; drivers: ChosenDriver }) {
  const { driverId } = drivers;
  const { origin, destination } = load;
  const isNamed = [origin, destination].every(({ city, state }) => city !== null && state !== null);
  const ends = {
    origin: { city: origin.city, state: origin.state, zip: origin.zip },
    destination: { city: destination.city, state: destination.state, zip: destination.zip },
  };
  // Who was chosen is known first, so that the way isn't asked for twice.
  const route = useQuestion<'panel:route'>(drivers.answer === null || !isNamed ? null : { type: 'panel:route', ...ends, driverId });
  const driver = drivers.answer?.ok === true ? (drivers.answer.value.drivers.find(({ id }) => id === driverId) ?? null) : null;
  if (!isNamed) return null;
  return (
    <div className="map-place">
      <Answered question={route} what="the map">
        {({ route: found }) =>
          found === null ? (
            <p className="line quiet">No map: we don’t know one of these cities.</p>
          ) : (
            <Drawing route={found} load={load} driver={driver} />
          )
        }
      </Answered>
    </div>
  );
}
