import type { HandOver } from '@headhaul/contracts/team';
import { Button, Modal } from '@mantine/core';
import { skipToken } from '@reduxjs/toolkit/query/react';
import { IconAlertTriangleFilled } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { describeFailure, isUnconfirmed } from '../../../shared/api/api-failure.ts';
import { useIsOffline } from '../../../shared/list/list-states/offline-strip.tsx';
import shared from '../../../shared/ui/dialog.module.css';
import { FocusBack } from '../../../shared/ui/focus-back.tsx';
import { teamApi } from '../team.api.ts';
import { handOverOf, hasNothingToHandOver, mailboxTaker, noChoices, takersOf } from './choices.ts';
import classes from './dialog.module.css';
import { copyLine, reconnectLine, waitingLine } from './labels.ts';
import { Mailboxes } from './mailboxes.tsx';
import { Work } from './work.tsx';

interface DepartureDialogProps {
  /** The member who leaves. By default the user. */
  leaverId?: string;
  title: string;
  /** What leaving means for this member. Always shown. */
  line: string;
  /** Shown when there is nothing to hand over. */
  shortLine: string;
  mailboxesTitle: (count: number) => string;
  workTitle: string;
  action: string;
  isBusy: boolean;
  /** Why the server refused it. */
  failure: unknown;
  children?: ReactNode;
  onConfirm: (handOver: HandOver) => void;
  onClose: () => void;
}

/** Asks who takes over the mailboxes, loads and drivers of a member who leaves. Mounted only while it asks. The focus starts on Cancel. */
export function DepartureDialog({ title, line, shortLine, workTitle, action, isBusy, failure, ...props }: DepartureDialogProps) {
  const { mailboxesTitle, children, onConfirm, onClose } = props;
  const team = teamApi.useListTeamMembersInfiniteQuery({ search: '' });
  const { hasNextPage, isFetching, isError, fetchNextPage } = team;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  const members = team.data?.pages.flatMap((page) => page.members) ?? [];
  const leaverId = props.leaverId ?? members.find(({ isYou }) => isYou)?.id;
  const departure = teamApi.useGetDepartureQuery(leaverId === undefined ? skipToken : { params: { id: leaverId } });
  const [choices, setChoices] = useState(noChoices);
  const isOffline = useIsOffline();

  const leaving = departure.data;
  const isLost = (leaving === undefined && departure.isError) || isError;
  const isKnown = leaving !== undefined && team.data !== undefined && !hasNextPage;
  const takers = takersOf(members, leaverId);
  // A member's waiting mail goes out under a teammate's name only when the owner decides so, not when the member leaves on their own.
  const isOwnLeave = props.leaverId === undefined;
  const mailboxNotes = (leaving?.mailboxes ?? []).flatMap((mailbox) => {
    const { taker } = mailboxTaker(mailbox, takers, choices);
    return [waitingLine(mailbox, isOwnLeave ? null : taker), isOwnLeave ? reconnectLine(mailbox, taker) : null].filter(
      (line) => line !== null,
    );
  });
  const notes = [...mailboxNotes, ...(leaving?.copies ?? []).map(copyLine)];
  const retry = () => {
    if (departure.isError) void departure.refetch();
    if (isError) void (team.data === undefined ? team.refetch() : fetchNextPage());
  };

  return (
    <Modal.Root opened onClose={onClose} size={640} padding={0} classNames={{ content: classes.content }}>
      <Modal.Overlay color="#0B1220" backgroundOpacity={0.5} />
      <Modal.Content>
        <FocusBack />
        <div className={classes.body} aria-busy={!isKnown && !isLost}>
          <div className={shared.head}>
            <Modal.Title className={shared.title}>{title}</Modal.Title>
            <Modal.CloseButton size={32} iconSize={20} aria-label="Close" className={shared.close} />
          </div>
          <p className={shared.text}>{line}</p>
          {isLost ? (
            <div className={classes.lost} role="alert">
              <p>Couldn’t load what there is to hand over.</p>
              <Button variant="default" size="sm" loading={departure.isFetching || isFetching} onClick={retry}>
                Try again
              </Button>
            </div>
          ) : !isKnown ? (
            <div className={classes.bones} aria-hidden="true" />
          ) : hasNothingToHandOver(leaving) ? (
            <p className={classes.short}>{shortLine}</p>
          ) : (
            // No changes while the request runs.
            <fieldset className={classes.choices} disabled={isBusy}>
              {leaving.mailboxes.length === 0 ? null : (
                <Mailboxes
                  title={mailboxesTitle(leaving.mailboxes.length)}
                  mailboxes={leaving.mailboxes}
                  takers={takers}
                  choices={choices}
                  onChange={setChoices}
                />
              )}
              <Work title={workTitle} departure={leaving} takers={takers} choices={choices} onChange={setChoices} />
            </fieldset>
          )}
          <div aria-live="polite">
            {notes.map((note) => (
              <p key={note} className={classes.note}>
                <IconAlertTriangleFilled className={classes.noteMark} size={16} aria-hidden="true" />
                <span>{note}</span>
              </p>
            ))}
          </div>
          {children}
          {failure === undefined || isUnconfirmed(failure) ? null : (
            <p className={classes.refused} role="alert">
              {describeFailure(failure).message}
            </p>
          )}
        </div>
        <div className={classes.foot}>
          {isOffline ? <p>You’re offline. Try again when you’re back.</p> : null}
          <Button variant="default" size="md" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button
            color="stop.6"
            size="md"
            loading={isBusy}
            disabled={!isKnown || isLost || isOffline}
            onClick={() => isKnown && onConfirm(handOverOf(leaving, takers, choices))}
          >
            {action}
          </Button>
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}
