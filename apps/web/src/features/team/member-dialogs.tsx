import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { RemoveDialog } from './departure/remove-dialog.tsx';
import { HandOverDialog } from './hand-over-dialog.tsx';
import type { AskedAction } from './use-member-actions.ts';

interface MemberDialogsProps {
  asked: AskedAction | null;
  isBusy: boolean;
  onConfirm: () => Promise<void>;
  onClose: () => void;
}

export function MemberDialogs({ asked, isBusy, onConfirm, onClose }: MemberDialogsProps) {
  if (asked === null) return null;
  const { action, member } = asked;
  if (action === 'remove') return <RemoveDialog member={member} onClose={onClose} />;
  const confirm = () => void onConfirm();
  if (action === 'make-owner') return <HandOverDialog member={member} isBusy={isBusy} onConfirm={confirm} onClose={onClose} />;
  return (
    <ConfirmDialog
      isOpen
      title="Take this invite back?"
      action="Take back"
      tone="danger"
      isBusy={isBusy}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>The link that was sent to {member.email} stops working.</p>
    </ConfirmDialog>
  );
}
