import { compareFilters, type FilterParts } from '@headhaul/contracts/boards/filter-draft';
import type { BoardFilter, BoardFilterUse } from '@headhaul/contracts/boards/filters';
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
  mine: FilterParts;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  onClose: () => void;
}

/** Both versions of a filter that somebody else has saved meanwhile, rule by rule. */
export function StaleFilterDialog({ theirs, mine, ...answers }: StaleFilterDialogProps) {
  const rows = compareFilters(theirs, mine);
  const who = theirs.updatedBy === null ? 'They saved' : `${theirs.updatedBy} saved`;
  return <StaleDialog what="this filter" columns={['Part', who, 'You have']} rows={rows} {...answers} />;
}
