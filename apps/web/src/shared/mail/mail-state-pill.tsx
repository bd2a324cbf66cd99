import type { EmailRow } from '@headhaul/contracts/emails';
import { StatePill } from '../billing/state-pill.tsx';
import { mailState } from './mail-words.ts';

export function MailStatePill({ email }: { email: Pick<EmailRow, 'state' | 'answer'> }) {
  const { words, tone } = mailState(email);
  return <StatePill words={words} tone={tone} hasDot />;
}
