import type { Load } from '@headhaul/contracts/loads/record';
import { equipmentLabels } from '@headhaul/domain/equipment';
import { attentionOf } from '@headhaul/domain/loads/attention';
import { type LoadStatus, loadStatusLabels } from '@headhaul/domain/loads/status';
import { useState } from 'react';
import { Link } from 'react-router';
import { useSession } from '../../../shared/session/session-store.ts';
import { useNow } from '../../../shared/time/use-now.ts';
import { toRow } from '../cache/cached-lists.ts';
import { useSavingLoads } from '../cache/saving.ts';
import { LoadStatusPill } from '../status/load-status-pill.public.tsx';
import { StatusGlyph, statusFamily } from '../status/status-glyph.public.tsx';
import { StatusMenu } from '../status/status-menu.tsx';
import { statusOptions } from '../status/status-options.ts';
import classes from './head.module.css';

type ChangeStatus = (status: LoadStatus) => void;

/** How many moves are shown beside the pill. The menu of the pill has all moves. */
const shownMoves = 3;

function useMoves(load: Load) {
  const isTeamOwner = useSession()?.isTeamOwner ?? false;
  return load.deletedAt === null ? statusOptions(toRow(load), { isTeamOwner }, Date.now()) : [];
}

/** The status of the load. A click shows every move that the load can make. */
export function StatusButton({ load, onChange }: { load: Load; onChange: ChangeStatus }) {
  const [isOpen, setOpen] = useState(false);
  const options = useMoves(load);
  const isSaving = useSavingLoads().has(load.id);
  if (options.length === 0) return <LoadStatusPill status={load.status} size="large" isSaving={isSaving} />;
  return (
    <StatusMenu
      isOpen={isOpen}
      from={load.status}
      loadNumber={load.loadNumber}
      options={options}
      onChoose={(status) => {
        setOpen(false);
        onChange(status);
      }}
      onClose={() => setOpen(false)}
    >
      <LoadStatusPill status={load.status} size="large" hasCaret isSaving={isSaving} onClick={() => setOpen(!isOpen)} />
    </StatusMenu>
  );
}

/** The status pill and the next moves. The likeliest move is blue. */
export function StatusLine({ load, onChange }: { load: Load; onChange: ChangeStatus }) {
  const options = useMoves(load).slice(0, shownMoves);
  return (
    <>
      <StatusButton load={load} onChange={onChange} />
      {options.length === 0 ? null : <span className={classes.next}>Next</span>}
      {options.map(({ status, asks, dangerous }, index) => (
        <button
          key={status}
          type="button"
          className={classes.move}
          data-primary={(index === 0 && !dangerous) || undefined}
          data-family={statusFamily(status)}
          onClick={() => onChange(status)}
        >
          <StatusGlyph status={status} size={14} />
          {loadStatusLabels[status]}
          {asks ? '…' : ''}
        </button>
      ))}
    </>
  );
}

/** What the load needs, in the words of its row in the list: "POD missing 2 d", or the problem. */
export function AttentionLine({ load, freeMinutes }: { load: Load; freeMinutes: number }) {
  const now = useNow();
  const { tone, words } = attentionOf(toRow(load), now, { freeMinutes });
  if (tone === 'plain') return null;
  return (
    <p className={classes.attention} data-tone={tone}>
      {words}
    </p>
  );
}

/** The likeliest move, as a button in the bottom bar of a phone: "Mark at delivery". */
export function NextMoveButton({ load, onChange }: { load: Load; onChange: ChangeStatus }) {
  const [next] = useMoves(load);
  if (next === undefined || next.dangerous) return null;
  return (
    <button type="button" className={classes.thumb} onClick={() => onChange(next.status)}>
      <StatusGlyph status={next.status} size={18} />
      Mark {next.status === 'TONU' ? 'TONU' : loadStatusLabels[next.status].toLowerCase()}
    </button>
  );
}

/** "Lakeshore Freight · MC 428816 · Van 53 ft · 41,200 lb" */
export function AboutLine({ load }: { load: Load }) {
  const { brokerId, brokerName, brokerMc, equipment, lengthFt, weightLb } = load;
  const parts = [
    brokerMc === null ? null : `MC ${brokerMc}`,
    `${equipmentLabels[equipment]}${lengthFt === null ? '' : ` ${lengthFt} ft`}`,
    weightLb === null ? null : `${weightLb.toLocaleString('en-US')} lb`,
  ].filter((part) => part !== null);
  return (
    <>
      <Link className={classes.broker} to={`/dispatcher/brokers/${brokerId}`}>
        {brokerName}
      </Link>
      {parts.map((part) => (
        <span key={part}> · {part}</span>
      ))}
    </>
  );
}
