import type { EmailRow } from '@headhaul/contracts/mail/emails';
import { Button } from '@mantine/core';
import { IconMail, IconPuzzle, IconTruckLoading } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useKeys } from '../../../shared/keyboard/use-hotkeys.ts';
import { KeyHints } from '../../../shared/list/list-foot.tsx';
import { ListScreen } from '../../../shared/list/list-screen.tsx';
import { ListEmpty } from '../../../shared/list/list-states/list-empty.tsx';
import { ListError } from '../../../shared/list/list-states/list-error.tsx';
import { ListFilteredEmpty } from '../../../shared/list/list-states/list-filtered-empty.tsx';
import { OfflineCopy } from '../../../shared/list/list-states/offline-strip.tsx';
import { StateLine, WorkHeader } from '../../../shared/list/work-header.tsx';
import { calendarOf } from '../../../shared/time/calendar.ts';
import { useNow } from '../../../shared/time/use-now.ts';
import { useIsMobile } from '../../../shared/ui/viewport.ts';
import { companyApi } from '../../company/company.api.ts';
import { emailsApi } from '../emails.api.ts';
import { accountsPath } from '../paths.public.ts';
import { useEmailActions } from '../use-email-actions.tsx';
import { type EmailListState, emailQueryOf, isNarrowed, noFilters, readEmailList, writeEmailList } from './address.ts';
import { EmailCards } from './cards.tsx';
import { EmailFilters } from './filters.tsx';
import { EmailTable } from './table.tsx';

const EmailDrawer = lazy(() => import('./drawer.tsx'));
const hints = [
  { keys: ['j', 'k'], does: 'move' },
  { keys: ['↵'], does: 'open' },
  { keys: ['/'], does: 'find' },
];

