import type { ReferralInvite } from '@headhaul/contracts/referrals';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { notify } from '../../shared/notify.ts';
import { formatDay } from '../../shared/time/format-time.ts';
import { useOfficeZone } from '../../shared/time/use-office-zone.ts';
import { StatePill } from '../../shared/ui/state-pill.tsx';
import { byLink, byReward, formatReward, statusPills } from './invite-labels.ts';
import classes from './invite-table.module.css';
import { referralsApi } from './referrals.api.ts';

interface InviteTableProps {
  invites: readonly ReferralInvite[];
  now: number;
  onMail: () => void;
}

/** Every invite and its outcome. The same markup is a table on a wide screen and cards on a phone. */
export function InviteTable({ invites, now, onMail }: InviteTableProps) {
  const zone = useOfficeZone();
  const [remind] = referralsApi.useRemindInvitationMutation();
  const [busyId, setBusyId] = useState<string | null>(null);

  const send = async (invite: ReferralInvite) => {
    setBusyId(invite.id);
    const { error } = await remind({ params: { id: invite.id } });
    setBusyId(null);
    if (error === undefined) notify('success', `Reminder sent to ${invite.email ?? byLink}`);
  };

  if (invites.length === 0) {
    return (
      <section className={classes.empty} aria-label="Invites">
        <h2>Who would like this too?</h2>
        <p>Send your link to one dispatcher you know. Everyone you invite appears here, with what you earned.</p>
        <Button variant="default" size="md" onClick={onMail} aria-haspopup="dialog">
          Invite by email
        </Button>
      </section>
    );
  }

  return (
    <section className={classes.card} aria-label="Invites">
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Invited</th>
            <th scope="col">Company</th>
            <th scope="col">Status</th>
            <th scope="col">Your reward</th>
            <th scope="col" className={classes.date}>
              Sent
            </th>
          </tr>
        </thead>
        <tbody>
          {byReward(invites).map((invite) => (
            <tr key={invite.id} data-link={invite.email === null}>
              <td className={classes.who}>{invite.email ?? byLink}</td>
              <td className={classes.company}>{invite.companyName ?? '–'}</td>
              <td className={classes.status}>
                <StatePill {...statusPills[invite.status]} hasDot />
              </td>
              <td className={classes.reward}>
                {invite.canRemind ? (
                  <button type="button" disabled={busyId === invite.id} onClick={() => void send(invite)}>
                    Remind<span className={classes.spoken}> {invite.email}</span>
                  </button>
                ) : (
                  (formatReward(invite) ?? (invite.status === 'sent' ? 'Waiting' : '–'))
                )}
              </td>
              <td className={classes.date}>{formatDay(invite.sentAt, now, zone)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
