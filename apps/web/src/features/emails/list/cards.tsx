import type { EmailRow } from '@headhaul/contracts/mail/emails';
import { useIntersection } from '@mantine/hooks';
import { useEffect } from 'react';
import { formatMoney } from '../../../shared/format/money.ts';
import { CardSkeleton } from '../../../shared/list/list-states/list-skeleton.tsx';
import { formatAgo } from '../../../shared/time/format-time.ts';
import { useOfficeZone } from '../../../shared/time/use-office-zone.ts';
import { formatRecipient } from '../labels.public.ts';
import { MailStatePill } from '../shown/mail-state-pill.tsx';
import { PrivateSubject } from '../shown/private-subject.tsx';
import classes from './cards.module.css';
import { aboutLine, stateLine } from './lines.ts';

interface EmailCardsProps {
  emails: readonly EmailRow[] | undefined;
  hasMore: boolean;
  now: number;
  onNearEnd: () => void;
  onOpen: (email: EmailRow) => void;
}

/** The list on a phone. */
export function EmailCards({ emails, hasMore, now, onNearEnd, onOpen }: EmailCardsProps) {
  const zone = useOfficeZone();
  const { ref, entry } = useIntersection({ rootMargin: '600px' });
  const isNearEnd = hasMore && (entry?.isIntersecting ?? false);
  const count = emails?.length ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: Runs again when more cards have loaded and the end is still near.
  useEffect(() => {
    if (isNearEnd) onNearEnd();
  }, [isNearEnd, count]);

  if (emails === undefined) return <CardSkeleton />;
  return (
    <ul className={classes.cards}>
      {emails.map((email) => {
        const content = <CardContent email={email} now={now} zone={zone} />;
        return (
          <li key={email.id}>
            {email.isPrivate ? (
              <div className={classes.card}>{content}</div>
            ) : (
              <button
                type="button"
                className={classes.card}
                data-need={email.state === 'UNKNOWN' || undefined}
                onClick={() => onOpen(email)}
              >
                {content}
              </button>
            )}
          </li>
        );
      })}
      <li ref={ref} className={classes.end} aria-hidden="true" />
    </ul>
  );
}

function CardContent({ email, now, zone }: { email: EmailRow; now: number; zone: string }) {
  const line = stateLine(email, now, zone);
  return (
    <>
      <span className={classes.top}>
        <MailStatePill email={email} />
        <span>{formatAgo(email.sentAt ?? email.createdAt, now, zone)}</span>
      </span>
      <b>{email.isPrivate ? <PrivateSubject email={email} /> : email.subject}</b>
      <span className={classes.line}>
        {formatRecipient(email)}
        {email.brokerName === null ? '' : `, ${email.brokerName}`}
      </span>
      <span className={classes.line}>
        {aboutLine(email)}
        {email.offerCents === null ? '' : ` · asked ${formatMoney(email.offerCents)}`}
      </span>
      {line.tone === undefined ? null : (
        <span className={classes.line} data-tone={line.tone}>
          {line.words}
        </span>
      )}
      <span className={classes.line}>
        {email.isPrivate ? `${email.userName} from a private mailbox` : `${email.userName} from ${email.accountAddress}`}
      </span>
    </>
  );
}