/** All mails that were sent or should have been. */
export default function EmailsPage() {
  const now = useNow();
  const isMobile = useIsMobile();
  const [params, setParams] = useSearchParams();
  const state = readEmailList(params);
  const { data: company, isError: isCalendarLost } = companyApi.useGetMyCompanyQuery();
  const calendar = calendarOf(company, now);
  // The days of a preset such as "this week" depend on the office's calendar, so wait for it.
  const list = emailsApi.useListEmailsInfiniteQuery(emailQueryOf(state, calendar), {
    skip: typeof state.days === 'string' && company === undefined && !isCalendarLost,
  });
  const { hasNextPage, isFetching, isError, fetchNextPage } = list;
  const actions = useEmailActions();
  const [focusedId, setFocusedId] = useState<string | null>(null);

  const emails = useMemo(() => list.currentData?.pages.flatMap((page) => page.emails), [list.currentData]);
  const change = (part: Partial<EmailListState>, isSmallStep = false) =>
    setParams((before) => writeEmailList({ ...readEmailList(before), ...part }), { replace: isSmallStep });
  const open = ({ id }: Pick<EmailRow, 'id'>) => {
    setFocusedId(id);
    if (emails?.some((email) => email.id === id && email.isPrivate)) return;
    change({ open: id }, state.open !== null);
  };
  const loadMore = () => {
    if (hasNextPage && !isFetching) void fetchNextPage();
  };
  // One request searches a few months. Older months may have matches, so ask on.
  const isLooking = emails?.length === 0 && hasNextPage && !isError;
  useEffect(() => {
    if (isLooking && !isFetching) void fetchNextPage();
  }, [isLooking, isFetching, fetchNextPage]);
  const step = (by: 1 | -1) => {
    // While a mail is open beside the list, skip mails that the user may not read.
    const walked = state.open === null ? emails : emails?.filter(({ isPrivate }) => !isPrivate);
    const index = walked?.findIndex(({ id }) => id === (state.open ?? focusedId)) ?? -1;
    const next = walked?.[Math.min(Math.max(index + by, 0), walked.length - 1)];
    if (next === undefined) return;
    if (state.open === null) setFocusedId(next.id);
    else open(next);
  };
  useKeys({
    j: () => step(1),
    k: () => step(-1),
    // biome-ignore lint/correctness/noComponentHookFactories: "Enter" is the name of a key, not of a component.
    Enter: () => focusedId !== null && open({ id: focusedId }),
  });

  const isWaiting = emails === undefined || isLooking;
  const hasFailed = isError && (emails === undefined || emails.length === 0);
  const isFirstUse = emails?.length === 0 && !isNarrowed(state);
  const words = hasFailed ? 'Not up to date' : isWaiting ? 'Getting your mail…' : isFirstUse ? 'Nothing yet' : 'Newest first';
  const rows = { emails: hasFailed ? [] : isWaiting ? undefined : emails, hasMore: hasNextPage, now, onNearEnd: loadMore, onOpen: open };

  const head = (
    <>
      <OfflineCopy fetchedAt={list.fulfilledTimeStamp} />
      <WorkHeader title="Sent mail" state={<StateLine parts={[words]} />}>
        <Button component={Link} to={accountsPath} variant="default" leftSection={<IconMail size={16} stroke={1.75} />}>
          Email accounts
        </Button>
      </WorkHeader>
      {isFirstUse ? null : <EmailFilters state={state} today={calendar.today} onChange={change} />}
    </>
  );
  return (
    <ListScreen
      label="Sent mail"
      head={head}
      {...(isFirstUse ? {} : { foot: <KeyHints hints={hints} totals={countOf(emails, hasNextPage)} /> })}
    >
      {isFirstUse ? (
        <FirstUse />
      ) : (
        <>
          {isMobile ? (
            <EmailCards {...rows} />
          ) : (
            <EmailTable
              {...rows}
              focusedId={state.open ?? focusedId}
              onFocus={setFocusedId}
              onTakeBack={(email) => void actions.takeBack(email)}
              onResend={(email) => void actions.sendAgain(email)}
              onAnswer={(email, answer) => void actions.answer(email, answer)}
            />
          )}
          {hasFailed ? (
            <ListError
              title="Couldn’t load your emails"
              error={list.error}
              safe="Nothing is lost, and what waits still leaves."
              isRetrying={isFetching}
              onRetry={() => void list.refetch()}
            />
          ) : null}
          {rows.emails?.length === 0 && !hasFailed ? <ListFilteredEmpty line="No mail matches." onClear={() => change(noFilters)} /> : null}
        </>
      )}
      {actions.question}
      {state.open === null ? null : (
        <Suspense>
          <EmailDrawer key={state.open} emailId={state.open} onClose={() => change({ open: null }, true)} onOpen={(id) => open({ id })} />
        </Suspense>
      )}
    </ListScreen>
  );
}

function countOf(emails: readonly EmailRow[] | undefined, hasMore: boolean) {
  if (emails === undefined || emails.length === 0) return [];
  return [{ value: `${emails.length}${hasMore ? '+' : ''} ${emails.length === 1 ? 'mail' : 'mails'}` }];
}

function FirstUse() {
  return (
    <ListEmpty
      title="Nothing was sent yet"
      line="Every mail to a broker is kept here: who wrote it, what was asked, and whether it left."
      ways={[
        {
          icon: IconMail,
          title: 'Connect your mailbox',
          text: 'Gmail, Outlook or your own server. We can only send, never read.',
          action: 'Email accounts',
          to: accountsPath,
        },
        {
          icon: IconTruckLoading,
          title: 'Write about a load',
          text: 'Open a load and press “Email broker”. The template fills itself in.',
          action: 'Loads',
          to: '/dispatcher/my-loads',
        },
        {
          icon: IconPuzzle,
          title: 'One click on the board',
          text: 'The extension writes from the row you are looking at.',
          action: 'Extension',
          to: '/dispatcher/extension',
        },
      ]}
    />
  );
}
