import type { BoardFilter, BoardFilterUse } from '@headhaul/contracts/boards/filters';
import { describeRule } from '@headhaul/domain/boards/filters/describe-rules';
import { ruleLabel } from '@headhaul/domain/boards/filters/format-result';
import { notify } from '../../shared/notify.ts';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { StaleDialog } from '../../shared/ui/stale-dialog.tsx';
import { boardFiltersApi } from './board-filters.api.ts';

interface DeleteDialogProps {
  filter: BoardFilter;
  uses: readonly BoardFilterUse[];
  onClose: () => void;
  onDeleted: () => void;
}

/** Names whoever uses it, because they use none afterwards. */
export function DeleteDialog({ filter, uses, onClose, onDeleted }: DeleteDialogProps) {
  const [remove, { isLoading }] = boardFiltersApi.useDeleteBoardFilterMutation();
  const users = uses.filter(({ filter: used }) => used?.id === filter.id).map(({ isYou, name }) => (isYou ? 'You' : name));
  const confirm = async () => {
    const { error } = await remove({ params: { id: filter.id } });
    if (error !== undefined) return;
    notify('success', `“${filter.name}” is deleted`);
    onDeleted();
  };
  return (
    <ConfirmDialog
      isOpen
      title={`Delete “${filter.name}”?`}
      action="Delete filter"
      tone="danger"
      isBusy={isLoading}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>
        {filter.isForEveryone
          ? 'It stops running for everyone.'
          : users.length === 0
            ? 'Nobody uses it.'
            : `${users.join(', ')} ${users.length === 1 && users[0] !== 'You' ? 'uses' : 'use'} it and will have no filter then.`}
      </p>
    </ConfirmDialog>
  );
}

interface StaleFilterDialogProps {
  theirs: BoardFilter;
  mine: Pick<BoardFilter, 'name' | 'rules' | 'onUnknown' | 'action' | 'isForEveryone' | 'isAdjustable'>;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  onClose: () => void;
}

const unknownWords = { KEEP: 'Keep', DIM: 'Dim' } as const;
const actionWords = { DIM: 'Dim', HIGHLIGHT_ONLY: 'Mark matches only' } as const;
const yesNo = (is: boolean) => (is ? 'Yes' : 'No');

/** By rule: what each version says. Two rules with one name share a line. */
function rulesOf({ rules }: Pick<BoardFilter, 'rules'>): Map<string, string> {
  const lines = new Map<string, string[]>();
  for (const rule of rules) lines.set(ruleLabel(rule), [...(lines.get(ruleLabel(rule)) ?? []), describeRule(rule)]);
  return new Map([...lines].map(([label, words]) => [label, words.join('; ')]));
}

/** Both versions of a filter that somebody else has saved meanwhile, rule by rule. */
export function StaleFilterDialog({ theirs, mine, ...answers }: StaleFilterDialogProps) {
  const [their, own] = [rulesOf(theirs), rulesOf(mine)];
  const labels = [...new Set([...their.keys(), ...own.keys()])];
  const rows = (
    [
      ['Name', theirs.name, mine.name],
      ...labels.map((label) => [label, their.get(label) ?? '', own.get(label) ?? ''] as const),
      ['When a post doesn’t say', unknownWords[theirs.onUnknown], unknownWords[mine.onUnknown]],
      ['Loads that fail', actionWords[theirs.action], actionWords[mine.action]],
      ['For everyone', yesNo(theirs.isForEveryone), yesNo(mine.isForEveryone)],
      ['People may change it', yesNo(theirs.isAdjustable), yesNo(mine.isAdjustable)],
    ] as (readonly [string, string, string])[]
  ).filter(([, one, other]) => one !== other);
  const who = theirs.updatedBy === null ? 'They saved' : `${theirs.updatedBy} saved`;
  return <StaleDialog what="this filter" columns={['Part', who, 'You have']} rows={rows} {...answers} />;
}
