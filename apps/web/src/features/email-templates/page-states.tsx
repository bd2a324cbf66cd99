import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ListError } from '../../shared/list/list-states/list-error.tsx';
import { SubPageHeader } from '../../shared/list/work-header.tsx';
import { accountsPath } from '../emails/paths.public.ts';
import classes from './page-states.module.css';

/** The states of the template and signature pages before there is something to edit. */
interface OfPage {
  page: 'Template' | 'Signature';
}

function Frame({ page, state, children }: OfPage & { state?: string; children: ReactNode }) {
  return (
    <>
      <SubPageHeader title={page} backTo={accountsPath} state={state} />
      {children}
    </>
  );
}

interface Question {
  error?: unknown;
  isError: boolean;
  isFetching: boolean;
  refetch: () => unknown;
}

/** Shown while the request runs, or when it failed. */
export function WithoutAnswer({ page, question }: OfPage & { question: Question }) {
  if (!question.isError) return <Waiting page={page} />;
  return (
    <Frame page={page} state="Not up to date">
      <ListError
        title={`Couldn’t load the ${page.toLowerCase()}`}
        error={question.error}
        safe="Nothing is lost."
        isRetrying={question.isFetching}
        onRetry={() => void question.refetch()}
      />
    </Frame>
  );
}

export function Waiting({ page }: OfPage) {
  return (
    <Frame page={page} state={`Getting the ${page.toLowerCase()}…`}>
      <div className={classes.waiting} aria-hidden="true">
        <span />
        {page === 'Template' ? (
          <>
            <span />
            <span />
          </>
        ) : null}
      </div>
    </Frame>
  );
}

/** `advice` is for a user who has no mailbox at all. */
export function WithoutMailbox({ page, isGone, advice }: OfPage & { isGone: boolean; advice: string }) {
  return (
    <Frame page={page}>
      <div className={classes.none}>
        <h2>{isGone ? 'This mailbox is not in your list' : `A ${page.toLowerCase()} belongs to a mailbox`}</h2>
        <p>{isGone ? 'It was disconnected, or it belongs to a teammate who does not share it.' : advice}</p>
        <Button component={Link} to={accountsPath}>
          {isGone ? 'All mailboxes' : 'Connect a mailbox'}
        </Button>
      </div>
    </Frame>
  );
}
