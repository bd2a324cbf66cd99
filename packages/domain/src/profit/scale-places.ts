/** What a scale shows. Null: there is no such rate. */
interface ScaleRates {
  rateCents: number | null;
  floorCents: number | null;
  targetCents: number | null;
  askCents: number | null;
}

export interface ScaleMark {
  name: 'Floor' | 'Target' | 'Ask';
  cents: number;
  /** Percent of the scale's width. */
  at: number;
  /** Where the label is. It stays clear of its neighbor. */
  labelAt: number;
}

export interface ScalePlaces {
  marks: ScaleMark[];
  /** Where the load's own rate is. Null without a rate or without any mark. */
  ownAt: number | null;
  /** Where amber begins and where green begins. */
  amberFrom: number;
  greenFrom: number;
}

/** The lowest mark and the highest one, as on a ruler with room on both sides. */
const lowestAt = 20;
const highestAt = 82;
/** The width of a label such as "$12,500", and how near to the edge its middle may be. */
const labelWidth = 21;
const labelEdge = 9;

/** Places on a straight ruler between the lowest and the highest mark. */
export function scalePlaces({ rateCents, floorCents, targetCents, askCents }: ScaleRates): ScalePlaces {
  const named = [
    { name: 'Floor' as const, cents: floorCents },
    { name: 'Target' as const, cents: targetCents },
    { name: 'Ask' as const, cents: askCents },
  ].flatMap(({ name, cents }) => (cents === null ? [] : [{ name, cents }]));
  const all = named.map(({ cents }) => cents);
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const placeOf = (cents: number) => {
    // With one mark the ruler has no scale of its own: a quarter of the rate is as wide as a third of it.
    const span = high > low ? high - low : Math.max(high, 1) / 2;
    const start = high > low ? lowestAt : 50;
    return start + ((cents - low) / span) * (highestAt - lowestAt);
  };
  const places = all.map(placeOf);
  const labels = spread(places);
  const marks = named.map((mark, index) => ({ ...mark, at: places[index] ?? 0, labelAt: labels[index] ?? 0 }));
  const atOf = (name: ScaleMark['name']) => marks.find((mark) => mark.name === name)?.at ?? null;
  const [floorAt, targetAt] = [atOf('Floor'), atOf('Target')];
  return {
    marks,
    ownAt: rateCents === null || marks.length === 0 ? null : Math.min(Math.max(placeOf(rateCents), 1), 99),
    amberFrom: floorAt ?? 0,
    greenFrom: targetAt ?? floorAt ?? 0,
  };
}

/** Moves labels apart, first to the right and then, at the edge, to the left. */
function spread(places: readonly number[]): number[] {
  const right: number[] = [];
  for (const place of places) right.push(Math.max(place, (right.at(-1) ?? Number.NEGATIVE_INFINITY) + labelWidth, labelEdge));
  const spreadOut: number[] = [];
  for (const place of right.toReversed()) {
    const next = spreadOut[0];
    spreadOut.unshift(Math.min(place, next === undefined ? 100 - labelEdge : next - labelWidth));
  }
  return spreadOut;
}
