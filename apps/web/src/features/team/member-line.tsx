import type { TeamMember } from '@headhaul/contracts/team';
import { Tooltip } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { Ago } from '../../shared/time/ago.tsx';
import { formatAgo, formatMoment } from '../../shared/time/format-time.ts';
import { useNow } from '../../shared/time/use-now.ts';
import { useOfficeZone } from '../../shared/time/use-office-zone.ts';
import { avatarTone, fullName, initials, invitedLine, invitePill, type MemberAction, memberActions, roleWord } from './member-labels.ts';
import classes from './member-line.module.css';
import { MemberMenu } from './member-menu.tsx';

interface MemberLineProps {
  member: TeamMember;
  isTeamOwner: boolean;
  isBusy: boolean;
  onAction: (action: MemberAction, member: TeamMember) => void;
}

/** One person or one invite. The same markup is a row of a table on a wide screen and a card on a phone. */
export function MemberLine({ member, isTeamOwner, isBusy, onAction }: MemberLineProps) {
  const now = useNow();
  const zone = useOfficeZone();
  const isInvite = member.state !== 'working';
  const actions = memberActions(member, isTeamOwner);
  const menuActions = actions.filter((action) => action !== 'resend');

  return (
    <tr className={classes.row} data-invite={isInvite}>
      <td className={classes.person}>
        <span className={classes.avatar} data-tone={isInvite ? 'invite' : avatarTone(member)} aria-hidden="true">
          {isInvite ? <IconMail size={16} stroke={1.75} /> : initials(member)}
        </span>
        <span className={classes.names}>
          <b>
            {isInvite ? member.email : fullName(member)}
            {member.isYou ? <span className={classes.you}> (you)</span> : null}
          </b>
          <small>{isInvite ? invitedLine(member, now, zone) : member.email}</small>
        </span>
      </td>
      <td className={classes.role}>
        {roleWord(member)}
        {member.canManageBilling && member.role !== 'owner' ? <small> and billing</small> : null}
      </td>
      <td className={classes.active}>
        {isInvite ? (
          <Tooltip label={inviteLife(member, zone)}>
            <span className={classes.pill} data-state={member.state}>
              {invitePill(member, now, zone)}
            </span>
          </Tooltip>
        ) : (
          <LastActive member={member} now={now} zone={zone} />
        )}
      </td>
      <td className={classes.actions}>
        {actions.includes('resend') ? (
          <button type="button" className={classes.resend} disabled={isBusy} onClick={() => onAction('resend', member)}>
            Resend<span className={classes.hidden}> the invite to {member.email}</span>
          </button>
        ) : null}
        {menuActions.length > 0 ? <MemberMenu member={member} actions={menuActions} onAction={onAction} /> : null}
      </td>
    </tr>
  );
}

function inviteLife({ state, expiresAt }: TeamMember, zone: string): string {
  if (expiresAt === null) return 'No link yet';
  return `${state === 'expired' ? 'Worked until' : 'Works until'} ${formatMoment(expiresAt, zone)}`;
}

function LastActive({ member: { isYou, lastActiveAt }, now, zone }: { member: TeamMember; now: number; zone: string }) {
  // The user is here now, even if the session was last renewed a while ago.
  const at = isYou ? new Date(now).toISOString() : lastActiveAt;
  if (at === null) return <span>Not signed in yet</span>;
  const isHere = formatAgo(at, now, zone) === 'Now';
  return (
    <span className={classes.ago} data-here={isHere}>
      <Ago at={at} />
    </span>
  );
}
