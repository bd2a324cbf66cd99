import type { Load, LoadRow } from '@headhaul/contracts/loads/record';
import { Button } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { describeFailure, failureCode } from '../../../shared/api/api-failure.ts';
import { Lane } from '../../../shared/list/rows/two-line.tsx';
import { useEditors } from '../cache/editing-presence.ts';
import { useRestoreLoad } from '../status/restore-loads.ts';
import classes from './states.module.css';

/** What a person should know before changing the load: a teammate is editing it, or it is in the bin. */
export function LoadNotices({ load }: { load: Load }) {
  const editor = useEditors().get(load.id);
  const { restore, isRestoring } = useRestoreLoad();
  return (
    <>
      {load.deletedAt === null ? null : (
        <div className={classes.notice} data-tone="bad">
          <IconTrash size={16} stroke={1.75} aria-hidden="true" />
          <span>This load is in the trash.</span>
          <Button size="xs" variant="default" loading={isRestoring} onClick={() => void restore(load)}>
            Restore
          </Button>
        </div>
      )}
      {editor === undefined ? null : <EditingNotice name={editor.name} />}
    </>
  );
}

export function EditingNotice({ name }: { name: string }) {
  return (
    <div className={classes.notice} data-tone="need" role="status">
      <IconPencil size={16} stroke={1.75} aria-hidden="true" />
      <span>{name.split(' ')[0]} is editing this load</span>
    </div>
  );
}

/** A placeholder while the load is fetched. It already shows the lane that the list knows. */
export function LoadSkeleton({ row }: { row: LoadRow | null }) {
  return (
    <div className={classes.skeleton} role="status" aria-label="Getting the load">
      {row === null ? (
        <span className={classes.bar} data-size="title" />
      ) : (
        <h2>
          <Lane from={`${row.pickupCity}, ${row.pickupState}`} to={`${row.deliveryCity}, ${row.deliveryState}`} />
        </h2>
      )}
      <span className={classes.bar} data-size="line" />
      <span className={classes.bar} data-size="button" />
      <span className={classes.bar} data-size="block" />
      <span className={classes.bar} data-size="block" />
      <span className={classes.bar} data-size="block" />
    </div>
  );
}

interface LoadMissingProps {
  error: unknown;
  isRetrying: boolean;
  onRetry: () => void;
  onClose: () => void;
}

export function LoadMissing({ error, isRetrying, onRetry, onClose }: LoadMissingProps) {
  const isGone = failureCode(error) === 'not_found' || failureCode(error) === 'validation_failed';
  return (
    <div className={classes.missing} role="alert">
      <h2>{isGone ? 'This load is not here' : 'Couldn’t load this load'}</h2>
      <p>{isGone ? 'It was removed for good, or the address belongs to another company.' : describeFailure(error).message}</p>
      <div>
        {isGone ? null : (
          <Button loading={isRetrying} onClick={onRetry}>
            Try again
          </Button>
        )}
        <Button variant="default" onClick={onClose}>
          Back to the loads
        </Button>
      </div>
    </div>
  );
}
