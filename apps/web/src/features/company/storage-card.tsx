import type { Storage, StorageKind } from '@headhaul/contracts/limits';
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { formatFileSize } from '../../shared/format/file-size.ts';
import { notify } from '../../shared/notify.ts';
import { formatDay } from '../../shared/time/format-time.ts';
import { useNow } from '../../shared/time/use-now.ts';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { StatePill } from '../../shared/ui/state-pill.tsx';
import { openPricing } from '../pricing/pricing-dialog.public.ts';
import page from './company-page.module.css';
import { storageApi } from './storage.api.ts';
import classes from './storage-card.module.css';

/** The trash is emptied in the background, some loads at a time. */
const pollMs = 2_000;
/** A trash that got smaller and then stays so long as it is holds what was deleted since. */
const calmMs = 10_000;
/** One that doesn't get smaller is emptied later: the worker tries again. */
const patienceMs = 60_000;

const kindLabels: Record<StorageKind, string> = {
  TRIP_DOCUMENTS: 'Rate cons, BOLs, PODs',
  DRIVER_DOCUMENTS: 'Driver documents',
  OTHER_DOCUMENTS: 'Other documents',
  SIGNATURE_PICTURES: 'Pictures in signatures',
  EXPORTS: 'Exports',
  TRASH: 'Trash',
};

export function fullness({ usedBytes, quotaBytes }: Pick<Storage, 'usedBytes' | 'quotaBytes'>) {
  const percent = Math.min(100, Math.floor((usedBytes / quotaBytes) * 100));
  const tone = percent >= 95 ? 'bad' : percent >= 80 ? 'warn' : 'mute';
  return { percent, tone } as const;
}

/** How much room the company's files take, and when it will run out. */
export function StorageCard() {
  const [isAsking, setIsAsking] = useState(false);
  /** How much was in the trash that is being emptied. */
  const [emptiedBytes, setEmptiedBytes] = useState<number | null>(null);
  const isEmptying = emptiedBytes !== null;
  const { data, isError, isFetching, refetch } = storageApi.useGetStorageQuery(undefined, {
    pollingInterval: isEmptying ? pollMs : 0,
    skipPollingIfUnfocused: true,
  });
  const trash = data?.kinds.find(({ kind }) => kind === 'TRASH');
  const trashBytes = trash?.bytes ?? 0;
  if (isEmptying && data !== undefined && trash === undefined) setEmptiedBytes(null);
  useEffect(() => {
    if (emptiedBytes === null) return;
    const end = () => {
      setEmptiedBytes(null);
      void refetch();
    };
    const timer = setTimeout(end, trashBytes < emptiedBytes ? calmMs : patienceMs);
    return () => clearTimeout(timer);
  }, [emptiedBytes, trashBytes, refetch]);
  if (data === undefined) {
    return isError ? (
      <section className={`${page.card} ${classes.card}`} aria-labelledby="storage-title">
        <h2 id="storage-title">Storage</h2>
        <p role="alert">We could not look up your storage.</p>
        <Button variant="default" size="sm" loading={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      </section>
    ) : (
      <div className={classes.waiting} aria-busy="true" />
    );
  }
  const { percent, tone } = fullness(data);
  return (
    <section className={`${page.card} ${classes.card}`} data-tone={tone} aria-labelledby="storage-title">
      <div className={classes.head}>
        <h2 id="storage-title">Storage</h2>
        <StatePill words={`${percent}% full`} tone={tone} />
      </div>
      <p className={classes.used}>
        <b>{data.usedBytes === 0 ? '0 GB' : formatFileSize(data.usedBytes)}</b> of {formatGigabytes(data.quotaBytes)} on {data.planName}
      </p>
      <div className={classes.bar} aria-hidden="true">
        {data.kinds.map(({ kind, bytes }, place) => (
          <span key={kind} data-place={place} style={{ flexBasis: `${(bytes / data.quotaBytes) * 100}%` }} />
        ))}
      </div>
      {data.kinds.length === 0 ? (
        <p className={classes.none}>Documents of loads and drivers will show here.</p>
      ) : (
        <Kinds kinds={data.kinds} />
      )}
      <Outlook data={data} percent={percent} />
      <div className={classes.actions}>
        {trash === undefined ? null : (
          <Button variant="default" size="sm" loading={isEmptying} aria-haspopup="dialog" onClick={() => setIsAsking(true)}>
            Empty Trash, {formatFileSize(trash.bytes)}
          </Button>
        )}
        <Button variant="default" size="sm" onClick={() => openPricing()}>
          See plans
        </Button>
      </div>
      {trash !== undefined && isAsking ? (
        <EmptyTrash trash={trash} onEmptying={() => setEmptiedBytes(trash.bytes)} onClose={() => setIsAsking(false)} />
      ) : null}
    </section>
  );
}

interface EmptyTrashProps {
  trash: Storage['kinds'][number];
  onEmptying: () => void;
  onClose: () => void;
}

function EmptyTrash({ trash, onEmptying, onClose }: EmptyTrashProps) {
  const [empty, { isLoading }] = storageApi.useEmptyTrashMutation();
  const confirm = async () => {
    const { error } = await empty();
    if (error !== undefined) return;
    notify('success', 'The trash is being emptied');
    onEmptying();
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen
      title="Empty the trash?"
      action="Empty Trash"
      tone="danger"
      isBusy={isLoading}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>
        {trash.files === 1 ? '1 document' : `${trash.files.toLocaleString('en-US')} documents`} of deleted loads,{' '}
        {formatFileSize(trash.bytes)}, {trash.files === 1 ? 'is' : 'are'} deleted for the whole team and can’t be brought back. The loads
        stay in the trash and can still be restored, without {trash.files === 1 ? 'it' : 'them'}.
      </p>
    </ConfirmDialog>
  );
}

function Kinds({ kinds }: Pick<Storage, 'kinds'>) {
  return (
    <ul className={classes.kinds}>
      {kinds.map(({ kind, files, bytes }, place) => (
        <li key={kind}>
          <i data-place={place} aria-hidden="true" />
          <span>{kindLabels[kind]}</span>
          <small>
            {files.toLocaleString('en-US')} {files === 1 ? 'file' : 'files'}
          </small>
          <b>{formatFileSize(bytes)}</b>
        </li>
      ))}
    </ul>
  );
}

function Outlook({ data: { fullOn }, percent }: { data: Storage; percent: number }) {
  const now = useNow();
  if (percent >= 100) {
    return <p className={classes.outlook}>New documents can’t be added until there is room. Loads still save, and nothing is deleted.</p>;
  }
  if (fullOn === null) return null;
  return (
    <p className={classes.outlook}>
      At the pace of the last 30 days it’s full around <b>{formatDay(`${fullOn}T12:00:00Z`, now, 'UTC')}</b>. Then new documents can’t be
      added; loads still save, and nothing is deleted.
    </p>
  );
}

function formatGigabytes(bytes: number): string {
  return `${Math.round(bytes / 1024 ** 3)} GB`;
}
