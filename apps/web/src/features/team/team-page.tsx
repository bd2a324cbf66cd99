import { chipDebounceMs } from '@headhaul/contracts/constants';
import { Button } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { IconCheck, IconLink, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useSession } from '../../shared/session/session-store.ts';
import { specTexts } from '../../shared/spec-texts.ts';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { AccountTabs } from '../sign-ins/account-tabs.public.tsx';
import { CompanyStrip } from './company-strip.tsx';
import { InviteDialog } from './invite/invite-dialog.tsx';
import { useCopyTeamLink } from './invite/use-copy-team-link.ts';
import { MemberDialogs } from './member-dialogs.tsx';
import { countLine } from './member-labels.ts';
import { teamApi } from './team.api.ts';
import classes from './team-page.module.css';
import { TeamRail } from './team-rail.tsx';
import { TeamTable } from './team-table.tsx';
import { useMemberActions } from './use-member-actions.ts';

export default function TeamPage() {
  const session = useSession();
  const isTeamOwner = session?.isTeamOwner ?? false;
  const [isInviting, inviting] = useDisclosure(false);
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text.trim(), chipDebounceMs);
  const team = teamApi.useListTeamMembersInfiniteQuery({ search });
  const actions = useMemberActions();
  const first = team.data?.pages[0];

  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <PageHeader
          title={specTexts.sidebar.accountAndTeam}
          state={first === undefined ? 'Looking who works here…' : countLine(first.working, first.invited)}
        />
        {isTeamOwner ? <InviteButtons onInvite={inviting.open} copyLabel="Copy invite link" /> : null}
      </div>
      <AccountTabs isUnderPageHeader />
      <div className={classes.columns}>
        <div className={classes.main}>
          <TeamTable
            team={team}
            text={text}
            search={search}
            isTeamOwner={isTeamOwner}
            busyId={actions.busyId}
            onText={setText}
            onAction={actions.start}
            onInvite={inviting.open}
          />
          <CompanyStrip isTeamOwner={isTeamOwner} />
        </div>
        <TeamRail isTeamOwner={isTeamOwner} canManageBilling={session?.canManageBilling ?? false} people={first} />
      </div>
      {isTeamOwner ? (
        <>
          <div className={classes.bar}>
            <InviteButtons onInvite={inviting.open} copyLabel="Copy link" />
          </div>
          <InviteDialog isOpen={isInviting} onClose={inviting.close} companyName={session?.companyName ?? ''} />
          <MemberDialogs asked={actions.asked} isBusy={actions.busyId !== null} onConfirm={actions.confirm} onClose={actions.close} />
        </>
      ) : null}
    </div>
  );
}

function InviteButtons({ onInvite, copyLabel }: { onInvite: () => void; copyLabel: string }) {
  const { isCopied, copy } = useCopyTeamLink();
  return (
    <div className={classes.buttons}>
      <Button
        variant="default"
        size="md"
        className={classes.copy}
        data-copied={isCopied}
        leftSection={isCopied ? <IconCheck size={18} stroke={1.75} /> : <IconLink size={18} stroke={1.75} />}
        onClick={() => void copy()}
      >
        <span aria-live="polite">{isCopied ? specTexts.copied : copyLabel}</span>
      </Button>
      <Button size="md" leftSection={<IconPlus size={18} stroke={1.75} />} onClick={onInvite} aria-haspopup="dialog">
        Invite people
      </Button>
    </div>
  );
}
