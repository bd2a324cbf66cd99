import { Button } from '@mantine/core';
import { useState } from 'react';
import { useKeys } from '../../shared/keyboard/use-hotkeys.ts';
import { KeyHints } from '../../shared/list/list-foot.tsx';
import { ListScreen } from '../../shared/list/list-screen.tsx';
import { ListError } from '../../shared/list/list-states/list-error.tsx';
import { CardSkeleton } from '../../shared/list/list-states/list-skeleton.tsx';
import { OfflineCopy } from '../../shared/list/list-states/offline-strip.tsx';
import { StateLine, type StatePart, WorkHeader } from '../../shared/list/work-header.tsx';
import { notify } from '../../shared/notify.ts';
import { useSession } from '../../shared/session/session-store.ts';
import { specTexts } from '../../shared/spec-texts.ts';
import { useNow } from '../../shared/time/use-now.ts';
import { useOfficeZone } from '../../shared/time/use-office-zone.ts';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { useIsMobile } from '../../shared/ui/viewport.ts';
import { AccountTabs } from './account-tabs.public.tsx';
import { NewsBars } from './news-bars.tsx';
import { formatCount, formatNews, groupByMember } from './sign-in-labels.ts';
import { SignInCards, SignInTable } from './sign-in-rows.tsx';
import { signInsApi } from './sign-ins.api.ts';
import classes from './sign-ins-page.module.css';
import { useSignInActions } from './use-sign-in-actions.ts';

const hints = [
  { keys: ['j', 'k'], does: 'move' },
  { keys: ['e'], does: 'end session' },
];

/** Where people are signed in. The owner sees the whole company, everybody else only themselves. */
export default function SignInsPage() {
  const isTeamOwner = useSession()?.isTeamOwner ?? false;
  const now = useNow();
  const zone = useOfficeZone();
  const isMobile = useIsMobile();
  const list = signInsApi.useListSignInsQuery();
  const actions = useSignInActions();
  const [focusedId, setFocusedId] = useState<string | null>(null);
  const [isAsking, setIsAsking] = useState(false);

  const signIns = list.data?.signIns;
  const hasFailed = list.isError && signIns === undefined;
  const inOrder = groupByMember(signIns ?? []).flatMap((member) => member.signIns);
  const others = inOrder.filter(({ isCurrent }) => !isCurrent);
  const step = (by: number) => {
    const index = inOrder.findIndex(({ id }) => id === focusedId);
    const next = inOrder[Math.min(Math.max(index + by, 0), inOrder.length - 1)];
    if (next) setFocusedId(next.id);
  };
  const focused = inOrder.find(({ id }) => id === focusedId);
  useKeys({
    j: () => step(1),
    k: () => step(-1),
    e: () => focused && !focused.isCurrent && void actions.end(focused),
  });

  const news = formatNews(signIns ?? []);
  const state: (string | StatePart)[] =
    signIns === undefined
      ? [hasFailed ? 'Not up to date' : 'Getting sign-ins…']
      : [formatCount(signIns, isTeamOwner), ...(news === null ? [] : [{ words: news, tone: 'need' } as const])];
  const head = (
    <>
      <OfflineCopy fetchedAt={list.fulfilledTimeStamp} />
      <WorkHeader title={specTexts.sidebar.accountAndTeam} state={<StateLine parts={state} />}>
        {others.length === 0 ? undefined : (
          <Button
            variant="default"
            className={classes.endAll}
            disabled={actions.blocked !== null}
            title={actions.blocked ?? undefined}
            aria-haspopup="dialog"
            onClick={() => setIsAsking(true)}
          >
            End all but mine
          </Button>
        )}
      </WorkHeader>
      <AccountTabs />
      <NewsBars signIns={signIns ?? []} now={now} zone={zone} actions={actions} />
    </>
  );

  const rows = { now, zone, actions };
  return (
    <ListScreen
      label="Sign-ins"
      head={head}
      foot={<KeyHints hints={hints} totals={[{ value: 'Place is from the IP address and can be off by a city' }]} />}
    >
      {isMobile ? (
        hasFailed ? null : signIns === undefined ? (
          <CardSkeleton />
        ) : (
          <SignInCards signIns={signIns} {...rows} />
        )
      ) : (
        <SignInTable signIns={hasFailed ? [] : signIns} focusedId={focusedId} onFocus={setFocusedId} {...rows} />
      )}
      {hasFailed ? (
        <ListError
          title="Couldn’t load sign-ins"
          error={list.error}
          safe="Everybody stays signed in."
          isRetrying={list.isFetching}
          onRetry={() => void list.refetch()}
        />
      ) : null}
      {signIns !== undefined && others.length === 0 ? (
        <p className={classes.alone}>{isTeamOwner ? 'Nobody else is signed in.' : 'You are signed in here only.'}</p>
      ) : null}
      {isMobile && signIns !== undefined ? <p className={classes.note}>Place is from the IP address and can be off by a city.</p> : null}
      {isAsking ? <EndOthers others={others.length} isTeamOwner={isTeamOwner} onClose={() => setIsAsking(false)} /> : null}
    </ListScreen>
  );
}

function EndOthers({ others, isTeamOwner, onClose }: { others: number; isTeamOwner: boolean; onClose: () => void }) {
  const [endOthers, { isLoading }] = signInsApi.useEndOtherSignInsMutation();
  const sessions = others === 1 ? '1 session' : `${others} sessions`;
  const confirm = async () => {
    const { data, error } = await endOthers();
    onClose();
    if (error === undefined) notify('success', data?.ended === 1 ? 'Ended 1 session' : `Ended ${data?.ended} sessions`);
  };
  return (
    <ConfirmDialog
      isOpen
      title="End all but mine?"
      action={`End ${sessions}`}
      tone="danger"
      isBusy={isLoading}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>
        {isTeamOwner ? 'Everybody is signed out' : 'You are signed out'} everywhere but on this device, with the extension there. Signing in
        again works as before.
      </p>
    </ConfirmDialog>
  );
}
