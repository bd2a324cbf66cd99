import type { LoadRow } from '@headhaul/contracts/loads/record';
import { type LoadStatus, loadStatusLabels } from '@headhaul/domain/loads/status';
import { Menu } from '@mantine/core';
import { IconDots, IconDownload, IconFileInvoice, IconUserPlus } from '@tabler/icons-react';
import { saveBlob } from '../../../shared/api/save-file.ts';
import { formatMiles } from '../../../shared/format/distance.ts';
import { formatMoney } from '../../../shared/format/money.ts';
import { BulkAction, BulkBar } from '../../../shared/list/bulk-bar.tsx';
import { notify } from '../../../shared/notify.ts';
import { notifyUndo } from '../../../shared/notify-undo.tsx';
import { useSession } from '../../../shared/session/session-store.ts';
import { loadChangesApi } from '../changes.api.ts';
import { useRestoreLoad } from '../status/restore-loads.ts';
import { StatusGlyph } from '../status/status-glyph.public.tsx';
import { commonMoves } from '../status/status-options.ts';
import { loadsCsv } from './selected-csv.ts';
import { formatUncounted } from './uncounted.ts';

interface BulkActionsProps {
  rows: readonly LoadRow[];
  onClear: () => void;
  onStatus: (rows: readonly LoadRow[], status: LoadStatus) => void;
  onAssign: (rows: readonly LoadRow[], anchor: HTMLElement) => void;
}

/** "$4,850 · 1,624 mi · 1 draft not counted" */
function formatPicked(rows: readonly LoadRow[]): string {
  const counted = rows.filter(({ status }) => status !== 'DRAFT');
  const drafts = rows.length - counted.length;
  const gross = counted.reduce((sum, { grossCents }) => sum + grossCents, 0);
  const miles = counted.reduce((sum, { loadedMiles }) => sum + loadedMiles, 0);
  const sums = counted.length === 0 ? [] : [formatMoney(gross), formatMiles(miles)];
  return [...sums, ...(drafts === 0 ? [] : [formatUncounted(drafts)])].join(' · ');
}

/** Actions on all picked loads at once. */
export default function BulkActions({ rows, onClear, onStatus, onAssign }: BulkActionsProps) {
  const isTeamOwner = useSession()?.isTeamOwner ?? false;
  const [remove] = loadChangesApi.useDeleteLoadMutation();
  const { restore } = useRestoreLoad();
  // Each TONU needs its own rate, so several loads can't become TONU at once.
  const moves = commonMoves(rows, { isTeamOwner }, Date.now()).filter((status) => status !== 'TONU');

  const putInBin = async () => {
    onClear();
    const answers = await Promise.all(rows.map(({ id }) => remove({ params: { id } })));
    const gone = rows.filter((_, index) => answers[index]?.error === undefined);
    if (gone.length === 0) return;
    notifyUndo({
      title: gone.length === 1 ? `${gone[0]?.loadNumber} deleted` : `${gone.length} loads deleted`,
      onUndo: () => {
        for (const row of gone) void restore(row);
      },
    });
  };

  return (
    <BulkBar count={rows.length} summary={formatPicked(rows)} onClose={onClear}>
      <Menu position="top-start" width={200}>
        <Menu.Target>
          <BulkAction>Set status</BulkAction>
        </Menu.Target>
        <Menu.Dropdown>
          {moves.length === 0 ? <Menu.Label>These loads have no next status in common</Menu.Label> : null}
          {moves.map((status) => (
            <Menu.Item key={status} leftSection={<StatusGlyph status={status} size={13} />} onClick={() => onStatus(rows, status)}>
              {loadStatusLabels[status]}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <BulkAction icon={IconUserPlus} onClick={(event) => onAssign(rows, event.currentTarget)}>
        Assign
      </BulkAction>
      <BulkAction
        icon={IconFileInvoice}
        aria-disabled={!moves.includes('INVOICED')}
        onClick={() => {
          if (moves.includes('INVOICED')) onStatus(rows, 'INVOICED');
          else notify('info', 'Only delivered loads and TONUs can be invoiced; some of these are not there yet.');
        }}
      >
        Invoice
      </BulkAction>
      <BulkAction icon={IconDownload} onClick={() => saveCsv(rows)}>
        Export
      </BulkAction>
      <Menu position="top-end" width={200}>
        <Menu.Target>
          <BulkAction icon={IconDots} aria-label="More for the selected loads" />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => void copyNumbers(rows)}>Copy the numbers</Menu.Item>
          <Menu.Item color="red" onClick={() => void putInBin()}>
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </BulkBar>
  );
}

async function copyNumbers(rows: readonly LoadRow[]): Promise<void> {
  await navigator.clipboard.writeText(rows.map(({ loadNumber }) => loadNumber).join('\n'));
  notify('success', `${rows.length} numbers are copied`);
}

function saveCsv(rows: readonly LoadRow[]): void {
  saveBlob(new Blob([loadsCsv(rows)], { type: 'text/csv' }), `loads-${new Date().toISOString().slice(0, 10)}.csv`);
}
