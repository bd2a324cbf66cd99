import type { TeamMember } from '@headhaul/contracts/team';
import { useSession } from '../../shared/session/session-store.ts';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import classes from './hand-over-dialog.module.css';
import { fullName } from './member-labels.ts';

interface HandOverDialogProps {
  member: TeamMember;
  isBusy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

const rights = [
  'Inviting and removing people',
  'The team’s sign-ins and the team log',
  'Company details, export and storage',
  'Billing, the plan and the card',
  'Deciding who owns the company next',
];

/** Asks before the owner hands the company over. The server then asks for a fresh sign-in and mails both people. */
export function HandOverDialog({ member, isBusy, onConfirm, onClose }: HandOverDialogProps) {
  const companyName = useSession()?.companyName ?? 'the company';
  const name = member.name.trim() || fullName(member);
  return (
    <ConfirmDialog
      isOpen
      title={`Make ${fullName(member)} the owner?`}
      action={`Hand over to ${name}`}
      tone="plain"
      isBusy={isBusy}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        {fullName(member)} ({member.email}) decides about {companyName} from the moment you confirm. You lose these rights and {name} gets
        them:
      </p>
      <ul className={classes.rights}>
        {rights.map((right) => (
          <li key={right}>{right}</li>
        ))}
      </ul>
      <p>
        You stay on the team as a dispatcher with your loads and mailboxes. Only {name} can make you the owner again. We email both of you.
      </p>
    </ConfirmDialog>
  );
}
