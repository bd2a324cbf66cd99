import type { Load } from '@headhaul/contracts/loads/record';
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconCopy, IconExternalLink, IconPencil } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useDispatch } from 'react-redux';
import { Link } from 'react-router';
import { suppressToast } from '../../../shared/api/api-failure.ts';
import { DrawerBar, SideDrawer } from '../../../shared/drawer/side-drawer.tsx';
import { notify } from '../../../shared/notify.ts';
import { useIsMobile } from '../../../shared/ui/viewport.ts';
import { toRow } from '../cache/cached-lists.ts';
import { type CacheDispatch, cachedRow } from '../cache/cached-loads.ts';
import { loadsApi } from '../loads.api.ts';
import { editLoadPath, loadPagePath } from '../paths.ts';
import { useStatusChange } from '../status/use-status-change.tsx';
import classes from './drawer.module.css';
import { DrawerContent, PhoneContent } from './drawer-content.tsx';
import { CallLink } from './driver.tsx';
import { NextMoveButton } from './head.tsx';
import { LoadMore } from './more-menu.tsx';
import { LoadMissing, LoadSkeleton } from './states.tsx';

interface LoadDrawerProps {
  loadId: string;
  /** The position of the load in the list, from 0. Null when the list doesn't contain it. */
  position: { index: number; count: number } | null;
  onStep: (delta: 1 | -1) => void;
  onClose: () => void;
}

/** One load beside its list. On phones it fills the page. */
export default function LoadDrawer({ loadId, position, onStep, onClose }: LoadDrawerProps) {
  const isMobile = useIsMobile();
  const dispatch = useDispatch<CacheDispatch>();
  const { currentData: load, error, refetch, isFetching } = loadsApi.useGetLoadQuery({ ...suppressToast, params: { id: loadId } });
  const row = useMemo(() => dispatch(cachedRow(loadId)), [dispatch, loadId]);
  const { change, dialogs } = useStatusChange();
  const number = load?.loadNumber ?? row?.loadNumber;
  const setStatus = (status: Load['status']) => load !== undefined && change([toRow(load)], status);

  const bar = (
    <DrawerBar
      title={number === undefined ? 'Load' : `Load ${number}`}
      beside={number === undefined ? null : <Beside number={number} position={position} onStep={onStep} />}
      onClose={onClose}
    >
      {load === undefined ? null : (
        <>
          {isMobile || load.deletedAt !== null ? null : (
            <Tooltip label="Edit">
              <ActionIcon component={Link} to={editLoadPath(loadId)} aria-label="Edit">
                <IconPencil size={18} stroke={1.75} />
              </ActionIcon>
            </Tooltip>
          )}
          {isMobile ? null : (
            <Tooltip label="Full page">
              <ActionIcon component={Link} to={loadPagePath(loadId)} aria-label="Full page">
                <IconExternalLink size={18} stroke={1.75} />
              </ActionIcon>
            </Tooltip>
          )}
          <LoadMore load={load} hasEdit={isMobile} onGone={onClose} />
        </>
      )}
    </DrawerBar>
  );

  const foot =
    load === undefined ? undefined : (
      <>
        <CallLink load={load} />
        <NextMoveButton load={load} onChange={setStatus} />
      </>
    );

  return (
    <SideDrawer label={number === undefined ? 'Load' : `Load ${number}`} bar={bar} foot={foot} onClose={onClose}>
      {load === undefined ? (
        error === undefined ? (
          <LoadSkeleton row={row} />
        ) : (
          <LoadMissing error={error} isRetrying={isFetching} onRetry={() => void refetch()} onClose={onClose} />
        )
      ) : isMobile ? (
        <PhoneContent load={load} onStatus={setStatus} />
      ) : (
        <DrawerContent key={load.id} load={load} onStatus={setStatus} />
      )}
      {dialogs}
    </SideDrawer>
  );
}

interface BesideProps {
  number: string;
  position: LoadDrawerProps['position'];
  onStep: LoadDrawerProps['onStep'];
}

/** Copies the load number, and steps to the load before or after in the list. */
function Beside({ number, position, onStep }: BesideProps) {
  const copy = async () => {
    await navigator.clipboard.writeText(number);
    notify('success', `${number} is copied`);
  };
  return (
    <>
      <Tooltip label="Copy the number">
        <ActionIcon size={24} aria-label="Copy the number" onClick={() => void copy()}>
          <IconCopy size={16} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
      {position === null ? null : (
        <>
          <span className={classes.position}>
            {position.index + 1} of {position.count}
          </span>
          <ActionIcon
            size={24}
            className={classes.step}
            aria-label="Load before"
            disabled={position.index === 0}
            onClick={() => onStep(-1)}
          >
            <IconChevronUp size={17} stroke={1.75} />
          </ActionIcon>
          <ActionIcon
            size={24}
            className={classes.step}
            aria-label="Next load"
            disabled={position.index >= position.count - 1}
            onClick={() => onStep(1)}
          >
            <IconChevronDown size={17} stroke={1.75} />
          </ActionIcon>
        </>
      )}
    </>
  );
}
