import { setupCutoffMs } from '@headhaul/contracts/constants';
import { type Session, SubscriptionType } from '@headhaul/contracts/session';
import { trimEndOf } from '../format/trim-end.ts';

/**
 * Decides where a person goes: at `/`, at the sign-in page, after a sign-in, at `/checkout` and between setup and the other screens.
 * Nothing here reads the browser or calls the server. `entry-state.ts` collects the input, and `enter-app.ts` carries out the decision.
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
  /** The query string of the address, with its question mark. */
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

/** What must happen after a sign-in before the person goes on. At most one step, the first that applies. */
export type EntryStep =
  | { kind: 'join'; inviteToken: string }
  | { kind: 'accept'; token: string }
  | { kind: 'checkout'; subscriptionType: PlanType };

export type InviteStep = Exclude<EntryStep, { kind: 'checkout' }>;

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

/** Keeps the `pricing-modal` parameter in the address through the steps of the setup. */
export function carryPricingModal(path: string, search: string): string {
  return withPricingModal(path, readParameter(search, 'pricing-modal'));
}

/** In lower case and without slashes at the end. */
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

/** For `/`. A person from the landing page goes to the sign-in page even when signed in, because that page reads the rest of the query. */
export function decideRoot(state: EntryState): string {
  const isFromLandingPage = readParameter(state.search, 'fromLandingPage') === 'true';
  if (state.session === null || isFromLandingPage) return entryPaths.login + state.search;
  const pricingModal = readParameter(state.search, 'pricing-modal');
  if (state.device === 'mobile') return withPricingModal(entryPaths.inviteWin, pricingModal);
  return withPricingModal(needsSetup(state) ? entryPaths.setup : entryPaths.extension, pricingModal);
}

/** For `/dispatcher`. */
export function decideIndex(state: EntryState): string {
  if (state.session === null) return entryPaths.login;
  const pricingModal = readParameter(state.search, 'pricing-modal');
  if (state.device === 'mobile') return withPricingModal(entryPaths.inviteWin, pricingModal);
  return withPricingModal(needsSetup(state) ? entryPaths.setup : entryPaths.loads, pricingModal);
}

/** What the sign-in page keeps for after the sign-in. Its `token` is the token of an invite, unlike the `token` of `/oauth/callback`. */
export function rememberAtLogin({ search, storage }: Pick<EntryState, 'search' | 'storage'>): EntryStorage {
  return {
    ...storage,
    referralToken: readParameter(search, 'token') ?? storage.referralToken,
    pricingModal: readParameter(search, 'pricing-modal') ?? storage.pricingModal,
  };
}

/** For the sign-in page. Null shows the page, to a person who is signed out. A signed-in person gets a plan instead. */
export function decideLogin(state: EntryState): EntryPlan | null {
  return state.session === null ? null : planAfterSignIn({ ...state, storage: rememberAtLogin(state) });
}

export function planAfterSignIn(state: EntryState): EntryPlan {
  // A person whose email address isn't confirmed does that first. The rest of the query stays in the address until then.
  if (state.session?.isEmailProven === false) return { step: null, target: confirmEmailAddress(state.search) };
  return { step: stepAfterSignIn(state), target: targetByReferral(state) };
}

/** Without `token`: the token of a sign-in is used up by now, and the token of an invite is already stored. */
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

/** For `/checkout`, after the sign-in that may lead there is finished. */
export function decideCheckout(state: EntryState): CheckoutDecision {
  const subscriptionType = readSubscriptionType(state.search);
  // After the sign-in the person comes back here with the requested plan.
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

/** For a screen behind the session guard. Returns where to go instead, or null to stay. */
export function gateScreen(state: EntryState, pathname: string): string | null {
  if (state.session === null) return entryPaths.login;
  if (!state.session.isEmailProven) return entryPaths.confirmEmail;
  if (state.device === 'mobile') return null;
  const pricingModal = readParameter(state.search, 'pricing-modal');
  if (needsSetup(state)) return isSetupPath(pathname) ? null : withPricingModal(entryPaths.setup, pricingModal);
  return isSetupPath(pathname) ? withPricingModal(entryPaths.loads, pricingModal) : null;
}
