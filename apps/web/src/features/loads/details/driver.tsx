import type { Load } from '@headhaul/contracts/loads/record';
import { Button } from '@mantine/core';
import { IconPhone, IconUserPlus } from '@tabler/icons-react';
import { lazy, type MouseEvent, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { Avatar } from '../../../shared/list/rows/avatar.tsx';
import { toRow } from '../cache/cached-lists.ts';
import { type AnchorBox, boxOf } from '../menu-anchor.tsx';
import classes from './driver.module.css';

const AssignMenu = lazy(() => import('../assign/assign-menu.tsx'));

function formatCrew({ truckNumber, trailerNumber, coDriverName }: Load): string {
  const parts = [
    truckNumber === null ? null : `truck ${truckNumber}`,
    trailerNumber === null ? null : `trailer ${trailerNumber}`,
    coDriverName === null ? null : `with ${coDriverName}`,
  ].filter((part) => part !== null);
  const text = parts.join(', ');
  return text === '' ? 'No truck yet' : text.charAt(0).toUpperCase() + text.slice(1);
}

/** The driver, the equipment and a call button, or the button to assign a driver. */
export function DriverRow({ load }: { load: Load }) {
  const [box, setBox] = useState<AnchorBox | null>(null);
  const assign = (event: MouseEvent<HTMLButtonElement>) => setBox(boxOf(event.currentTarget));
  const isOpen = load.deletedAt === null;
  return (
    <div className={classes.row}>
      {load.driverName === null ? (
        <span className={classes.nobody} aria-hidden="true">
          <IconUserPlus size={18} stroke={1.75} />
        </span>
      ) : (
        <Avatar name={load.driverName} size={32} />
      )}
      <span className={classes.words}>
        <b>{load.driverName === null ? 'No driver yet' : <Link to={`/dispatcher/my-drivers/${load.driverId}`}>{load.driverName}</Link>}</b>
        <span>{load.driverName === null ? 'Unassigned' : formatCrew(load)}</span>
      </span>
      <CallLink load={load} className={classes.call} />
      {isOpen ? (
        <Button
          size="xs"
          variant={load.driverName === null ? 'filled' : 'default'}
          aria-haspopup="dialog"
          className={classes.button}
          onClick={assign}
        >
          {load.driverName === null ? 'Assign a driver' : 'Change'}
        </Button>
      ) : null}
      {box === null ? null : (
        <Suspense>
          <AssignMenu rows={[toRow(load)]} box={box} onClose={() => setBox(null)} />
        </Suspense>
      )}
    </div>
  );
}

/** A link that calls the driver. Draws nothing without a phone number. */
export function CallLink({ load: { driverPhone, driverName }, className }: { load: Load; className?: string | undefined }) {
  if (driverPhone === null) return null;
  return (
    <a className={`${classes.link} ${className ?? ''}`} href={`tel:${driverPhone}`} aria-label={`Call ${driverName ?? 'the driver'}`}>
      <IconPhone size={16} stroke={1.75} aria-hidden="true" />
      Call
    </a>
  );
}
