import { formatCents, formatDollars, formatMoney } from '../format-money.ts';
import { formatBefore } from './format-profit.ts';
import { fewestLaneLoads, laneDays, type RateMark, type RateScale } from './rate-scale.ts';

function formatFloor(floor: RateMark, { before }: RateScale): string {
  switch (floor.by) {
    case 'PER_MILE':
      return `Floor is ${formatCents(floor.perMileCents)} a mile.`;
    case 'NET_PER_DAY':
      return `Floor is break-even${formatBefore(before)} plus ${formatMoney(floor.perDayCents)} a day.`;
    default:
      return `Floor is break-even${formatBefore(before)}.`;
  }
}

function formatTarget(target: RateMark): string {
  switch (target.by) {
    case 'PER_MILE':
      return `Target is ${formatCents(target.perMileCents)} a mile.`;
    case 'NET_PER_DAY':
      return `Target is ${formatMoney(target.perDayCents)} net a day.`;
    default:
      return 'Target is the floor, because your goal is below it.';
  }
}

function formatAsk(ask: NonNullable<RateScale['ask']>): string {
  const lane = `on this lane in ${laneDays} days`;
  if (ask.by === 'LANE') return `Ask is what the best quarter of your ${ask.laneLoads} loads ${lane} paid.`;
  const reason = ask.laneLoads < fewestLaneLoads ? `you have fewer than ${fewestLaneLoads} loads ${lane}` : 'this lane paid less';
  return `Ask is ${Number((ask.marginBps / 100).toFixed(2))}% over target: ${reason}.`;
}

/** How each mark was made: "Floor is break-even. Target is $2.65 a mile." */
export function formatScaleNote(scale: RateScale): string {
  const { floor, target, ask } = scale;
  return [
    ...(floor === null ? [] : [formatFloor(floor, scale)]),
    ...(target === null ? [] : [formatTarget(target)]),
    ...(ask === null ? [] : [formatAsk(ask)]),
  ].join(' ');
}

/** What the rate of the load means: a tone for its mark, and one sentence. */
export interface RateVerdict {
  tone: 'under-floor' | 'under-target' | 'good' | 'unknown';
  text: string;
}

/** Differences are those of the whole dollars on the screen. */
export function rateVerdict({ rateCents, floor, target, ask }: RateScale): RateVerdict {
  if (rateCents === null) return { tone: 'unknown', text: 'Enter a rate' };
  const apart = (mark: { rateCents: number }) => Math.abs(Math.round(rateCents / 100) - Math.round(mark.rateCents / 100)) * 100;
  if (floor !== null && rateCents < floor.rateCents) return { tone: 'under-floor', text: `${formatDollars(apart(floor))} under floor` };
  if (target === null) {
    return floor === null
      ? { tone: 'unknown', text: 'No target set' }
      : { tone: 'good', text: `${formatDollars(apart(floor))} over floor, no target set` };
  }
  if (rateCents < target.rateCents) return { tone: 'under-target', text: `${formatDollars(apart(target))} under target` };
  const more = ask !== null && rateCents < ask.rateCents ? `, ${formatDollars(apart(ask))} under what you could ask` : '';
  return { tone: 'good', text: `${formatDollars(apart(target))} over target${more}` };
}
