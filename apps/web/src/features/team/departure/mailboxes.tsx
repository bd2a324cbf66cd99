import { IconMail } from '@tabler/icons-react';
import { useId } from 'react';
import { type Choices, type Mailbox, mailboxTaker, type Taker } from './choices.ts';
import classes from './dialog.module.css';
import { mailboxLine } from './labels.ts';
import { TakerSelect } from './taker-select.tsx';

interface MailboxesProps {
  title: string;
  mailboxes: readonly Mailbox[];
  takers: readonly Taker[];
  choices: Choices;
  onChange: (choices: Choices) => void;
}

export function Mailboxes({ title, mailboxes, takers, choices, onChange }: MailboxesProps) {
  const change = (id: string, part: Choices['mailboxes'][string]) =>
    onChange({ ...choices, mailboxes: { ...choices.mailboxes, [id]: { ...choices.mailboxes[id], ...part } } });
  return (
    <section className={classes.section}>
      <h3>{title}</h3>
      <ul className={classes.lines}>
        {mailboxes.map((mailbox) => (
          <MailboxLine key={mailbox.id} mailbox={mailbox} takers={takers} choices={choices} onChange={(part) => change(mailbox.id, part)} />
        ))}
      </ul>
    </section>
  );
}

interface MailboxLineProps {
  mailbox: Mailbox;
  takers: readonly Taker[];
  choices: Choices;
  onChange: (part: Choices['mailboxes'][string]) => void;
}

function MailboxLine({ mailbox, takers, choices, onChange }: MailboxLineProps) {
  const id = useId();
  const { taker, suggested } = mailboxTaker(mailbox, takers, choices);
  const { address, canBeHandedOver, isOfCompany } = mailbox;
  const whose = isOfCompany ? 'Not shared, can’t be handed over' : 'Personal, can’t be handed over';
  const reason = canBeHandedOver ? 'Nobody is left to take it' : whose;
  const choose = (isHandedOver: boolean) => ({
    type: 'radio' as const,
    name: id,
    checked: (taker !== null) === isHandedOver,
    onChange: () => onChange({ isHandedOver }),
  });
  return (
    <li className={`${classes.line} ${classes.mailbox}`}>
      <IconMail className={classes.mark} size={18} stroke={1.75} aria-hidden="true" />
      <span className={classes.address}>
        <b title={address}>{address}</b>
        <small>{mailboxLine(mailbox)}</small>
      </span>
      <fieldset className={classes.switch} aria-describedby={suggested === null ? `${id}-reason` : undefined}>
        <legend>What happens to {address}</legend>
        <label>
          <input {...choose(true)} disabled={suggested === null} />
          <span>Hand over</span>
        </label>
        <label>
          <input {...choose(false)} />
          <span>Disconnect</span>
        </label>
      </fieldset>
      <span className={classes.taker}>
        {suggested === null ? (
          <small id={`${id}-reason`}>{reason}</small>
        ) : taker === null ? null : (
          <TakerSelect
            label={`Who takes over ${address}`}
            takers={takers}
            value={taker.userId}
            onChange={(toUserId) => onChange({ toUserId })}
          />
        )}
      </span>
    </li>
  );
}
