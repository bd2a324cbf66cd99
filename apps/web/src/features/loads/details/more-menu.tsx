import type { Load } from '@headhaul/contracts/loads/record';
import { ActionIcon, Menu } from '@mantine/core';
import { IconArrowBackUp, IconCopyPlus, IconDots, IconMail, IconMessage2, IconPencil, IconPrinter, IconTrash } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { notify } from '../../../shared/notify.ts';
import { notifyUndo } from '../../../shared/notify-undo.tsx';
import { openCompose } from '../../emails/compose-mail.public.ts';
import { toRow } from '../cache/cached-lists.ts';
import { loadChangesApi } from '../changes.api.ts';
import { loadAsText } from '../load-as-text.ts';
import { duplicateLoadPath, editLoadPath, loadSheetPath } from '../paths.ts';
import { useRestoreLoad } from '../status/restore-loads.ts';
import { composeWishOf } from './emails.tsx';

const icon = { size: 16, stroke: 1.75 };

interface LoadMoreProps {
  load: Load;
  /** On phones this menu also has the edit entry. */
  hasEdit?: boolean;
  /** Called when the load is in the bin. */
  onGone: () => void;
}

/** The menu of actions that a dispatcher needs only now and then. */
export function LoadMore({ load, hasEdit = false, onGone }: LoadMoreProps) {
  const navigate = useNavigate();
  const [remove] = loadChangesApi.useDeleteLoadMutation();
  const { restore } = useRestoreLoad();
  const [undo] = loadChangesApi.useUndoLoadStatusMutation();
  const params = { id: load.id };
  const canUndo = load.undoUntil !== null && Date.parse(load.undoUntil) > Date.now();

  const putInBin = async () => {
    const { error } = await remove({ params });
    if (error !== undefined) return;
    onGone();
    notifyUndo({
      title: `${load.loadNumber} deleted`,
      line: `${load.pickupCity} to ${load.deliveryCity}`,
      onUndo: () => void restore(load),
    });
  };
  const copy = async () => {
    await navigator.clipboard.writeText(loadAsText(toRow(load)));
    notify('success', 'Copied, ready to paste');
  };

  return (
    <Menu position="bottom-end" width={230}>
      <Menu.Target>
        <ActionIcon aria-label="More">
          <IconDots size={18} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {hasEdit && load.deletedAt === null ? (
          <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => void navigate(editLoadPath(load.id))}>
            Edit
          </Menu.Item>
        ) : null}
        <Menu.Item leftSection={<IconCopyPlus {...icon} />} onClick={() => void navigate(duplicateLoadPath(load.id))}>
          Duplicate
        </Menu.Item>
        <Menu.Item leftSection={<IconPrinter {...icon} />} onClick={() => void navigate(loadSheetPath(load.id))}>
          Print for the driver
        </Menu.Item>
        <Menu.Item leftSection={<IconMessage2 {...icon} />} onClick={() => void copy()}>
          Copy as a message
        </Menu.Item>
        {load.deletedAt === null ? (
          <Menu.Item leftSection={<IconMail {...icon} />} onClick={() => openCompose(composeWishOf(load))}>
            Email broker
          </Menu.Item>
        ) : null}
        {canUndo ? (
          <Menu.Item
            leftSection={<IconArrowBackUp {...icon} />}
            onClick={() => void undo({ params, query: { movedAt: load.statusChangedAt } })}
          >
            Undo last status
          </Menu.Item>
        ) : null}
        <Menu.Divider />
        {load.deletedAt === null ? (
          <Menu.Item color="red" leftSection={<IconTrash {...icon} />} onClick={() => void putInBin()}>
            Delete
          </Menu.Item>
        ) : (
          <Menu.Item leftSection={<IconArrowBackUp {...icon} />} onClick={() => void restore(load)}>
            Restore
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
