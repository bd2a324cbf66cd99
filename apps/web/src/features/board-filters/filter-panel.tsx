import { emptyDraft, toDraft } from '@headhaul/contracts/boards/filter-draft';
import type { BoardFilter, BoardFilterList } from '@headhaul/contracts/boards/filters';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconArrowLeft, IconCopy, IconDots, IconTrash, IconX } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { boardFiltersApi } from './board-filters.api.ts';
import { DeleteDialog } from './dialogs.tsx';
import { FilterEditor } from './editor/editor.tsx';
import classes from './filter-panel.module.css';
import type { Edited } from './use-save-filter.ts';

export type Shown =
  | { kind: 'saved'; filter: BoardFilter }
  | { kind: 'new'; isShared: boolean }
  /** One's own copy of a team filter, which takes its place on the person's boards. */
  | { kind: 'adjust'; filter: BoardFilter }
  | { kind: 'duplicate'; filter: BoardFilter };

interface FilterPanelProps {
  shown: Shown;
  list: BoardFilterList;
  onShow: (kind: 'adjust' | 'duplicate', filter: BoardFilter) => void;
  onSaved: (filter: BoardFilter) => void;
  onDeleted: () => void;
  onClose: () => void;
}

function editedOf(shown: Shown): Edited {
  if (shown.kind === 'saved') return shown;
  if (shown.kind === 'new') return { kind: 'new', isShared: shown.isShared, basedOn: null };
  return { kind: 'new', isShared: false, basedOn: shown.kind === 'adjust' ? shown.filter : null };
}

function startOf(shown: Shown) {
  if (shown.kind === 'new') return emptyDraft;
  const draft = toDraft(shown.filter);
  if (shown.kind === 'saved') return draft;
  const name = shown.kind === 'adjust' ? shown.filter.name : `${shown.filter.name.slice(0, 54)} copy`;
  return { ...draft, name, isForEveryone: false, isAdjustable: true };
}

function titleOf(shown: Shown): string {
  if (shown.kind === 'saved') return shown.filter.name;
  if (shown.kind === 'adjust') return `“${shown.filter.name}”, only for you`;
  return shown.kind === 'new' && shown.isShared ? 'New team filter' : 'New filter';
}

/** One filter beside the list: who owns it, its rules, and what can be done with it. */
export function FilterPanel({ shown, list, onShow, onSaved, onDeleted, onClose }: FilterPanelProps) {
  const [isDeleting, setDeleting] = useState(false);
  const start = useMemo(() => startOf(shown), [shown]);
  const saved = shown.kind === 'saved' ? shown.filter : null;
  const isReadOnly = saved !== null && !saved.mayEdit;
  const key = shown.kind === 'new' ? `new ${shown.isShared}` : `${shown.kind} ${shown.filter.id}`;
  return (
    <section className={classes.panel} aria-label={titleOf(shown)}>
      <header className={classes.head}>
        <ActionIcon className={classes.back} size={44} aria-label="Back to the list" onClick={onClose}>
          <IconArrowLeft size={20} stroke={1.75} />
        </ActionIcon>
        <h2>{titleOf(shown)}</h2>
        {saved === null ? null : (
          <Menu position="bottom-end" width={200}>
            <Menu.Target>
              <ActionIcon size={32} aria-label={`More about ${saved.name}`}>
                <IconDots size={18} stroke={1.75} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<IconCopy size={16} stroke={1.75} />} onClick={() => onShow('duplicate', saved)}>
                Copy to my filters
              </Menu.Item>
              {saved.mayEdit ? (
                <Menu.Item leftSection={<IconTrash size={16} stroke={1.75} />} onClick={() => setDeleting(true)}>
                  Delete
                </Menu.Item>
              ) : null}
            </Menu.Dropdown>
          </Menu>
        )}
        <ActionIcon className={classes.close} size={32} aria-label="Close" onClick={onClose}>
          <IconX size={16} stroke={1.75} />
        </ActionIcon>
      </header>
      {saved === null ? null : <UseLine filter={saved} list={list} onAdjust={() => onShow('adjust', saved)} />}
      <FilterEditor key={key} edited={editedOf(shown)} start={start} isReadOnly={isReadOnly} onSaved={onSaved} onClose={onClose} />
      {isDeleting && saved !== null ? (
        <DeleteDialog filter={saved} uses={list.uses} onClose={() => setDeleting(false)} onDeleted={onDeleted} />
      ) : null}
    </section>
  );
}

/** Whether it runs on the person's boards, and the ways to make it so or to change it. */
function UseLine({ filter, list, onAdjust }: { filter: BoardFilter; list: BoardFilterList; onAdjust: () => void }) {
  const [choose, { isLoading }] = boardFiltersApi.useChooseBoardFilterMutation();
  const mine = list.uses.find(({ isYou }) => isYou);
  const isUsed = mine?.filter?.id === filter.id && mine.isOn;
  const canAdjust = filter.isShared && !filter.mayEdit && filter.isAdjustable;
  return (
    <div className={classes.use}>
      <span>
        {filter.isForEveryone
          ? 'Runs for everyone, before their own filter.'
          : isUsed
            ? 'In use on your boards.'
            : filter.isShared
              ? 'Team filter'
              : 'Your own filter'}
        {filter.isShared && !filter.mayEdit ? ' Only the team owner can change it.' : ''}
      </span>
      {canAdjust ? (
        <Button variant="default" size="xs" onClick={onAdjust}>
          Change it for me
        </Button>
      ) : null}
      {filter.isForEveryone || isUsed ? null : (
        <Button variant="default" size="xs" loading={isLoading} onClick={() => void choose({ body: { filterId: filter.id, isOn: true } })}>
          Use on my boards
        </Button>
      )}
    </div>
  );
}
