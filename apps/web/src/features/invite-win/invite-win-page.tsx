import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCheck, IconShare2 } from '@tabler/icons-react';
import { useSession } from '../../shared/session/session-store.ts';
import { specTexts } from '../../shared/spec-texts.ts';
import { useNow } from '../../shared/time/use-now.ts';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { useCopied } from '../../shared/use-copied.ts';
import { HeroCard } from './hero-card.tsx';
import { countLine } from './invite-labels.ts';
import { InviteTable } from './invite-table.tsx';
import classes from './invite-win-page.module.css';
import { MailInvite } from './mail-invite.tsx';
import { referralsApi } from './referrals.api.ts';
import { Rules } from './rules.tsx';

export default function InviteWinPage() {
  const now = useNow();
  const isTrial = useSession()?.subscriptionType === 'FREE_TRIAL';
  const [isMailing, mailing] = useDisclosure(false);
  const { data: overview, isError, isFetching, refetch } = referralsApi.useGetReferralsQuery(undefined, { refetchOnFocus: true });
  const state = overview === undefined ? (isError ? 'Not loaded' : 'Looking up your invites…') : countLine(overview);

  return (
    <div className={classes.page}>
      <PageHeader title={specTexts.sidebar.inviteAndWin} state={state} />
      <div className={classes.columns}>
        <div className={classes.main}>
          {overview === undefined && isError ? (
            <div className={classes.error} role="alert">
              <p>Your invites could not be loaded. What you have earned is safe.</p>
              <Button variant="default" size="sm" loading={isFetching} onClick={() => void refetch()}>
                Try again
              </Button>
            </div>
          ) : null}
          {overview === undefined && !isError ? <Waiting /> : null}
          {overview === undefined ? null : (
            <>
              <HeroCard overview={overview} isTrial={isTrial} now={now} onMail={mailing.open} />
              <InviteTable invites={overview.invites} now={now} onMail={mailing.open} />
            </>
          )}
        </div>
        <Rules />
      </div>
      {overview === undefined ? null : <ShareBar link={overview.link} />}
      <MailInvite isOpen={isMailing} onClose={mailing.close} />
    </div>
  );
}

/** The main action on phones, at the bottom of the screen. The phone's share sheet offers every way to send a link. */
function ShareBar({ link }: { link: string }) {
  const { isCopied, copy } = useCopied(() => navigator.clipboard.writeText(link));
  const share = async () => {
    if (typeof navigator.share !== 'function') return copy();
    // Closing the share sheet is not a failure.
    await navigator.share({ title: 'Headhaul', url: link }).catch(() => undefined);
  };
  return (
    <div className={classes.bar}>
      <Button
        size="lg"
        fullWidth
        leftSection={isCopied ? <IconCheck size={20} stroke={1.75} /> : <IconShare2 size={20} stroke={1.75} />}
        onClick={() => void share()}
      >
        <span aria-live="polite">{isCopied ? specTexts.copied : 'Share my link'}</span>
      </Button>
    </div>
  );
}

function Waiting() {
  return (
    <div className={classes.bones} aria-busy="true">
      <span />
      <span />
    </div>
  );
}
