import type { LoadRow } from '@headhaul/contracts/loads/record';
import { Menu } from '@mantine/core';
import {
  IconArrowBackUp,
  IconCircleDashedCheck,
  IconCopy,
  IconExternalLink,
  IconMessage2,
  IconPencil,
  IconTrash,
  IconUserPlus,
} from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { Keycap } from '../../../shared/keyboard/keycap.tsx';
import { notify } from '../../../shared/notify.ts';
import { notifyUndo } from '../../../shared/notify-undo.tsx';
import { loadChangesApi } from '../changes.api.ts';
import { loadAsText } from '../load-as-text.ts';
import { type AnchorBox, MenuAnchor } from '../menu-anchor.tsx';
import { editLoadPath, loadPagePath } from '../paths.ts';
import { useRestoreLoad } from '../status/restore-loads.ts';

interface RowMenuProps {
  row: LoadRow;
  box: AnchorBox;
  onClose: () => void;
  onStatus: () => void;
  onAssign: () => void;
}

const icon = { size: 16, stroke: 1.75 };

/** All actions of a row. The right mouse button opens this menu too. */
export default function RowMenu({ row, box, onClose, onStatus, onAssign }: RowMenuProps) {
  const navigate = useNavigate();
  const [remove] = loadChangesApi.useDeleteLoadMutation();
  const { restore } = useRestoreLoad();

  const copy = async (text: string, told: string) => {
    await navigator.clipboard.writeText(text);
    notify('success', told);
  };
  const putInBin = async () => {
    const { error } = await remove({ params: { id: row.id } });
    if (error !== undefined) return;
    notifyUndo({
      title: `${row.loadNumber} deleted`,
      line: `${row.pickupCity} to ${row.deliveryCity}`,
      onUndo: () => void restore(row),
    });
  };

  return (
    <Menu opened onClose={onClose} position="bottom-start" width={230} offset={0} returnFocus>
      <Menu.Target>
        <MenuAnchor box={box} />
      </Menu.Target>
      <Menu.Dropdown aria-label={`Load ${row.loadNumber}`}>
        <Menu.Item leftSection={<IconExternalLink {...icon} />} onClick={() => void navigate(loadPagePath(row.id))}>
          Open the load’s page
        </Menu.Item>
        {row.deletedAt === null ? (
          <>
            <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => void navigate(editLoadPath(row.id))}>
              Edit
            </Menu.Item>
            <Menu.Item
              closeMenuOnClick={false}
              leftSection={<IconCircleDashedCheck {...icon} />}
              rightSection={<Keycap>s</Keycap>}
              onClick={onStatus}
            >
              Change the status
            </Menu.Item>
            <Menu.Item closeMenuOnClick={false} leftSection={<IconUserPlus {...icon} />} onClick={onAssign}>
              {row.driverId === null ? 'Assign a driver' : 'Change the driver'}
            </Menu.Item>
          </>
        ) : null}
        <Menu.Divider />
        <Menu.Item leftSection={<IconCopy {...icon} />} onClick={() => void copy(row.loadNumber, `${row.loadNumber} is copied`)}>
          Copy the number
        </Menu.Item>
        <Menu.Item leftSection={<IconMessage2 {...icon} />} onClick={() => void copy(loadAsText(row), 'Copied, ready to paste')}>
          Copy as a message
        </Menu.Item>
        <Menu.Divider />
        {row.deletedAt === null ? (
          <Menu.Item color="red" leftSection={<IconTrash {...icon} />} onClick={() => void putInBin()}>
            Delete
          </Menu.Item>
        ) : (
          <Menu.Item leftSection={<IconArrowBackUp {...icon} />} onClick={() => void restore(row)}>
            Restore
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
