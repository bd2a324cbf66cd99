import type { FitRow } from '@headhaul/contracts/fit';
import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { formatRpmMoney } from '../../../shared/format/money.ts';
import { modKeys } from '../../../shared/keyboard/mod-keys.ts';
import { Avatar } from '../../../shared/list/rows/avatar.tsx';
import { FitMark } from '../../fit/fit-mark.public.tsx';
import { ProfitBody, ProfitError, ProfitFigures, ProfitSkeleton } from '../../profit/profit-parts.public.tsx';
import type { LoadDraft } from './draft/draft.ts';
import { type Candidate, formatFitLine } from './draft-fits.ts';
import { useDraftProfit } from './draft-profit.ts';
import type { FormFigures } from './figures.ts';
import classes from './summary.module.css';

interface SummaryProps {
  draft: LoadDraft;
  /** The saved load that is changed. */
  loadId: string | null;
  figures: FormFigures;
  candidates: readonly Candidate[];
  /** The best driver who can make it. Null when it has a driver, and when nobody can or that isn't known. */
  suggested: FitRow | null;
  onAssign: (row: FitRow) => void;
  left: readonly string[];
  action: string;
  isSaving: boolean;
  onSave: () => void;
}

const saveKeys = modKeys('↵');
const nobody = '';

/** What the load brings while it is typed, whose figures these are, and what it still needs. */
export function Summary({ draft, loadId, figures, candidates, suggested, onAssign, left, action, isSaving, onSave }: SummaryProps) {
  const [picked, setPicked] = useState<{ of: string | null; driverId: string } | null>(null);
  const likely = draft.driverId ?? suggested?.driverId ?? nobody;
  // A choice counts until the load gets another driver.
  const driverId = picked !== null && picked.of === draft.driverId ? picked.driverId : likely;
  const { profit, isAsked, isError, retry } = useDraftProfit(draft, loadId, driverId === nobody ? null : driverId);
  const shown = candidates.find(({ driver }) => driver.id === driverId)?.driver ?? null;
  const allRpm = profit?.rpm == null ? figures.rpm : profit.rpm * 100;
  // Over all miles it is less, so a rate under the driver's least is under it in both.
  const rpm = allRpm ?? figures.loadedRpm;
  const gross = profit?.grossCents ?? figures.grossCents;
  return (
    <aside className={classes.card} aria-label="Profit">
      <div className={classes.head}>
        <h2>Profit</h2>
        <select
          aria-label="Figures for"
          value={driverId}
          onChange={(event) => setPicked({ of: draft.driverId, driverId: event.currentTarget.value })}
        >
          <option value={nobody}>{driverId === nobody ? (profit?.basis ?? 'No driver') : 'Company average'}</option>
          {candidates.map(({ driver, name }) => (
            <option key={driver.id} value={driver.id}>
              {driver.truckNumber === null ? name : `${name}, truck ${driver.truckNumber}`}
            </option>
          ))}
        </select>
      </div>
      <div className={classes.figures}>
        <ProfitFigures
          grossCents={gross}
          rpm={rpm}
          isLoadedRpm={allRpm === null && rpm !== null}
          netPerDayCents={profit?.netPerDayCents ?? null}
        />
      </div>
      {shown?.minRpmCents == null || rpm === null || rpm >= shown.minRpmCents ? null : (
        <p className={classes.under}>
          {shown.name} wants {formatRpmMoney(shown.minRpmCents)} a mile or more.
        </p>
      )}
      {profit !== null ? (
        <ProfitBody profit={profit} />
      ) : isError ? (
        <ProfitError onRetry={retry} />
      ) : isAsked ? (
        <ProfitSkeleton />
      ) : (
        <p className={classes.note}>Enter the pickup and the delivery to see what the load brings.</p>
      )}
      {suggested === null ? null : (
        <div className={classes.suggested}>
          <Avatar name={suggested.name} size={28} />
          <span className={classes.who}>
            <b>
              {suggested.name} <span>{suggested.truckNumber}</span>
            </b>
            <span className={classes.fit}>
              <FitMark verdict={suggested.verdict} />
              <span>{formatFitLine(suggested)}</span>
            </span>
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
