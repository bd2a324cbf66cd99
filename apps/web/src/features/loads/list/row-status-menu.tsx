import type { LoadRow } from '@headhaul/contracts/loads/record';
import type { LoadStatus } from '@headhaul/domain/loads/status';
import { useSession } from '../../../shared/session/session-store.ts';
import { type AnchorBox, MenuAnchor } from '../menu-anchor.tsx';
import { StatusMenu } from '../status/status-menu.tsx';
import { statusOptions } from '../status/status-options.ts';

interface RowStatusMenuProps {
  row: LoadRow;
  box: AnchorBox;
  onChoose: (status: LoadStatus) => void;
  onClose: () => void;
}

/** The moves of one load, in a menu over its pill. */
export default function RowStatusMenu({ row, box, onChoose, onClose }: RowStatusMenuProps) {
  const isTeamOwner = useSession()?.isTeamOwner ?? false;
  return (
    <StatusMenu
      isOpen
      from={row.status}
      loadNumber={row.loadNumber}
      options={statusOptions(row, { isTeamOwner }, Date.now())}
      onChoose={onChoose}
      onClose={onClose}
    >
      <MenuAnchor box={box} />
    </StatusMenu>
  );
}
