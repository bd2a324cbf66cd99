import type { OpenSession } from '@headhaul/contracts/profile';
import { Button } from '@mantine/core';
import { IconDeviceDesktop, IconPuzzle } from '@tabler/icons-react';
import { useState } from 'react';
import { notify } from '../../shared/notify.ts';
import { Ago } from '../../shared/time/ago.tsx';
import { formatDay } from '../../shared/time/format-time.ts';
import { useNow } from '../../shared/time/use-now.ts';
import { useOfficeZone } from '../../shared/time/use-office-zone.ts';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { deviceName } from './device-name.ts';
import { profileApi } from './profile.api.ts';
import classes from './profile-page.module.css';

export function SessionsSection() {
  const now = useNow();
  const zone = useOfficeZone();
  const { data, isError, isFetching, refetch } = profileApi.useListSessionsQuery();
  const [endOne, { isLoading: isEnding }] = profileApi.useEndOneSessionMutation();
  const [asked, setAsked] = useState<OpenSession | null>(null);

  const end = async (session: OpenSession) => {
    const { error } = await endOne({ params: { id: session.id } });
    setAsked(null);
    if (error === undefined) notify('success', `Signed out: ${deviceName(session.device, session.audience)}`);
  };

  return (
    <section className={classes.card} aria-labelledby="sessions-title">
      <h2 id="sessions-title">Where you are signed in</h2>
      {data === undefined && isError ? (
        <div role="alert">
          <p>This list could not be loaded.</p>
          <Button variant="default" size="sm" className={classes.retry} loading={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      ) : null}
      {data === undefined && !isError ? <div className={classes.waitingLine} aria-busy="true" /> : null}
      <ul className={classes.lines}>
        {data?.sessions.map((session) => {
          const name = deviceName(session.device, session.audience);
          const DeviceIcon = session.audience === 'extension' ? IconPuzzle : IconDeviceDesktop;
          return (
            <li key={session.id}>
              <DeviceIcon size={18} stroke={1.75} aria-hidden="true" />
              <span className={classes.device}>
                <b>{name}</b>
                <small>
                  Last active: <Ago at={session.isCurrent ? new Date(now).toISOString() : session.lastActiveAt} />. Signed in{' '}
                  {formatDay(session.createdAt, now, zone)}.
                </small>
              </span>
              {session.isCurrent ? (
                <span className={classes.pill}>This one</span>
              ) : (
                <Button variant="default" size="sm" onClick={() => setAsked(session)}>
                  Sign out<span className={classes.hidden}> {name}</span>
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {asked === null ? null : (
        <ConfirmDialog
          isOpen
          title={`Sign out ${deviceName(asked.device, asked.audience)}?`}
          action="Sign out"
          tone="danger"
          isBusy={isEnding}
          onConfirm={() => void end(asked)}
          onClose={() => setAsked(null)}
        >
          <p>
            {asked.audience === 'extension'
              ? 'The extension there stops working until you sign in again.'
              : 'The extension that was signed in from there is signed out too.'}
          </p>
        </ConfirmDialog>
      )}
    </section>
  );
}
