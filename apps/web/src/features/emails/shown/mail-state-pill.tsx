import type { EmailRow } from '@headhaul/contracts/mail/emails';
import { StatePill } from '../../../shared/ui/state-pill.tsx';
import { mailState } from '../labels.public.ts';

export function MailStatePill({ email }: { email: Pick<EmailRow, 'state' | 'answer'> }) {
  const { words, tone } = mailState(email);
  return <StatePill words={words} tone={tone} hasDot />;
}
