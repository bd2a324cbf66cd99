import type { HandOver, TeamMember } from '@headhaul/contracts/team';
import { suppressToast } from '../../../shared/api/api-failure.ts';
import { notify } from '../../../shared/notify.ts';
import { useSession } from '../../../shared/session/session-store.ts';
import { fullName } from '../member-labels.ts';
import { teamApi } from '../team.api.ts';
import { DepartureDialog } from './dialog.tsx';

/** The owner removes a member and says who takes over. */
export function RemoveDialog({ member, onClose }: { member: TeamMember; onClose: () => void }) {
  const [remove, { isLoading, error }] = teamApi.useRemoveAndHandOverMutation();
  const companyName = useSession()?.companyName ?? '';
  const name = member.name.trim() || fullName(member);

  const confirm = async (body: HandOver) => {
    const answer = await remove({ ...suppressToast, params: { id: member.id }, body });
    if (answer.error !== undefined) return;
    notify('success', `${fullName(member)} was removed`);
    onClose();
  };

  return (
    <DepartureDialog
      leaverId={member.id}
      title={`Remove ${fullName(member)}?`}
      line={`${name} can’t sign in to ${companyName} from the moment you confirm.`}
      shortLine={`${name} is signed out everywhere at once, the extension too. What ${name} did for the company stays.`}
      mailboxesTitle={(count) => (count === 1 ? '1 mailbox' : `${count} mailboxes`)}
      workTitle={`${name}’s work`}
      action={`Remove ${name}`}
      isBusy={isLoading}
      failure={error}
      onConfirm={(handOver) => void confirm(handOver)}
      onClose={onClose}
    />
  );
}
