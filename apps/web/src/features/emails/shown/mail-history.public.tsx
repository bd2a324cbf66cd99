import type { EmailRow } from '@headhaul/contracts/mail/emails';
import { Link } from 'react-router';
import { formatMoney } from '../../../shared/format/money.ts';
import ends from '../../../shared/list/history-ends.module.css';
import { Ago } from '../../../shared/time/ago.tsx';
import { type EmailQuery, emailsApi } from '../emails.api.ts';
import { formatRecipient } from '../labels.public.ts';
import { emailPath } from '../paths.public.ts';
import classes from './mail-history.module.css';
import { MailStatePill } from './mail-state-pill.tsx';
import { PrivateSubject } from './private-subject.tsx';

const pageSize = 5;

/** The mails about one load or to one broker, newest first. */
export function MailHistory({ about, none }: { about: Pick<EmailQuery, 'loadId' | 'brokerId'>; none: string }) {
  const list = emailsApi.useListEmailsInfiniteQuery({ ...about, limit: pageSize });
  const emails = list.currentData?.pages.flatMap((page) => page.emails);
  if (emails === undefined) {
    return (
      <p className={ends.none} role={list.isError ? 'alert' : 'status'}>
        {list.isError ? (
          <>
            Couldn’t load the emails.{' '}
            <button type="button" className={ends.more} onClick={() => void list.refetch()}>
              Try again
            </button>
          </>
        ) : (
          'Getting the emails…'
        )}
      </p>
    );
  }
  if (emails.length === 0) return <p className={ends.none}>{none}</p>;
  return (
    <>
      <ul className={classes.mails}>
        {emails.map((email) => (
          <Line key={email.id} email={email} />
        ))}
      </ul>
      {list.hasNextPage ? (
        <button type="button" className={ends.more} disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {list.isFetchingNextPage ? 'Getting more…' : 'Show earlier'}
        </button>
      ) : null}
    </>
  );
}

function Line({ email }: { email: EmailRow }) {
  return (
    <li>
      <span className={classes.state}>
        <MailStatePill email={email} />
      </span>
      <span className={classes.words}>
        {email.isPrivate ? <PrivateSubject email={email} /> : <Link to={emailPath(email.id)}>{email.subject}</Link>}
        <span className={classes.line}>
          {email.userName} to {formatRecipient(email)}
          {email.offerCents === null ? '' : `, asked ${formatMoney(email.offerCents)}`}
        </span>
      </span>
      <span className={classes.when}>
        <Ago at={email.sentAt ?? email.createdAt} />
      </span>
    </li>
  );
}
