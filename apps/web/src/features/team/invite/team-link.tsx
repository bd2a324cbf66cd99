import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconCheck, IconLink, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { notify } from '../../../shared/notify.ts';
import { specTexts } from '../../../shared/spec-texts.ts';
import { daysUntil } from '../../../shared/time/format-time.ts';
import { useNow } from '../../../shared/time/use-now.ts';
import { inviteApi, teamLinkTarget } from './invite.api.ts';
import classes from './invite-dialog.module.css';
import { useCopyTeamLink } from './use-copy-team-link.ts';

/** The left side of the dialog's footer: copy the link, see how long it works, or replace it. */
export function TeamLink() {
  const now = useNow();
  const { data: link } = inviteApi.useGetTeamLinkQuery(teamLinkTarget());
  const [rotate, { isLoading: isRotating }] = inviteApi.useRotateTeamLinkMutation();
  const { isCopied, copy } = useCopyTeamLink();
  const [isAsking, setAsking] = useState(false);

  const makeNew = async () => {
    const answer = await rotate(teamLinkTarget());
    if (answer.error === undefined) notify('success', 'New link made. The old one no longer works.');
    setAsking(false);
  };

  if (isAsking) {
    return (
      <div className={classes.ask}>
        <p>Make a new link? The old one stops working at once.</p>
        <Button variant="subtle" size="sm" color="gray" onClick={() => setAsking(false)} autoFocus>
          Keep it
        </Button>
        <Button variant="light" size="sm" color="stop" loading={isRotating} onClick={() => void makeNew()}>
          Make new link
        </Button>
      </div>
    );
  }

  const daysLeft = link === undefined ? null : daysUntil(link.expiresAt, now);
  return (
    <div className={classes.link}>
      <button type="button" className={classes.copy} data-copied={isCopied} onClick={() => void copy()}>
        {isCopied ? <IconCheck size={18} stroke={1.75} aria-hidden="true" /> : <IconLink size={18} stroke={1.75} aria-hidden="true" />}
        <span aria-live="polite">{isCopied ? specTexts.copied : 'Copy link'}</span>
      </button>
      <span className={classes.linkLife}>{daysLeft === null ? '' : `Link works for ${daysLeft} ${daysLeft === 1 ? 'day' : 'days'}`}</span>
      <Tooltip label="Make a new link">
        <ActionIcon size={28} className={classes.renew} aria-label="Make a new link" onClick={() => setAsking(true)}>
          <IconRefresh size={16} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
