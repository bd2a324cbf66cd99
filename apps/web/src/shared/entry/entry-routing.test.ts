import { describe, expect, it } from 'vitest';
import {
  carryPricingModal,
  decideCheckout,
  decideIndex,
  decideLogin,
  decideRoot,
  type EntryState,
  gateScreen,
  planAfterSignIn,
  rememberAtLogin,
} from './entry-routing.ts';

/** The users of the table. Times are around the cutoff 1756736000000. */
const users = {
  nobody: null,
  old: { createAt: 1_756_735_999_999, setupCompletedAt: null, isEmailProven: true },
  atCutoff: { createAt: 1_756_736_000_000, setupCompletedAt: null, isEmailProven: true },
  new: { createAt: 1_756_736_000_001, setupCompletedAt: null, isEmailProven: true },
  done: { createAt: 1_756_736_000_001, setupCompletedAt: '2026-11-02T10:00:00Z', isEmailProven: true },
} satisfies Record<string, EntryState['session']>;

const decisions = {
  root: decideRoot,
  index: decideIndex,
  login: decideLogin,
  'after sign-in': planAfterSignIn,
  checkout: decideCheckout,
} satisfies Record<string, (state: EntryState) => unknown>;

interface Row {
  /** A decision, or the path of a screen behind the session guard. */
  at: keyof typeof decisions | `/${string}`;
  who: keyof typeof users;
  on?: EntryState['device'];
  search?: string;
  flag?: true;
  referral?: string;
  modal?: string;
  leads: unknown;
  spec: string;
}

const go = (target: string, step: unknown = null) => ({ step, target });
const join = { kind: 'join', inviteToken: 'i1' };
const accept = { kind: 'accept', token: 'r1' };
const buy = (subscriptionType: string) => ({ kind: 'checkout', subscriptionType });
const pass = (target: string, { step = null, syncExtension = false }: { step?: unknown; syncExtension?: boolean } = {}) => ({
  kind: 'go',
  target,
  step,
  syncExtension,
});

const extension = '/dispatcher/extension';
const inviteWin = '/dispatcher/invite-win';
const setup = '/dispatcher/setup';
const loads = '/dispatcher/my-loads';

const landing = 'if the query has fromLandingPage=true, go to the login route keeping the query';
const rootSignedOut = 'the root redirects to login and keeps the query string';
const rootSetup = 'on desktop, if the user needs first-time setup, go to the dispatcher setup route';
const rootExtension = 'otherwise go to the dispatcher extension route';
const rootMobile = 'On mobile go to the invite-win route';
const indexLoads = 'Index redirects to my-loads in one reading';
const byLink = 'with inviteToken, join the team by link, then navigate';
const byReferral = 'With a saved referral token, accept the invitation, then navigate';
const byLanding = 'With fromLandingPage and plan=pro, request checkout and redirect to checkoutUrl';
const otherPlan = 'on failure, or other plans, navigate by referral rules';
const mobileReferral = 'Mobile users with a saved referral go to invite-win';
const everyoneElse = 'everyone else to extension';
const carried = 'A pricing-modal parameter is carried along';
const guard = 'wrapped by a guard that handles invite, referral and checkout query parameters';
const present = 'Invite and referral tokens must be present before the join or accept call';
const incomplete = 'users with setup incomplete and created after cutoff 1756736000000 are sent to setup from other pages';
const complete = 'Users with completed setup visiting setup paths go to my-loads';
const beforeCutoff = 'Users created before the cutoff count as complete';
const desktopOnly = 'Setup gating (desktop, signed-in)';
const accessToken = 'Route guards check only that an access token exists';
const flagKept = 'a per-user setup-completed flag';
const setupPath = 'Setup is also served at /setup/signature; /setup/create-driver counts as a setup path';
const paid = 'successfulPayment=true: sync the extension session, then go to setup (desktop, first-time) or a referral-based destination';
const noPlan = 'No valid plan: same navigation';
const validPlan = 'start a checkout with plan and period upper-cased and joined by an underscore';
const checkoutError = 'on error goes to login';

