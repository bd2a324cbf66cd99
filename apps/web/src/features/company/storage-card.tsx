import type { Storage, StorageKind } from '@headhaul/contracts/limits';
import { Button } from '@mantine/core';
import { formatFileSize } from '../../shared/format/file-size.ts';
import { formatDay } from '../../shared/time/format-time.ts';
import { useNow } from '../../shared/time/use-now.ts';
import { StatePill } from '../../shared/ui/state-pill.tsx';
import { openPricing } from '../pricing/pricing-dialog.public.ts';
import page from './company-page.module.css';
import { storageApi } from './storage.api.ts';
import classes from './storage-card.module.css';

const kindWords: Record<StorageKind, string> = {
  TRIP_PAPERS: 'Rate cons, BOLs, PODs',
  DRIVER_PAPERS: 'Driver documents',
  OTHER_PAPERS: 'Other documents',
  SIGNATURE_PICTURES: 'Pictures in signatures',
  EXPORTS: 'Exports',
};

function fullness({ usedBytes, quotaBytes }: Pick<Storage, 'usedBytes' | 'quotaBytes'>) {
  const percent = Math.min(100, Math.floor((usedBytes / quotaBytes) * 100));
  const tone = percent >= 95 ? 'bad' : percent >= 80 ? 'warn' : 'mute';
  return { percent, tone } as const;
}

/** How much room the company's files take, and when it will run out. */
export function StorageCard() {
  const { data, isError, isFetching, refetch } = storageApi.useGetStorageQuery();
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
      <Button variant="default" size="sm" className={classes.plans} onClick={() => openPricing()}>
        See plans
      </Button>
    </section>
  );
}

function Kinds({ kinds }: Pick<Storage, 'kinds'>) {
  return (
    <ul className={classes.kinds}>
      {kinds.map(({ kind, files, bytes }, place) => (
        <li key={kind}>
          <i data-place={place} aria-hidden="true" />
          <span>{kindWords[kind]}</span>
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
