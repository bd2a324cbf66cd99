import { IconSignature } from '@tabler/icons-react';
import { Link } from 'react-router';
import { signaturePath } from '../../emails/paths.public.ts';
import { MailFrame } from '../../emails/shown/mail-frame.public.tsx';
import { fillSignature } from '../editor/signature-layouts.public.ts';
import classes from './signature-card.module.css';
import { useOwnValues } from './signature-values.ts';

interface SignatureCardProps {
  accountId: string;
  signature: string | null;
  hasWatermark: boolean;
}

/** The mailbox's signature below its template, filled with the reader's values, and a link to edit it. */
export function SignatureCard({ accountId, signature, hasWatermark }: SignatureCardProps) {
  const { own } = useOwnValues();
  const isNone = signature === null || signature.trim() === '';
  return (
    // Mails are always light, so the signature has a light background in the dark theme too.
    <div className={classes.card} data-mantine-color-scheme={isNone ? undefined : 'light'}>
      <IconSignature size={18} stroke={1.75} aria-hidden="true" />
      <div className={classes.words}>
        {isNone ? (
          <p>No signature yet. Brokers look for a name, an MC and a phone.</p>
        ) : (
          <MailFrame title="The signature" html={fillSignature(signature, own)} minHeight={20} />
        )}
        {hasWatermark ? <p className={classes.mark}>Then “Sent with Headhaul”, as your plan has it.</p> : null}
      </div>
      <Link to={signaturePath(accountId)}>{isNone ? 'Write one' : 'Edit signature'}</Link>
    </div>
  );
}