const rows: Row[] = [
  { at: 'root', who: 'nobody', leads: '/login', spec: rootSignedOut },
  { at: 'root', who: 'nobody', on: 'mobile', leads: '/login', spec: rootSignedOut },
  { at: 'root', who: 'nobody', search: '?inviteToken=i1&role=carrier', leads: '/login?inviteToken=i1&role=carrier', spec: rootSignedOut },
  { at: 'root', who: 'nobody', search: '?token=r1', on: 'mobile', leads: '/login?token=r1', spec: rootSignedOut },
  { at: 'root', who: 'nobody', search: '?fromLandingPage=true&plan=pro', leads: '/login?fromLandingPage=true&plan=pro', spec: landing },
  { at: 'root', who: 'old', search: '?fromLandingPage=true&plan=pro', leads: '/login?fromLandingPage=true&plan=pro', spec: landing },
  { at: 'root', who: 'new', search: '?fromLandingPage=true', leads: '/login?fromLandingPage=true', spec: landing },
  { at: 'root', who: 'old', on: 'mobile', search: '?fromLandingPage=true', leads: '/login?fromLandingPage=true', spec: landing },
  { at: 'root', who: 'old', search: '?fromLandingPage=false', leads: extension, spec: rootExtension },
  { at: 'root', who: 'old', search: '?fromLandingPage=TRUE', leads: extension, spec: rootExtension },
  { at: 'root', who: 'new', leads: setup, spec: rootSetup },
  { at: 'root', who: 'new', flag: true, leads: extension, spec: rootExtension },
  { at: 'root', who: 'done', leads: extension, spec: rootExtension },
  { at: 'root', who: 'old', leads: extension, spec: rootExtension },
  { at: 'root', who: 'atCutoff', leads: extension, spec: rootExtension },
  { at: 'root', who: 'old', on: 'mobile', leads: inviteWin, spec: rootMobile },
  { at: 'root', who: 'new', on: 'mobile', leads: inviteWin, spec: rootMobile },
  { at: 'root', who: 'old', search: '?pricing-modal=pro', leads: `${extension}?pricing-modal=pro`, spec: carried },
  { at: 'root', who: 'old', on: 'mobile', search: '?pricing-modal=pro', leads: `${inviteWin}?pricing-modal=pro`, spec: carried },

  { at: 'index', who: 'nobody', leads: '/login', spec: accessToken },
  { at: 'index', who: 'old', leads: loads, spec: indexLoads },
  { at: 'index', who: 'done', leads: loads, spec: indexLoads },
  { at: 'index', who: 'new', flag: true, leads: loads, spec: indexLoads },
  { at: 'index', who: 'new', leads: setup, spec: incomplete },
  { at: 'index', who: 'old', on: 'mobile', leads: inviteWin, spec: rootMobile },
  { at: 'index', who: 'new', on: 'mobile', leads: inviteWin, spec: rootMobile },

  { at: 'login', who: 'nobody', leads: null, spec: guard },
  { at: 'login', who: 'nobody', search: '?inviteToken=i1', leads: null, spec: guard },
  { at: 'login', who: 'nobody', search: '?fromLandingPage=true&plan=pro', leads: null, spec: guard },
  { at: 'login', who: 'old', leads: go(extension), spec: everyoneElse },
  { at: 'login', who: 'old', on: 'mobile', leads: go(extension), spec: everyoneElse },
  { at: 'login', who: 'old', search: '?inviteToken=i1', leads: go(extension, join), spec: byLink },
  { at: 'login', who: 'old', search: '?token=r1', leads: go(extension, accept), spec: byReferral },
  { at: 'login', who: 'old', on: 'mobile', search: '?token=r1', leads: go(inviteWin, accept), spec: mobileReferral },
  { at: 'login', who: 'old', search: '?fromLandingPage=true&plan=pro', leads: go(extension, buy('PRO_MONTHLY')), spec: byLanding },
  { at: 'login', who: 'old', search: '?pricing-modal=pro', leads: go(`${extension}?pricing-modal=pro`), spec: carried },

  { at: 'after sign-in', who: 'old', leads: go(extension), spec: everyoneElse },
  { at: 'after sign-in', who: 'new', leads: go(extension), spec: everyoneElse },
  { at: 'after sign-in', who: 'old', on: 'mobile', leads: go(extension), spec: everyoneElse },
  {
    at: 'after sign-in',
    who: 'old',
    search: '?token=callback-token',
    leads: go(extension),
    spec: 'The callback reads a token query parameter',
  },
  { at: 'after sign-in', who: 'old', search: '?inviteToken=i1', leads: go(extension, join), spec: byLink },
  { at: 'after sign-in', who: 'old', on: 'mobile', search: '?inviteToken=i1', leads: go(extension, join), spec: byLink },
  { at: 'after sign-in', who: 'old', search: '?inviteToken=i1', referral: 'r1', leads: go(extension, join), spec: byLink },
  {
    at: 'after sign-in',
    who: 'old',
    on: 'mobile',
    search: '?inviteToken=i1',
    referral: 'r1',
    leads: go(inviteWin, join),
    spec: mobileReferral,
  },
  { at: 'after sign-in', who: 'old', search: '?inviteToken=', leads: go(extension), spec: present },
  { at: 'after sign-in', who: 'old', referral: 'r1', leads: go(extension, accept), spec: byReferral },
  { at: 'after sign-in', who: 'old', on: 'mobile', referral: 'r1', leads: go(inviteWin, accept), spec: mobileReferral },
  {
    at: 'after sign-in',
    who: 'old',
    referral: 'r1',
    search: '?fromLandingPage=true&plan=pro',
    leads: go(extension, accept),
    spec: byReferral,
  },
  { at: 'after sign-in', who: 'new', search: '?fromLandingPage=true&plan=pro', leads: go(extension, buy('PRO_MONTHLY')), spec: byLanding },
  {
    at: 'after sign-in',
    who: 'new',
    search: '?fromLandingPage=true&plan=pro&period=yearly',
    leads: go(extension, buy('PRO_YEARLY')),
    spec: byLanding,
  },
  {
    at: 'after sign-in',
    who: 'new',
    on: 'mobile',
    search: '?fromLandingPage=true&plan=pro',
    leads: go(extension, buy('PRO_MONTHLY')),
    spec: byLanding,
  },
  { at: 'after sign-in', who: 'old', search: '?plan=pro', leads: go(extension), spec: byLanding },
  { at: 'after sign-in', who: 'old', search: '?fromLandingPage=true&plan=unlimited-pro', leads: go(extension), spec: otherPlan },
  { at: 'after sign-in', who: 'old', search: '?fromLandingPage=true&plan=PRO', leads: go(extension), spec: otherPlan },
  { at: 'after sign-in', who: 'old', search: '?fromLandingPage=true', leads: go(extension), spec: otherPlan },
  { at: 'after sign-in', who: 'old', search: '?fromLandingPage=true&plan=pro&period=weekly', leads: go(extension), spec: otherPlan },
  { at: 'after sign-in', who: 'old', modal: 'pro', leads: go(`${extension}?pricing-modal=pro`), spec: carried },
  {
    at: 'after sign-in',
    who: 'old',
    modal: 'pro',
    search: '?pricing-modal=ultimate',
    leads: go(`${extension}?pricing-modal=ultimate`),
    spec: carried,
  },
  {
    at: 'after sign-in',
    who: 'old',
    on: 'mobile',
    modal: 'a b',
    referral: 'r1',
    leads: go(`${inviteWin}?pricing-modal=a+b`, accept),
    spec: carried,
  },

  {
    at: 'checkout',
    who: 'nobody',
    search: '?plan=pro&period=monthly',
    leads: { kind: 'sign-in', target: '/login?plan=pro&period=monthly' },
    spec: checkoutError,
  },
  { at: 'checkout', who: 'nobody', search: '?plan=gold', leads: { kind: 'sign-in', target: '/login' }, spec: checkoutError },
  { at: 'checkout', who: 'old', search: '?successfulPayment=true', leads: pass(extension, { syncExtension: true }), spec: paid },
  { at: 'checkout', who: 'new', search: '?successfulPayment=true', leads: pass(setup, { syncExtension: true }), spec: paid },
  {
    at: 'checkout',
    who: 'new',
    on: 'mobile',
    search: '?successfulPayment=true',
    leads: pass(extension, { syncExtension: true }),
    spec: paid,
  },
  {
    at: 'checkout',
    who: 'old',
    on: 'mobile',
    referral: 'r1',
    search: '?successfulPayment=true',
    leads: pass(inviteWin, { syncExtension: true }),
    spec: paid,
  },
  { at: 'checkout', who: 'old', search: '?successfulPayment=true&plan=pro', leads: pass(extension, { syncExtension: true }), spec: paid },
  { at: 'checkout', who: 'old', leads: pass(extension), spec: noPlan },
  { at: 'checkout', who: 'new', search: '?plan=ultimate&period=monthly', leads: pass(setup), spec: noPlan },
  { at: 'checkout', who: 'old', search: '?plan=pro&period=weekly', leads: pass(extension), spec: noPlan },
  { at: 'checkout', who: 'new', search: '?plan=pro&period=monthly', leads: pass(extension, { step: buy('PRO_MONTHLY') }), spec: validPlan },
  {
    at: 'checkout',
    who: 'old',
    search: '?plan=unlimited-pro&period=yearly',
    leads: pass(extension, { step: buy('UNLIMITED_PRO_YEARLY') }),
    spec: validPlan,
  },
  {
    at: 'checkout',
    who: 'old',
    on: 'mobile',
    referral: 'r1',
    search: '?plan=pro&period=yearly',
    leads: pass(inviteWin, { step: buy('PRO_YEARLY') }),
    spec: validPlan,
  },

  { at: loads, who: 'nobody', leads: '/login', spec: accessToken },
  { at: setup, who: 'nobody', leads: '/login', spec: accessToken },
  { at: extension, who: 'nobody', on: 'mobile', leads: '/login', spec: accessToken },
  { at: loads, who: 'new', leads: setup, spec: incomplete },
  { at: extension, who: 'new', leads: setup, spec: incomplete },
  { at: '/admin/users', who: 'new', leads: setup, spec: incomplete },
  { at: extension, who: 'new', search: '?pricing-modal=pro', leads: `${setup}?pricing-modal=pro`, spec: carried },
  { at: loads, who: 'new', flag: true, leads: null, spec: flagKept },
  { at: loads, who: 'done', leads: null, spec: incomplete },
  { at: loads, who: 'old', leads: null, spec: beforeCutoff },
  { at: loads, who: 'atCutoff', leads: null, spec: beforeCutoff },
  { at: loads, who: 'new', on: 'mobile', leads: null, spec: desktopOnly },
  { at: setup, who: 'new', leads: null, spec: incomplete },
  { at: '/setup/signature', who: 'new', leads: null, spec: setupPath },
  { at: '/setup/create-driver', who: 'new', leads: null, spec: setupPath },
  { at: '/Setup/Create-Driver/', who: 'new', leads: null, spec: 'Matching is case-insensitive' },
  { at: setup, who: 'done', leads: loads, spec: complete },
  { at: setup, who: 'new', flag: true, leads: loads, spec: complete },
  { at: '/setup/signature', who: 'done', leads: loads, spec: complete },
  { at: '/setup/create-driver', who: 'old', leads: loads, spec: beforeCutoff },
  { at: setup, who: 'done', on: 'mobile', leads: null, spec: desktopOnly },
];

