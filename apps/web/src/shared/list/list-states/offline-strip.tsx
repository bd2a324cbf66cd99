import { IconCloudOff } from '@tabler/icons-react';
import { type ReactNode, useSyncExternalStore } from 'react';
import { formatStopClock } from '../../format/stop-time.ts';
import { useOfficeZone } from '../../time/use-office-zone.ts';
import classes from './offline-strip.module.css';

interface OfflineStripProps {
  /** When the data on screen was fetched: "10:31 CST". */
  copyFrom: string;
  /** The number of changes that wait to be sent. Null on a screen that doesn't keep changes. */
  changes: number | null;
  onSeeChanges?: () => void;
}

function waiting(changes: number | null): string {
  if (changes === null) return 'Changes can be saved once you are back.';
  if (changes === 0) return 'Changes you make wait and go out when you are back.';
  return changes === 1 ? '1 change waits and goes out when you are back.' : `${changes} changes wait and go out when you are back.`;
}

function Strip({ children, onSeeChanges }: { children: ReactNode; onSeeChanges?: (() => void) | undefined }) {
  return (
    <div className={classes.strip} role="status">
      <IconCloudOff size={16} stroke={1.75} aria-hidden="true" />
      <p>{children}</p>
      {onSeeChanges ? (
        <button type="button" onClick={onSeeChanges}>
          See changes
        </button>
      ) : null}
    </div>
  );
}

/** Shown above the page while the browser is offline. */
export function OfflineStrip({ copyFrom, changes, onSeeChanges }: OfflineStripProps) {
  return (
    <Strip onSeeChanges={changes ? onSeeChanges : undefined}>
      <b>You are offline.</b> This is the copy from {copyFrom}. {waiting(changes)}
    </Strip>
  );
}

/** Shown above the page while the browser is online, but the server has not answered these changes. */
export function UnansweredStrip({ changes, onSeeChanges }: { changes: number; onSeeChanges: () => void }) {
  return (
    <Strip onSeeChanges={onSeeChanges}>
      <b>Not saved yet.</b> {changes === 1 ? '1 change is' : `${changes} changes are`} sent automatically as soon as Headhaul answers.
    </Strip>
  );
}

/** The strip of a screen that is read-only while the browser is offline. */
export function OfflineCopy({ fetchedAt }: { fetchedAt: number | undefined }) {
  const isOffline = useIsOffline();
  const zone = useOfficeZone();
  if (!isOffline || fetchedAt === undefined) return null;
  return <OfflineStrip copyFrom={formatStopClock(new Date(fetchedAt).toISOString(), zone)} changes={null} />;
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Whether the browser reports that it is offline. */
export function useIsOffline(): boolean {
  return useSyncExternalStore(subscribe, () => !navigator.onLine);
}
