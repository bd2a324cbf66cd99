import type { EmailRow } from '@headhaul/contracts/mail/emails';
import { IconLock } from '@tabler/icons-react';
import classes from './private-subject.module.css';

/** Shown in place of the subject of a mail that this user may not read. */
export function PrivateSubject({ email }: { email: Pick<EmailRow, 'userName'> }) {
  return (
    <span className={classes.subject} title={`In ${email.userName}’s private mailbox. Only ${email.userName} can read it.`}>
      <IconLock size={14} stroke={1.75} aria-hidden="true" />
      Private email
    </span>
  );
}
