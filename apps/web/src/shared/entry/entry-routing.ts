import { setupCutoffMs } from '@headhaul/contracts/constants';
import { type Session, SubscriptionType } from '@headhaul/contracts/session';
import { trimEndOf } from '../format/trim-end.ts';

/**
 * Where everyone goes: at `/`, at the sign-in page, after a sign-in, at `/checkout` and between setup and the other screens.
 * Nothing here reads the browser or calls anybody; `entry-state.ts` collects what is known, `enter-app.ts` acts.
 */
export type Device = 'mobile' | 'desktop';
type PlanType = Session['subscriptionType'];

export interface EntryStorage {
  isSetupCompleted: boolean;
  referralToken: string | null;
  pricingModal: string | null;
}

export interface EntryState {
  session: Pick<Session, 'createAt' | 'setupCompletedAt' | 'isEmailProven'> | null;
  device: Device;
  /** The query as the address has it, with its question mark. */
  search: string;
  storage: EntryStorage;
}

export const entryPaths = {
  login: '/login',
  confirmEmail: '/confirm-email',
  index: '/dispatcher',
  loads: '/dispatcher/my-loads',
  extension: '/dispatcher/extension',
  inviteWin: '/dispatcher/invite-win',
  setup: '/dispatcher/setup',
  setupSignature: '/setup/signature',
  setupDriver: '/setup/create-driver',
} as const;

const setupPaths: readonly string[] = [entryPaths.setup, entryPaths.setupSignature, entryPaths.setupDriver];

/** What must happen after a sign-in before anyone goes on. At most one: the first that applies. */
export type EntryStep =
  | { kind: 'join'; inviteToken: string }
  | { kind: 'accept'; token: string }
  | { kind: 'checkout'; subscriptionType: PlanType };

export interface EntryPlan {
  step: EntryStep | null;
  target: string;
}

export type CheckoutDecision =
  | { kind: 'sign-in'; target: string }
  | { kind: 'go'; target: string; syncExtension: boolean; step: EntryStep | null };

/** A parameter's value; an empty one counts as absent, because an empty token can join nothing. */
function readParameter(search: string, name: string): string | null {
  return new URLSearchParams(search).get(name) || null;
}

function withPricingModal(path: string, value: string | null): string {
  return value === null ? path : `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams({ 'pricing-modal': value })}`;
}

/** Keeps the plans that somebody asked for in the address while the setup's steps pass by. */
export function carryPricingModal(path: string, search: string): string {
  return withPricingModal(path, readParameter(search, 'pricing-modal'));
}

/** In small letters and without the slashes at its end. */
export function tidyPath(pathname: string): string {
  return trimEndOf(pathname, '/').toLowerCase();
}

function isSetupPath(pathname: string): boolean {
  return setupPaths.includes(tidyPath(pathname));
}

function needsSetup({ session, device, storage }: EntryState): boolean {
  if (session === null || device === 'mobile' || session.createAt <= setupCutoffMs) return false;
  return !storage.isSetupCompleted && session.setupCompletedAt === null;
}

/** `/`. People from the landing page pass the sign-in page even when signed in: it reads the rest of their query. */
export function decideRoot(state: EntryState): string {
  const isFromLandingPage = readParameter(state.search, 'fromLandingPage') === 'true';
  if (state.session === null || isFromLandingPage) return entryPaths.login + state.search;
  const pricingModal = readParameter(state.search, 'pricing-modal');
  if (state.device === 'mobile') return withPricingModal(entryPaths.inviteWin, pricingModal);
  return withPricingModal(needsSetup(state) ? entryPaths.setup : entryPaths.extension, pricingModal);
}

/** `/dispatcher` */
export function decideIndex(state: EntryState): string {
  if (state.session === null) return entryPaths.login;
  const pricingModal = readParameter(state.search, 'pricing-modal');
  if (state.device === 'mobile') return withPricingModal(entryPaths.inviteWin, pricingModal);
  return withPricingModal(needsSetup(state) ? entryPaths.setup : entryPaths.loads, pricingModal);
}

