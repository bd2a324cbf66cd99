import type { SavedView } from '@headhaul/contracts/saved-views';
import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import type { ViewQuestion } from '../../../saved-views/view-dialogs.public.tsx';
import type { LoadQuery } from '../../load-query.ts';
import classes from './view-menu.module.css';

const ExportDialog = lazy(() => import('../../../data-transfer/export-dialog.public.tsx'));

interface ViewMenuProps {
  view: SavedView | undefined;
  isChanged: boolean;
  isBin: boolean;
  now: { query: string; columns: string[] };
  onAsk: (question: ViewQuestion) => void;
  /** The current query of the list, for the export. */
  query: LoadQuery;
  onBin: () => void;
}

/** Actions on the open view, and the entry that opens the bin. */
export default function ViewMenu({ view, isChanged, isBin, now, query, onAsk, onBin }: ViewMenuProps) {
  const [isExporting, setIsExporting] = useState(false);
  return (
    <>
      <Menu position="bottom-start" width={210}>
        <Menu.Target>
          <ActionIcon aria-label="More about views" className={classes.more}>
            <IconDots size={16} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {view?.isMine ? (
            <>
              <Menu.Item disabled={!isChanged} onClick={() => onAsk({ kind: 'change', view, ...now })}>
                Keep the changes in “{view.name}”
              </Menu.Item>
              <Menu.Item onClick={() => onAsk({ kind: 'rename', view })}>Rename or share</Menu.Item>
              <Menu.Item onClick={() => onAsk({ kind: 'remove', view })}>Delete the view</Menu.Item>
              <Menu.Divider />
            </>
          ) : null}
          <Menu.Item onClick={() => setIsExporting(true)}>Export this view</Menu.Item>
          <Menu.Divider />
          <Menu.Item onClick={onBin}>{isBin ? 'Back to the list' : 'Trash'}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isExporting ? (
        <Suspense>
          <ExportDialog query={query} isOpen onClose={() => setIsExporting(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
