import type { Email } from '@headhaul/contracts/mail/emails';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconArrowBackUp, IconRefresh } from '@tabler/icons-react';
import { Link } from 'react-router';
import { describeFailure, failureCode, suppressToast } from '../../../shared/api/api-failure.ts';
import { DrawerBar, DrawerHead, DrawerSection, SideDrawer } from '../../../shared/drawer/side-drawer.tsx';
import { formatMoney } from '../../../shared/format/money.ts';
import { formatMoment } from '../../../shared/time/format-time.ts';
import { useNow } from '../../../shared/time/use-now.ts';
import { useOfficeZone } from '../../../shared/time/use-office-zone.ts';
import { emailsApi } from '../emails.api.ts';
import { canTakeBack, formatRecipient, stateFilterLabels, unknownText } from '../labels.public.ts';
import { MailFrame } from '../shown/mail-frame.public.tsx';
import { MailStatePill } from '../shown/mail-state-pill.tsx';
import { useEmailActions } from '../use-email-actions.tsx';
import classes from './drawer.module.css';

interface EmailDrawerProps {
  emailId: string;
  onClose: () => void;
  onOpen: (id: string) => void;
}

/** One mail beside the list: its text, its history, and buttons to mark the answer. */
export default function EmailDrawer({ emailId, onClose, onOpen }: EmailDrawerProps) {
  const { data: email, error, isFetching, refetch } = emailsApi.useGetEmailQuery({ ...suppressToast, params: { id: emailId } });
  const title = email === undefined ? 'Email' : `To ${formatRecipient(email)}`;
  return (
    <SideDrawer label={title} bar={<DrawerBar title={title} onClose={onClose} />} onClose={onClose}>
      {email !== undefined ? (
        <Content email={email} onOpen={onOpen} />
      ) : error === undefined ? (
        <div className={classes.waiting} aria-hidden="true" />
      ) : failureCode(error) === 'not_allowed' ? (
        <div className={classes.missing} role="status">
          <p>This email is in a teammate’s private mailbox. Only they can read it.</p>
        </div>
      ) : (
        <div className={classes.missing} role="alert">
          <p>{failureCode(error) === 'not_found' ? 'This mail is not in your list.' : describeFailure(error).message}</p>
          <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      )}
    </SideDrawer>
  );
}

function Content({ email, onOpen }: { email: Email; onOpen: (id: string) => void }) {
  const now = useNow();
  const zone = useOfficeZone();
  const actions = useEmailActions();
  const isToBroker = email.kind === 'BROKER';
  return (
    <>
      {actions.question}
      <DrawerHead title={email.subject} line={isToBroker ? undefined : 'A test to yourself'}>
        <MailStatePill email={email} />
        {canTakeBack(email, now) ? (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconArrowBackUp size={15} stroke={1.75} />}
            onClick={() => void actions.takeBack(email)}
          >
            Take it back
          </Button>
        ) : null}
        {email.state === 'SENT' && isToBroker ? (
          <fieldset className={classes.answers} aria-label="What the broker answered">
            {(['REPLIED', 'DECLINED'] as const).map((answer) => (
              <Button
                key={answer}
                variant={email.answer === answer ? 'light' : 'default'}
                size="xs"
                aria-pressed={email.answer === answer}
                onClick={() => void actions.answer(email, email.answer === answer ? null : answer)}
              >
                {answer === 'REPLIED' ? 'Answered' : 'Declined'}
              </Button>
            ))}
          </fieldset>
        ) : null}
      </DrawerHead>
      {email.state === 'UNKNOWN' ? (
        <section className={classes.box} data-tone="need" aria-label="What is not known">
          <p>
            <IconAlertTriangle size={16} stroke={2} aria-hidden="true" />
            <span>
              <b>Nobody knows whether it arrived.</b> {email.reason ?? unknownText}
            </span>
          </p>
          <p>
            <span>Look in the Sent folder of {email.accountAddress}, or ask the broker. It is never sent again automatically.</span>
          </p>
          <div className={classes.buttons}>
            <Button size="sm" onClick={() => void actions.finish(email, 'SENT')}>
              It arrived
            </Button>
            <Button size="sm" variant="default" onClick={() => void actions.finish(email, 'FAILED')}>
              It did not
            </Button>
          </div>
        </section>
      ) : null}
      {email.state === 'FAILED' ? (
        <section className={classes.box} data-tone="bad" aria-label="Why it was not sent">
          <p>
            <IconAlertTriangle size={16} stroke={2} aria-hidden="true" />
            <span>
              <b>It was not sent.</b> {email.reason ?? 'The mail service refused it.'}
            </span>
          </p>
          <div className={classes.buttons}>
            {email.resentAs === null ? (
              <Button size="sm" leftSection={<IconRefresh size={15} stroke={1.75} />} onClick={() => void actions.sendAgain(email)}>
                Send again
              </Button>
            ) : (
              <Button size="sm" variant="default" onClick={() => onOpen(email.resentAs ?? '')}>
                It was sent again, see that one
              </Button>
            )}
          </div>
        </section>
      ) : null}
      <DrawerSection>
        <dl className={classes.facts}>
          <Fact name="From" value={email.accountAddress} />
          <Fact name="Sent by" value={email.userName} />
          <Fact name="To" value={email.toName === null ? email.to : `${email.toName}, ${email.to}`} />
          {email.cc === null ? null : <Fact name="Cc" value={email.cc} />}
          {email.brokerId === null ? null : (
            <div>
              <dt>Broker</dt>
              <dd>
                <Link to={`/dispatcher/brokers/${email.brokerId}`}>{email.brokerName}</Link>
              </dd>
            </div>
          )}
          {email.loadId === null ? (
            email.lane === null ? null : (
              <Fact name="Load" value={email.lane} />
            )
          ) : (
            <div>
              <dt>Load</dt>
              <dd>
                <Link to={`/dispatcher/my-loads/${email.loadId}`}>{email.loadNumber ?? 'Open'}</Link>
                {email.lane === null ? '' : `, ${email.lane}`}
              </dd>
            </div>
          )}
          {email.offerCents === null ? null : <Fact name="Asked" value={formatMoney(email.offerCents)} />}
          {email.templateName === null ? null : <Fact name="Template" value={email.templateName} />}
        </dl>
      </DrawerSection>
      <DrawerSection title="Message">
        <div className={classes.sheet}>
          <MailFrame title="The mail as it left" html={email.html} />
        </div>
      </DrawerSection>
      <DrawerSection title="History">
        <ol className={classes.history}>
          {email.history.map((step) => (
            <li key={`${step.at} ${step.state}`}>
              <time dateTime={step.at}>{formatMoment(step.at, zone)}</time>
              <span>
                <b>{stateFilterLabels[step.state]}</b>
                {step.note === null ? '' : ` ${step.note}`}
              </span>
              <span className={classes.who}>{step.userName ?? 'Headhaul'}</span>
            </li>
          ))}
        </ol>
      </DrawerSection>
    </>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
