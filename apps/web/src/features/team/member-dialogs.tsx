import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { RemoveDialog } from './departure/remove-dialog.tsx';
import { fullName } from './member-labels.ts';
import type { AskedAction } from './use-member-actions.ts';

interface MemberDialogsProps {
  asked: AskedAction | null;
  isBusy: boolean;
  onConfirm: () => Promise<void>;
  onClose: () => void;
}

function words({ action, member }: AskedAction): { title: string; text: string; button: string } {
  const name = fullName(member);
  if (action === 'make-owner') {
    return {
      title: `Make ${name} the owner?`,
      text: `${name} then invites and removes people, changes the company and manages billing. You stay on the team as a dispatcher.`,
      button: 'Make owner',
    };
  }
  return { title: 'Take this invite back?', text: `The link that was sent to ${member.email} stops working.`, button: 'Take back' };
}

export function MemberDialogs({ asked, isBusy, onConfirm, onClose }: MemberDialogsProps) {
  if (asked === null) return null;
  if (asked.action === 'remove') return <RemoveDialog member={asked.member} onClose={onClose} />;
  const { title, text, button } = words(asked);
  return (
    <ConfirmDialog
      isOpen
      title={title}
      action={button}
      tone={asked.action === 'make-owner' ? 'plain' : 'danger'}
      isBusy={isBusy}
      onConfirm={() => void onConfirm()}
      onClose={onClose}
    >
      <p>{text}</p>
    </ConfirmDialog>
  );
}