describe('the table', () => {
  it.each(rows)('$at of $who on $on with "$search" ($spec)', ({ at, who, on = 'desktop', search = '', flag, referral, modal, leads }) => {
    const state: EntryState = {
      session: users[who],
      device: on,
      search,
      storage: { isSetupCompleted: flag ?? false, referralToken: referral ?? null, pricingModal: modal ?? null },
    };
    expect(at in decisions ? decisions[at as keyof typeof decisions](state) : gateScreen(state, at)).toEqual(leads);
  });

  it('is long enough to be trusted', () => {
    expect(rows.length).toBeGreaterThanOrEqual(60);
  });
});

describe('an address that is not proved yet', () => {
  const storage = { isSetupCompleted: true, referralToken: 'r', pricingModal: null };
  const unproven = (search: string, device: 'mobile' | 'desktop' = 'desktop'): EntryState => ({
    session: { ...users.done, isEmailProven: false },
    device,
    search,
    storage,
  });

  it('comes before every screen, on a phone too', () => {
    for (const device of ['mobile', 'desktop'] as const) expect(gateScreen(unproven('', device), loads)).toBe('/confirm-email');
  });

  it('comes before a team is joined, and the rest of the address waits', () => {
    const plan = { step: null, target: '/confirm-email?inviteToken=i' };
    expect(planAfterSignIn(unproven('?token=used&inviteToken=i'))).toEqual(plan);
    expect(decideLogin(unproven(''))).toEqual({ step: null, target: '/confirm-email' });
  });
});

describe('the sign-in page remembers', () => {
  const storage = { isSetupCompleted: false, referralToken: 'kept', pricingModal: null };

  it('the invite and the plan dialog of its address', () => {
    expect(rememberAtLogin({ search: '?token=r2&pricing-modal=pro', storage })).toEqual({
      ...storage,
      referralToken: 'r2',
      pricingModal: 'pro',
    });
  });

  it('what it had before when the address brings nothing', () => {
    expect(rememberAtLogin({ search: '?token=', storage })).toEqual(storage);
  });
});

it('the setup’s steps carry the plans that were asked for', () => {
  expect(carryPricingModal('/setup/signature', '?pricing-modal=pro')).toBe('/setup/signature?pricing-modal=pro');
  expect(carryPricingModal('/dispatcher/setup?step=extension', '?pricing-modal=pro')).toBe(
    '/dispatcher/setup?step=extension&pricing-modal=pro',
  );
  expect(carryPricingModal('/setup/signature', '?plan=pro')).toBe('/setup/signature');
});
