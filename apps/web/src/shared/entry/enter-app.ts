import { ProblemError } from '@headhaul/contracts/http/call';
import { type Session, sessionEndpoints } from '@headhaul/contracts/session';
import { redirectDocument, replace } from 'react-router';
import { describeFailure } from '../api/api-failure.ts';
import { notify } from '../notify.ts';
import { updateSessionUser } from '../session/session-store.ts';
import { callSignedIn } from '../session/signed-in-call.ts';
import type { EntryPlan, EntryStep, InviteStep } from './entry-routing.ts';
import { forgetPricingModal, forgetReferral } from './entry-state.ts';

/** Opens a checkout and returns its address. */
export type StartCheckout = (subscriptionType: Session['subscriptionType']) => Promise<string>;

/** Runs the step that is left after a sign-in and sends the browser on, even when the step fails. */
export async function enterApp(plan: EntryPlan, startCheckout: StartCheckout): Promise<Response> {
  const { checkoutUrl, target } = plan.step === null ? {} : await runStep(plan.step, startCheckout);
  forgetPricingModal();
  return checkoutUrl ? redirectDocument(checkoutUrl) : replace(target ?? plan.target);
}

/** Where to go instead of the plan's target. */
interface StepOutcome {
  checkoutUrl?: string | null;
  target?: string;
}

async function runStep(step: EntryStep, startCheckout: StartCheckout): Promise<StepOutcome> {
  if (step.kind === 'checkout') return { checkoutUrl: await startCheckout(step.subscriptionType).catch(() => null) };
  try {
    // Loaded only for invited people, because every screen loads this file.
    const { teamEndpoints } = await import('@headhaul/contracts/team');
    const { companyName, kind, days } =
      step.kind === 'join'
        ? await callSignedIn(teamEndpoints.joinByLink, { query: { inviteToken: step.inviteToken } })
        : await callSignedIn(teamEndpoints.acceptInvitation, { query: { token: step.token } });
    notify('success', kind === 'team' ? `You work in ${companyName} now.` : formatReferral(days ?? 0));
    forgetReferral();
    await reloadUser();
  } catch (failure) {
    // Forget a refused invite. An invite without an answer is tried again at the next sign-in.
    if (failure instanceof ProblemError) forgetReferral();
    const ownPage = await findInvitePage(step, failure);
    if (ownPage !== null) return { target: ownPage };
    tellFailure(failure);
  }
  return {};
}

/** Loaded only for a refused invite. */
async function findInvitePage(step: InviteStep, failure: unknown): Promise<string | null> {
  const refused = await import('./refused-invite.ts').catch(() => null);
  return refused === null ? null : refused.findInvitePage(step, failure);
}

function formatReferral(days: number): string {
  return days === 0 ? 'Your invite was accepted.' : `${days} days added for you and for who invited you.`;
}

/** Joining changes the company, the role and the plan of the session. */
async function reloadUser(): Promise<void> {
  updateSessionUser(await callSignedIn(sessionEndpoints.getMe, {}));
}

function tellFailure(failure: unknown): void {
  const error = failure instanceof ProblemError ? { status: failure.problem.status, data: failure.problem } : { status: 'FETCH_ERROR' };
  const { type, message } = describeFailure(error);
  notify(type, message);
}