/** What the sign-in page keeps for after the sign-in. Its `token` is an invite's; the one of `/oauth/callback` is another thing. */
export function rememberAtLogin({ search, storage }: Pick<EntryState, 'search' | 'storage'>): EntryStorage {
  return {
    ...storage,
    referralToken: readParameter(search, 'token') ?? storage.referralToken,
    pricingModal: readParameter(search, 'pricing-modal') ?? storage.pricingModal,
  };
}

/** The sign-in page: shown to who is signed out, everyone else is past it. */
export function decideLogin(state: EntryState): EntryPlan | null {
  return state.session === null ? null : planAfterSignIn({ ...state, storage: rememberAtLogin(state) });
}

export function planAfterSignIn(state: EntryState): EntryPlan {
  // The rest of the address waits until the person has proved theirs.
  if (state.session?.isEmailProven === false) return { step: null, target: confirmEmailAddress(state.search) };
  return { step: stepAfterSignIn(state), target: targetByReferral(state) };
}

/** Without `token`: after a sign-in it is used up, and an invite's is kept already. */
function confirmEmailAddress(search: string): string {
  const query = new URLSearchParams(search);
  query.delete('token');
  return `${entryPaths.confirmEmail}${query.size === 0 ? '' : `?${query}`}`;
}

function stepAfterSignIn({ search, storage }: EntryState): EntryStep | null {
  const inviteToken = readParameter(search, 'inviteToken');
  if (inviteToken !== null) return { kind: 'join', inviteToken };
  if (storage.referralToken !== null) return { kind: 'accept', token: storage.referralToken };
  const isProFromLanding = readParameter(search, 'fromLandingPage') === 'true' && readParameter(search, 'plan') === 'pro';
  const subscriptionType = isProFromLanding ? readSubscriptionType(search) : null;
  return subscriptionType === null ? null : { kind: 'checkout', subscriptionType };
}

/** The referral rules: phones with a saved referral go to Invite & Win, everyone else to the extension. */
function targetByReferral({ device, search, storage }: EntryState): string {
  const path = device === 'mobile' && storage.referralToken !== null ? entryPaths.inviteWin : entryPaths.extension;
  return withPricingModal(path, readParameter(search, 'pricing-modal') ?? storage.pricingModal);
}

const checkoutPlans = ['pro', 'unlimited-pro'];

/** Plan and period, upper-cased and joined by an underscore. Without a period it is monthly, as every plan's toggle starts. */
function readSubscriptionType(search: string): PlanType | null {
  const plan = readParameter(search, 'plan');
  if (plan === null || !checkoutPlans.includes(plan)) return null;
  const period = readParameter(search, 'period') ?? 'monthly';
  const parsed = SubscriptionType.safeParse(`${plan}_${period}`.toUpperCase().replaceAll('-', '_'));
  return parsed.success ? parsed.data : null;
}

/** `/checkout`, once the sign-in that may lead there is finished. */
export function decideCheckout(state: EntryState): CheckoutDecision {
  const subscriptionType = readSubscriptionType(state.search);
  // The sign-in comes back here with the plan that was asked for.
  if (state.session === null) return { kind: 'sign-in', target: entryPaths.login + (subscriptionType === null ? '' : state.search) };
  const isPaid = readParameter(state.search, 'successfulPayment') === 'true';
  const referralTarget = targetByReferral(state);
  if (isPaid || subscriptionType === null) {
    const pricingModal = readParameter(state.search, 'pricing-modal') ?? state.storage.pricingModal;
    const target = needsSetup(state) ? withPricingModal(entryPaths.setup, pricingModal) : referralTarget;
    return { kind: 'go', target, syncExtension: isPaid, step: null };
  }
  return { kind: 'go', target: referralTarget, syncExtension: false, step: { kind: 'checkout', subscriptionType } };
}

/** A screen behind the session guard: where to go instead, or null to stay. */
export function gateScreen(state: EntryState, pathname: string): string | null {
  if (state.session === null) return entryPaths.login;
  if (!state.session.isEmailProven) return entryPaths.confirmEmail;
  if (state.device === 'mobile') return null;
  const pricingModal = readParameter(state.search, 'pricing-modal');
  if (needsSetup(state)) return isSetupPath(pathname) ? null : withPricingModal(entryPaths.setup, pricingModal);
  return isSetupPath(pathname) ? withPricingModal(entryPaths.loads, pricingModal) : null;
}
