import type { LoadRow } from '@headhaul/contracts/loads/record';
import type { LoadStatus } from '@headhaul/domain/loads/status';
import { lazy, Suspense, useEffect } from 'react';
import type { AnchorBox } from '../menu-anchor.tsx';

const RowStatusMenu = lazy(() => import('./row-status-menu.tsx'));
const AssignMenu = lazy(() => import('../assign/assign-menu.tsx'));
const RowMenu = lazy(() => import('./row-menu.tsx'));

/** The menu that is open over a row. Only one is open at a time. */
export interface OpenMenu {
  kind: 'status' | 'assign' | 'more';
  rows: readonly LoadRow[];
  box: AnchorBox;
}

interface RowMenusProps {
  open: OpenMenu | null;
  onOpen: (menu: OpenMenu) => void;
  onClose: () => void;
  onStatus: (rows: readonly LoadRow[], status: LoadStatus) => void;
}

export function RowMenus({ open, onOpen, onClose, onStatus }: RowMenusProps) {
  // Close the menu on scroll, because its row moves away under it.
  useEffect(() => {
    if (open === null) return;
    const close = (event: Event) => {
      if (event.target instanceof Element && event.target.closest('[role="menu"], [role="dialog"]') === null) onClose();
    };
    document.addEventListener('scroll', close, { capture: true, passive: true });
    return () => document.removeEventListener('scroll', close, { capture: true });
  }, [open, onClose]);

  const [row] = open?.rows ?? [];
  if (open === null || row === undefined) return null;
  return (
    <Suspense>
      {open.kind === 'status' ? (
        <RowStatusMenu
          row={row}
          box={open.box}
          onChoose={(status) => {
            onClose();
            onStatus(open.rows, status);
          }}
          onClose={onClose}
        />
      ) : open.kind === 'assign' ? (
        <AssignMenu rows={open.rows} box={open.box} onClose={onClose} />
      ) : (
        <RowMenu
          row={row}
          box={open.box}
          onClose={onClose}
          onStatus={() => onOpen({ ...open, kind: 'status' })}
          onAssign={() => onOpen({ ...open, kind: 'assign' })}
        />
      )}
    </Suspense>
  );
}
