import type { LoadCounts } from '@headhaul/contracts/loads/list';
import { Button } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconFileImport, IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import { ModeSwitch } from '../../../shared/list/controls/mode-switch.tsx';
import { StateLine, type StatePart, WorkHeader } from '../../../shared/list/work-header.tsx';
import { importPath, newLoadPath } from '../paths.ts';
import type { ListState } from './filters/query.ts';
import classes from './header.module.css';
import { loadModes } from './modes.ts';

interface LoadsHeaderProps {
  state: ListState;
  counts: LoadCounts | null | undefined;
  /** Set when the list on screen isn't current: "10:31 CST". */
  asOf: string | null;
  hasFailed: boolean;
  onNeedsAttention: () => void;
  /** Phones: shows and hides the row of filters. */
  onFind: () => void;
}

export function LoadsHeader({ state, counts, asOf, hasFailed, onNeedsAttention, onFind }: LoadsHeaderProps) {
  return (
    <WorkHeader
      title="Loads"
      state={
        <div className={classes.state}>
          <StateLine parts={stateParts({ counts, asOf, hasFailed, onNeedsAttention })} />
          <button type="button" className={classes.find} onClick={onFind} aria-label="Find and filter">
            <IconAdjustmentsHorizontal size={20} stroke={1.75} aria-hidden="true" />
          </button>
        </div>
      }
    >
      <div className={classes.actions}>
        <ModeSwitch label="How to look at loads" modes={loadModes(state)} current={state.mode} />
        <Button component={Link} to={importPath} variant="default" leftSection={<IconFileImport size={16} stroke={1.75} />}>
          Import
        </Button>
        <Button component={Link} to={newLoadPath} leftSection={<IconPlus size={16} stroke={1.75} />} aria-keyshortcuts="n">
          New load
        </Button>
      </div>
    </WorkHeader>
  );
}

/** "14 active · 3 need attention", or a note that the list isn't current. */
function stateParts({
  counts,
  asOf,
  hasFailed,
  onNeedsAttention,
}: Pick<LoadsHeaderProps, 'counts' | 'asOf' | 'hasFailed' | 'onNeedsAttention'>): (string | StatePart)[] {
  if (hasFailed && asOf === null) return [{ words: 'Not up to date', tone: 'bad' }];
  if (counts == null) return [asOf === null ? 'Getting your loads…' : `as of ${asOf}`];
  if (counts.all === 0) return ['Nothing booked yet'];
  const need: StatePart = {
    words: `${counts.needsAttention} need${counts.needsAttention === 1 ? 's' : ''} attention`,
    tone: 'need',
    onClick: onNeedsAttention,
  };
  return [
    `${counts.active} active`,
    ...(asOf === null ? [] : [`as of ${asOf}`]),
    ...(counts.needsAttention === 0 || asOf !== null ? [] : [need]),
  ];
}
