import type { LoadProfit } from '@headhaul/contracts/profit';
import { formatDollars } from '@headhaul/domain/format-money';
import { scalePlaces } from '@headhaul/domain/profit/scale-places';
import { IconAlertTriangleFilled, IconCircleCheckFilled, IconInfoCircle } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import classes from './rate-scale.module.css';

const verdictIcons = {
  good: IconCircleCheckFilled,
  'under-target': IconAlertTriangleFilled,
  'under-floor': IconAlertTriangleFilled,
  unknown: IconInfoCircle,
};

/** Floor, target and ask on a ruler with the load's own rate, and one sentence that says the same. */
export function RateScale({ scale }: { scale: LoadProfit['scale'] }) {
  const { marks, ownAt, amberFrom, greenFrom } = scalePlaces(scale);
  const { tone, text } = scale.verdict;
  const Icon = verdictIcons[tone];
  const [first = '', ...rest] = text.split(', ');
  return (
    <div className={classes.scale}>
      {marks.length === 0 ? null : (
        <>
          <div className={classes.ruler} aria-hidden="true">
            {ownAt === null || scale.rateCents === null ? null : (
              <span className={classes.own} style={{ '--at': `${ownAt}%` } as CSSProperties} data-side={sideOf(ownAt)}>
                <b className={classes.label}>This load {formatDollars(scale.rateCents)}</b>
              </span>
            )}
            <div className={classes.bar} style={{ '--amber': `${amberFrom}%`, '--green': `${greenFrom}%` } as CSSProperties}>
              {marks.map(({ name, at }) => (
                <i key={name} style={{ left: `${at}%` }} />
              ))}
            </div>
          </div>
          <dl className={classes.marks}>
            {marks.map(({ name, cents, labelAt }) => (
              <div key={name} style={{ left: `${labelAt}%` }}>
                <dt>{name}</dt>
                <dd>{formatDollars(cents)}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      <p className={classes.verdict} data-tone={tone}>
        <Icon size={15} stroke={1.75} aria-hidden="true" />
        <span>
          <b>{first}</b>
          {rest.length === 0 ? '' : `, ${rest.join(', ')}`}
        </span>
      </p>
    </div>
  );
}

/** At an edge the label is beside its mark, not over it. */
function sideOf(at: number): 'left' | 'middle' | 'right' {
  if (at < 20) return 'left';
  return at > 80 ? 'right' : 'middle';
}

/** How each mark was made. The names of the marks are bold. */
export function ScaleNote({ note }: { note: string }) {
  return note.split(/\b(Floor|Target|Ask)(?= is )/).map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: The parts of one text never change places.
    index % 2 === 1 ? <b key={index}>{part}</b> : part,
  );
}
