import type { Driver } from '@headhaul/contracts/drivers';
import type { FitRow } from '@headhaul/contracts/fit';
import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { formatMoney, formatRpmMoney } from '../../../shared/format/money.ts';
import { modKeys } from '../../../shared/keyboard/mod-keys.ts';
import { Avatar } from '../../../shared/list/rows/avatar.tsx';
import { FreightMapLazy } from '../../../shared/map/freight-map-lazy.tsx';
import type { LoadRoute } from '../details/route.ts';
import { formatFitLine } from './draft-fits.ts';
import type { FormFigures } from './figures.ts';
import classes from './summary.module.css';

interface SummaryProps {
  figures: FormFigures;
  route: LoadRoute;
  driver: Driver | null;
  /** The best driver who can make it. Null when it has a driver, and when nobody can or that isn't known. */
  suggested: FitRow | null;
  onAssign: (row: FitRow) => void;
  left: readonly string[];
  action: string;
  isSaving: boolean;
  onSave: () => void;
}

const saveKeys = modKeys('↵');

/** The figures of the load while it is typed, and what it still needs. */
export function Summary({ figures, route, driver, suggested, onAssign, left, action, isSaving, onSave }: SummaryProps) {
  return (
    <aside className={classes.card} aria-label="Summary">
      <FreightMapLazy {...route} className={classes.map ?? ''} />
      <div className={classes.big}>
        <span>Gross</span>
        <span>RPM, all miles</span>
        <b>{formatMoney(figures.grossCents)}</b>
        <b>{formatRpmMoney(figures.rpm)}</b>
      </div>
      <Floor rpm={figures.rpm} driver={driver} />
      <dl className={classes.ledger}>
        <Line name="Linehaul" amount={figures.linehaulCents} />
        {figures.fuelSurchargeCents === 0 ? null : <Line name="Fuel surcharge" amount={figures.fuelSurchargeCents} />}
        {figures.driverPayCents === null ? null : <Line name="Driver pay" note={figures.driverPayNote} amount={-figures.driverPayCents} />}
        {figures.factoringCents === 0 ? null : (
          <Line name="Factoring" note={`${figures.factoringFeeBps / 100}%`} amount={-figures.factoringCents} />
        )}
        <div className={classes.total}>
          <dt>{figures.driverPayCents === null ? 'Before driver pay' : 'Your cut'}</dt>
          <dd>{formatMoney(figures.cutCents)}</dd>
        </div>
      </dl>
      <p className={classes.note}>
        Fuel and tolls not included
        {formatMilesNote(figures.loadedSource)}
      </p>
      {suggested === null ? null : (
        <div className={classes.suggested}>
          <Avatar name={suggested.name} size={28} />
          <span className={classes.who}>
            <b>
              {suggested.name} <span>{suggested.truckNumber}</span>
            </b>
            <span>{formatFitLine(suggested)}</span>
          </span>
          <Button size="xs" variant="default" aria-label={`Assign ${suggested.name}`} onClick={() => onAssign(suggested)}>
            Assign
          </Button>
        </div>
      )}
      <div className={classes.foot}>
        {left.length === 0 ? null : (
          <p className={classes.left}>
            <IconAlertTriangle size={15} stroke={2} aria-hidden="true" />
            {left.length === 1 ? '1 thing left: ' : `${left.length} things left: `}
            {left.join(', ')}
          </p>
        )}
        <Button size="md" fullWidth loading={isSaving} onClick={onSave}>
          {action}
          <kbd className={classes.keys}>{saveKeys}</kbd>
        </Button>
      </div>
    </aside>
  );
}

function Line({ name, note, amount }: { name: string; note?: string | null; amount: number }) {
  return (
    <div>
      <dt>
        {name}
        {note == null ? null : <span>{note}</span>}
      </dt>
      <dd>{formatMoney(amount)}</dd>
    </div>
  );
}

/** Compares the rate per mile with the driver's minimum. Draws nothing when the driver has no minimum. */
function Floor({ rpm, driver }: { rpm: number | null; driver: Driver | null }) {
  const floor = driver?.minRpmCents ?? null;
  if (floor === null || floor === 0 || rpm === null) return null;
  // The minimum is at two fifths of the scale, so that there is more room on the good side.
  const share = Math.min(Math.max((rpm / floor) * 0.4, 0.02), 0.98);
  const over = rpm - floor;
  return (
    <div className={classes.floor}>
      <div className={classes.scale} aria-hidden="true">
        <span style={{ left: `${share * 100}%` }} />
      </div>
      <p>
        <span>
          {driver?.name}’s floor {formatRpmMoney(floor)}
        </span>
        <b data-tone={over < 0 ? 'bad' : 'good'}>
          {over < 0 ? '−' : '+'}
          {formatRpmMoney(Math.abs(over))}
        </b>
      </p>
    </div>
  );
}

/** Continues "Fuel and tolls not included". */
function formatMilesNote(source: FormFigures['loadedSource']): string {
  switch (source) {
    case 'ESTIMATE':
      return ', miles are estimated';
    case 'OWN_LOADS':
      return ', miles as on your past loads';
    case 'NETWORK':
      return ', highway miles';
    default:
      return '';
  }
}
