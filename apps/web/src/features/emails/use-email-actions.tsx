import { type EmailAnswer, type EmailRow, undoSendMs } from '@headhaul/contracts/mail/emails';
import { type ReactNode, useState } from 'react';
import { describeFailure, failureCode, suppressToast } from '../../shared/api/api-failure.ts';
import { notify } from '../../shared/notify.ts';
import { notifyUndo } from '../../shared/notify-undo.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { emailsApi } from './emails.api.ts';
import { formatRecipient } from './labels.public.ts';

/** The actions on a written mail: take it back, send it again, mark its outcome. The caller must render `question`. */
export function useEmailActions() {
  const [cancel] = emailsApi.useCancelEmailMutation();
  const [resend, resending] = emailsApi.useResendEmailMutation();
  const [asked, setAsked] = useState<{ email: EmailRow; why: string } | null>(null);
  const [resolve] = emailsApi.useResolveEmailMutation();
  const [mark] = emailsApi.useAnswerEmailMutation();

  const takeBack = async (email: Pick<EmailRow, 'id' | 'to' | 'toName'>) => {
    const { error } = await cancel({ ...suppressToast, params: { id: email.id } });
    if (error === undefined) return notify('success', `The email to ${formatRecipient(email)} was canceled`);
    notify('warning', failureCode(error) === 'move_not_allowed' ? 'Too late: it was sent already.' : 'Couldn’t cancel it.');
  };
  /** Counts down the rest of the ten seconds. The z key or the button takes the mail back. */
  const tellLeaving = (email: EmailRow) => {
    const leftMs = Math.min(Math.max(Date.parse(email.leavesAt) - Date.now(), 1_000), undoSendMs);
    notifyUndo({
      title: 'Sending',
      line: `To ${formatRecipient(email)}`,
      forMs: leftMs,
      countdown: 'in',
      onUndo: () => void takeBack(email),
    });
  };
  const sendAgain = async (email: EmailRow, isConfirmed = false) => {
    const { data, error } = await resend({ ...suppressToast, params: { id: email.id }, body: { isConfirmed } });
    setAsked(null);
    if (data !== undefined) return tellLeaving(data);
    const { type, message } = describeFailure(error);
    if (failureCode(error) === 'confirmation_needed') setAsked({ email, why: message });
    else notify(type, message);
  };
  const finish = async (email: EmailRow, outcome: 'SENT' | 'FAILED') => {
    const { error } = await resolve({ params: { id: email.id }, body: { outcome } });
    if (error === undefined) notify('success', outcome === 'SENT' ? 'Kept as sent' : 'Kept as not sent. You can send it again.');
  };
  const answer = async (email: EmailRow, to: EmailAnswer | null) => {
    await mark({ params: { id: email.id }, body: { answer: to } });
  };
  const question: ReactNode =
    asked === null ? null : (
      <ConfirmDialog
        isOpen
        title={`Send it to ${formatRecipient(asked.email)} all the same?`}
        action="Send anyway"
        tone="plain"
        isBusy={resending.isLoading}
        onConfirm={() => void sendAgain(asked.email, true)}
        onClose={() => setAsked(null)}
      >
        <p>{asked.why}</p>
      </ConfirmDialog>
    );
  return { takeBack, tellLeaving, sendAgain, finish, answer, question };
}
