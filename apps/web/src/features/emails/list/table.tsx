import type { EmailRow } from '@headhaul/contracts/mail/emails';
import { IconArrowBackUp, IconMailCheck, IconMailX, IconRefresh } from '@tabler/icons-react';
import { formatMoney } from '../../../shared/format/money.ts';
import { ListSkeleton } from '../../../shared/list/list-states/list-skeleton.tsx';
import { RowAction, RowActions } from '../../../shared/list/rows/row-actions.tsx';
import { TwoLine } from '../../../shared/list/rows/two-line.tsx';
import { Spacer, useVirtualRows } from '../../../shared/list/rows/virtual-rows.tsx';
import table from '../../../shared/list/rows/work-table.module.css';
import { formatAgo, formatMoment } from '../../../shared/time/format-time.ts';
import { useOfficeZone } from '../../../shared/time/use-office-zone.ts';
import { canTakeBack, formatRecipient } from '../labels.public.ts';
import { MailStatePill } from '../shown/mail-state-pill.tsx';
import { PrivateSubject } from '../shown/private-subject.tsx';
import { aboutLine, stateLine } from './lines.ts';
import classes from './table.module.css';

const rowPx = 44;
const columnCount = 6;

export interface EmailRowActions {
  onOpen: (email: EmailRow) => void;
  onTakeBack: (email: EmailRow) => void;
  onResend: (email: EmailRow) => void;
  onAnswer: (email: EmailRow, answer: 'REPLIED' | 'DECLINED' | null) => void;
}

interface EmailTableProps extends EmailRowActions {
  emails: readonly EmailRow[] | undefined;
  hasMore: boolean;
  now: number;
  focusedId: string | null;
  onFocus: (id: string) => void;
  onNearEnd: () => void;
}

export function EmailTable({ emails, hasMore, now, focusedId, onFocus, onNearEnd, ...actions }: EmailTableProps) {
  const zone = useOfficeZone();
  const { tableRef, items, beforePx, afterPx } = useVirtualRows({ rows: emails, rowPx, hasMore, focusedId, onNearEnd });

  return (
    <table
      ref={tableRef}
      className={`${table.table} ${classes.table}`}
      aria-label="Sent mail"
      aria-rowcount={hasMore ? -1 : (emails?.length ?? 0) + 1}
    >
      <thead>
        <tr>
          <th scope="col" className={`${table.lead} ${classes.state}`}>
            State
          </th>
          <th scope="col" className={classes.to}>
            To
          </th>
          <th scope="col">Subject</th>
          <th scope="col" className={`${table.number} ${classes.asked}`}>
            Asked
          </th>
          <th scope="col" className={classes.from}>
            From
          </th>
          <th scope="col" className={`${table.number} ${table.end} ${classes.when}`}>
            When
          </th>
        </tr>
      </thead>
      {emails === undefined ? (
        <ListSkeleton
          columns={[
            { kind: 'pill' },
            { kind: 'two' },
            { kind: 'two' },
            { kind: 'figure', align: 'right' },
            { kind: 'two' },
            { kind: 'text', align: 'right' },
          ]}
        />
      ) : (
        <tbody>
          <Spacer px={beforePx} columns={columnCount} />
          {items.map(({ index }) => {
            const email = emails[index];
            return email === undefined ? null : (
              <Row
                key={email.id}
                email={email}
                index={index + 2}
                now={now}
                zone={zone}
                isFocused={email.id === focusedId}
                onFocus={onFocus}
                {...actions}
              />
            );
          })}
          <Spacer px={afterPx} columns={columnCount} />
        </tbody>
      )}
    </table>
  );
}

interface RowProps extends EmailRowActions {
  email: EmailRow;
  index: number;
  now: number;
  zone: string;
  isFocused: boolean;
  onFocus: (id: string) => void;
}

function Row({ email, index, now, zone, isFocused, onFocus, onOpen, onTakeBack, onResend, onAnswer }: RowProps) {
  const line = stateLine(email, now, zone);
  const name = formatRecipient(email);
  return (
    <tr
      data-row=""
      data-private={email.isPrivate || undefined}
      data-need={
        email.isPrivate
          ? undefined
          : email.state === 'UNKNOWN'
            ? 'need'
            : email.state === 'FAILED' && email.resentAs === null
              ? 'bad'
              : undefined
      }
      data-focused={isFocused || undefined}
      aria-rowindex={index}
      onFocus={() => onFocus(email.id)}
      onClick={() => {
        // A click that selects text must not open the mail.
        if (!email.isPrivate && window.getSelection()?.toString() === '') onOpen(email);
      }}
    >
      <td className={table.lead}>
        <span className={classes.stateCell} title={line.words}>
          <MailStatePill email={email} />
          <span data-tone={line.tone}>{line.words}</span>
        </span>
      </td>
      <td>
        <TwoLine first={name} second={email.brokerName ?? (email.toName === null ? null : email.to)} isStrong />
      </td>
      <td>
        <TwoLine
          first={
            email.isPrivate ? (
              <PrivateSubject email={email} />
            ) : (
              <button
                type="button"
                className={classes.open}
                onClick={(event) => {
                  event.stopPropagation();
                  onOpen(email);
                }}
              >
                {email.subject}
              </button>
            )
          }
          second={aboutLine(email)}
        />
      </td>
      <td className={`${table.number} ${classes.money}`}>{email.offerCents === null ? '–' : formatMoney(email.offerCents)}</td>
      <td>
        <TwoLine first={email.userName} second={email.isPrivate ? 'Private mailbox' : email.accountAddress} />
      </td>
      <td className={`${table.number} ${table.end}`} title={formatMoment(email.sentAt ?? email.createdAt, zone)}>
        {formatAgo(email.sentAt ?? email.createdAt, now, zone)}
        {email.isPrivate ? null : (
          <RowActions label={`What to do with the email to ${name}`}>
            {canTakeBack(email, now) ? <RowAction icon={IconArrowBackUp} label="Take it back" onClick={() => onTakeBack(email)} /> : null}
            {email.state === 'FAILED' && email.resentAs === null ? (
              <RowAction icon={IconRefresh} label="Send again" onClick={() => onResend(email)} />
            ) : null}
            {email.state === 'SENT' && email.kind === 'BROKER' ? (
              <>
                <RowAction
                  icon={IconMailCheck}
                  label={email.answer === 'REPLIED' ? 'Not answered after all' : 'Answered'}
                  onClick={() => onAnswer(email, email.answer === 'REPLIED' ? null : 'REPLIED')}
                />
                <RowAction
                  icon={IconMailX}
                  label={email.answer === 'DECLINED' ? 'Not declined after all' : 'Declined'}
                  onClick={() => onAnswer(email, email.answer === 'DECLINED' ? null : 'DECLINED')}
                />
              </>
            ) : null}
          </RowActions>
        )}
      </td>
    </tr>
  );
}
