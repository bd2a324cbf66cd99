import type { LoadRow } from '@headhaul/contracts/loads/record';
import { Modal, Popover } from '@mantine/core';
import { useIsMobile } from '../../../shared/ui/viewport.ts';
import { type AnchorBox, MenuAnchor } from '../menu-anchor.tsx';
import classes from './assign-menu.module.css';
import { assignTitle, Candidates } from './candidates.tsx';
import { useAssign } from './use-assign.public.tsx';

interface AssignMenuProps {
  rows: readonly LoadRow[];
  box: AnchorBox;
  onClose: () => void;
}

/** Lists the drivers by whether they can take the load. On a phone it fills the screen. */
export default function AssignMenu({ rows, box, onClose }: AssignMenuProps) {
  const { assign, question } = useAssign({ onDone: onClose });
  const isPhone = useIsMobile();
  const list = <Candidates loads={rows} onChoose={(row, listed) => void assign(rows, row, listed, box)} onClose={onClose} />;
  return (
    <>
      {isPhone ? (
        <Modal.Root opened={question === null} onClose={onClose} fullScreen classNames={{ body: classes.page }}>
          <Modal.Content aria-label={assignTitle(rows)}>
            <Modal.CloseButton className={classes.close} aria-label="Close" />
            <Modal.Body>{list}</Modal.Body>
          </Modal.Content>
        </Modal.Root>
      ) : (
        <Popover
          opened={question === null}
          onChange={(opened) => {
            if (!opened) onClose();
          }}
          position="bottom-start"
          offset={5}
          width={690}
          // A menu near the bottom of the screen becomes lower, and its list scrolls.
          middlewares={{ flip: true, shift: true, size: true }}
          trapFocus
          returnFocus
          withRoles={false}
        >
          <Popover.Target>
            <MenuAnchor box={box} />
          </Popover.Target>
          <Popover.Dropdown className={classes.menu} role="dialog" aria-label={assignTitle(rows)}>
            {list}
          </Popover.Dropdown>
        </Popover>
      )}
      {question}
    </>
  );
}
