import type { LoadProfit } from '@headhaul/contracts/profit';
import { formatDollars } from '@headhaul/domain/format-money';
import { Link } from 'react-router';
import { formatRpmMoney } from '../../shared/format/money.ts';
import { useSession } from '../../shared/session/session-store.ts';
import classes from './profit-parts.module.css';
import { RateScale, ScaleNote } from './rate-scale.tsx';

/** Where the owner sets floor, target, mpg and the rest. */
const ratesPath = '/dispatcher/account-team/company#rates-and-costs';

interface FiguresProps {
  grossCents: number | null;
  /** Cents a mile over all miles, or over the loaded ones. */
  rpm: number | null;
  /** The deadhead isn't known. */
  isLoadedRpm: boolean;
  netPerDayCents: number | null;
}

/** The three figures of a load in large type. A dash is not known. */
export function ProfitFigures({ grossCents, rpm, isLoadedRpm, netPerDayCents }: FiguresProps) {
  return (
    <dl className={classes.figures}>
      <div>
        <dt>Gross</dt>
        <dd>{grossCents === null ? '–' : formatDollars(grossCents)}</dd>
      </div>
      <div>
        <dt>{isLoadedRpm ? 'RPM, loaded' : 'RPM, all miles'}</dt>
        <dd>{formatRpmMoney(rpm)}</dd>
      </div>
      <div>
        <dt>Net a day</dt>
        <dd data-below={(netPerDayCents ?? 0) < 0 || undefined}>{netPerDayCents === null ? '–' : formatDollars(netPerDayCents)}</dd>
      </div>
    </dl>
  );
}

/** Scale, ledger and how both were made. */
export function ProfitBody({ profit }: { profit: LoadProfit }) {
  const { scale, ledger, dieselSource, trip, days } = profit;
  const canChange = useSession()?.isTeamOwner === true;
  const facts = [days === null ? null : trip, dieselSource].filter((fact) => fact !== null).join('. ');
  return (
    <>
      <div className={classes.scale}>
        <RateScale scale={scale} />
      </div>
      <dl className={classes.ledger} aria-label="Ledger">
        {ledger.map(({ name, note, amount, isKnown }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: Two fees of a kind have the same name, and rows never change places.
          <div key={index} className={index === ledger.length - 1 ? classes.total : undefined} data-unknown={isKnown ? undefined : true}>
            <dt>
              {name}
              {note === null ? null : <span>{note}</span>}
            </dt>
            <dd>{amount}</dd>
          </div>
        ))}
      </dl>
      <p className={classes.how}>
        <ScaleNote note={scale.note} />
        {scale.note === '' ? '' : ' '}
        {facts === '' ? null : `${facts}. `}
        {canChange ? <Link to={ratesPath}>Change</Link> : null}
      </p>
    </>
  );
}

/** In place of the figures while they are computed for the first time. */
export function ProfitSkeleton() {
  return (
    <div className={classes.skeleton} aria-busy="true">
      <i />
      <i />
      <i />
      <i />
      <i />
    </div>
  );
}

/** In place of the figures that could not be loaded. */
export function ProfitError({ onRetry }: { onRetry: () => void }) {
  return (
    <p className={classes.error} role="alert">
      Couldn’t work out the profit.{' '}
      <button type="button" onClick={onRetry}>
        Try again
      </button>
    </p>
  );
}
