import type { EmailAccount } from '@headhaul/contracts/mail/accounts';
import { Link } from 'react-router';
import { Ago } from '../../shared/time/ago.tsx';
import { formatClock } from '../../shared/time/format-time.ts';
import { useOfficeZone } from '../../shared/time/use-office-zone.ts';
import { emailsPath } from '../emails/paths.public.ts';
import classes from './mailbox-figures.module.css';
import { formatBounce, formatCount, formatRoom, isBouncing } from './mailbox-labels.public.ts';

const spanMs = 2 * 3_600_000;

/** How much of the provider's limit is used, when mails were sent, and how many bounced. */
export function MailboxFigures({ account, now }: { account: EmailAccount; now: number }) {
  const { health } = account;
  const zone = useOfficeZone();
  const { room, next } = formatRoom(health, now, zone);
  const bounced = formatBounce(health);
  return (
    <div className={classes.figures}>
      <p className={classes.sent}>
        <b>{formatCount(health.sentLast24h)}</b> of {formatCount(health.dailyCap)} in 24 h
      </p>
      <Bars spans={health.sentBySpan} />
      <p className={classes.axis} aria-hidden="true">
        <span>{formatClock(now - 12 * spanMs, zone)} yesterday</span>
        <span>now</span>
      </p>
      <p className={classes.room}>
        <b>{room}.</b> {next}
      </p>
      <dl className={classes.lines}>
        <div>
          <dt>Pace</dt>
          <dd>up to {health.perMinute} a minute</dd>
        </div>
        {health.waiting === 0 ? null : (
          <div>
            <dt>Waiting to leave</dt>
            <dd>
              <Link to={`${emailsPath}?mailbox=${account.id}&state=QUEUED`}>{formatCount(health.waiting)}</Link>
            </dd>
          </div>
        )}
        {health.unknown === 0 ? null : (
          <div data-tone="need">
            <dt>Unknown outcome</dt>
            <dd>
              <Link to={`${emailsPath}?mailbox=${account.id}&state=UNKNOWN`}>{formatCount(health.unknown)}, say what happened</Link>
            </dd>
          </div>
        )}
        <div data-tone={isBouncing(health) ? 'need' : undefined}>
          <dt>Bounced in 7 days</dt>
          <dd>
            {bounced === null ? (
              <span>nothing sent</span>
            ) : (
              <>
                <b>{bounced}</b> <span>limit 3%</span>
              </>
            )}
          </dd>
        </div>
        <div>
          <dt>Duplicates held</dt>
          <dd>
            <b>{formatCount(health.duplicatesHeld)}</b> <span>in 7 days</span>
          </dd>
        </div>
        {health.lastError === null || account.status === 'RECONNECT_NEEDED' ? null : (
          <div className={classes.error}>
            <dt>Last trouble</dt>
            <dd>
              {health.lastError.text} <Ago at={health.lastError.at} />
            </dd>
          </div>
        )}
      </dl>
    </div>
  );
}

function Bars({ spans }: { spans: readonly number[] }) {
  const highest = Math.max(...spans, 1);
  const words = `Emails in spans of two hours, oldest first: ${spans.join(', ')}`;
  return (
    <svg className={classes.bars} viewBox="0 0 120 44" preserveAspectRatio="none" role="img" aria-label={words}>
      {spans.map((sent, index) => {
        const height = sent === 0 ? 1 : Math.max((sent / highest) * 44, 3);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: A bar is identified by its place in time.
          <rect key={index} x={index * 10 + 0.7} width={8.6} y={44 - height} height={height} data-now={index === spans.length - 1} />
        );
      })}
    </svg>
  );
}
