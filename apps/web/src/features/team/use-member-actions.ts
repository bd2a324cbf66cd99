import type { TeamMember } from '@headhaul/contracts/team';
import { useState } from 'react';
import { notify } from '../../shared/notify.ts';
import { fullName, type MemberAction } from './member-labels.ts';
import { teamApi } from './team.api.ts';

/** An action that waits for the user's confirmation. */
export interface AskedAction {
  action: Extract<MemberAction, 'make-owner' | 'remove' | 'cancel-invite'>;
  member: TeamMember;
}

/** Runs the owner's actions on a line of the list. Harmless ones run at once, the others after a question. */
export function useMemberActions() {
  const [asked, setAsked] = useState<AskedAction | null>(null);
  const [busyId, setBusyId] = useState<string | null>(null);
  const [resend] = teamApi.useResendInviteMutation();
  const [change] = teamApi.useChangeTeamMemberMutation();
  const [makeOwner] = teamApi.useMakeOwnerMutation();
  const [cancelInvite] = teamApi.useRemoveTeamMemberMutation();

  const run = async (member: TeamMember, work: () => Promise<{ error?: unknown }>, done: string) => {
    setBusyId(member.id);
    const { error } = await work();
    setBusyId(null);
    if (error === undefined) notify('success', done);
  };

  const start = (action: MemberAction, member: TeamMember) => {
    const name = fullName(member);
    if (action === 'resend') {
      void run(member, () => resend({ body: { email: member.email } }), `Invite sent again to ${member.email}`);
    } else if (action === 'billing') {
      const canManageBilling = !member.canManageBilling;
      const done = canManageBilling ? `${name} has billing access now` : `${name} no longer has billing access`;
      void run(member, () => change({ params: { id: member.id }, body: { canManageBilling } }), done);
    } else {
      setAsked({ action, member });
    }
  };

  const confirm = async () => {
    if (asked === null) return;
    const { action, member } = asked;
    const input = { params: { id: member.id } };
    const name = fullName(member);
    if (action === 'make-owner') await run(member, () => makeOwner(input), `${name} owns the company now`);
    else await run(member, () => cancelInvite(input), `The invite to ${name} was canceled`);
    setAsked(null);
  };

  return { asked, busyId, start, confirm, close: () => setAsked(null) };
}
