import { type LoadFigures, rpmOf } from '@headhaul/domain/loads/money';
import { atMostShort, whyAtMost } from '../../../shared/format/known-miles.ts';
import { formatRpm } from '../../../shared/format/money.ts';
import { Lane } from '../../../shared/list/rows/two-line.tsx';
import { formatRpmText, wholeMoney } from '../figure-labels.ts';
import type { LaneFigures } from '../use-analytics.ts';
import card from './card.module.css';
import { TopCard } from './top-card.tsx';
import classes from './top-lanes.module.css';

/** A lane is marked as low when its RPM is this share below the office's average. */
const lowShare = 0.15;
/** In dollars a mile. Half of the bar stands for at least this much, so that a small difference does not look large. */
const leastSpread = 0.3;

interface TopLanesProps {
  lanes: readonly LaneFigures[] | null | undefined;
  totals: LoadFigures;
  onRetry: () => void;
}

/** The lanes that earned most, each compared with the office's average RPM. */
export function TopLanes({ lanes, totals, onRetry }: TopLanesProps) {
  const average = rpmOf(totals);
  const spread = Math.max(...(lanes ?? []).map((lane) => Math.abs((rpmOf(lane) ?? average ?? 0) - (average ?? 0))), leastSpread);
  return (
    <TopCard
      title="Top lanes"
      of="Lane"
      rows={lanes}
      onRetry={onRetry}
      last={{
        head:
          average === null ? (
            'RPM'
          ) : (
            <>
              RPM<span className={card.wide}>,</span> vs <span className={card.wide}>your </span>
              {formatRpmText(average)}
            </>
          ),
        help: 'Gross divided by all miles; red when 15% below your average',
        className: classes.rpm,
      }}
    >
      {(lane) => <LaneRow key={laneKey(lane)} lane={lane} average={average} spread={spread} />}
    </TopCard>
  );
}

function laneKey({ originCity, originState, destinationCity, destinationState }: LaneFigures): string {
  return [originCity, originState, destinationCity, destinationState].join('|');
}

function LaneRow({ lane, average, spread }: { lane: LaneFigures; average: number | null; spread: number }) {
  const rpm = rpmOf(lane);
  const difference = rpm === null || average === null ? 0 : rpm - average;
  const isLow = average !== null && rpm !== null && rpm <= average * (1 - lowShare);
  const half = `${Math.min(Math.abs(difference) / spread, 1) * 50}%`;
  return (
    <tr>
      <th scope="row">
        <Lane from={`${lane.originCity}, ${lane.originState}`} to={`${lane.destinationCity}, ${lane.destinationState}`} />
      </th>
      <td className={`${card.number} ${card.wide} ${card.quiet}`}>{lane.loads}</td>
      <td className={`${card.number} ${card.money}`}>{wholeMoney(lane.grossCents)}</td>
      <td>
        <span className={classes.cell} data-low={isLow || undefined}>
          <span className={classes.track} aria-hidden="true">
            <span
              className={classes.bar}
              data-side={difference < 0 ? 'below' : 'above'}
              style={difference < 0 ? { right: '50%', width: half } : { left: '50%', width: half }}
            />
          </span>
          <span className={classes.value} title={whyAtMost(lane)}>
            {atMostShort(formatRpm(rpm === null ? null : rpm * 100), lane)}
          </span>
        </span>
      </td>
    </tr>
  );
}
