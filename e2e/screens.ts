import { loadEndpoints } from '@headhaul/contracts/loads/loads';
import type { Page } from '@playwright/test';
import { beginSetup, callAs, comeIn, expect, newcomer, skipSetup } from './product.ts';
import { watchStillness } from './stillness.ts';

/**
 * Who is signed in: the owner of the demo office, a new person in the setup, or the same person after skipping it, with an empty office.
 */
type Visitor = 'nobody' | 'owner' | 'newcomer' | 'starter';

/** A screen for the accessibility tests and the gallery. */
interface Screen {
  name: string;
  /** The address, or how to find it in the demo data. */
  path: string | ((page: Page) => Promise<string>);
  as: Visitor;
  /** Text that appears once the screen's data has loaded. */
  shows?: string | RegExp;
}

/** A load in transit, with a driver, a broker and a history. */
async function findLoad(page: Page) {
  const { loads } = await callAs(page, loadEndpoints.listLoads, { query: { status: ['IN_TRANSIT'], limit: 1 } });
  const [load] = loads;
  if (load === undefined) throw new Error('the demo office has no load in transit');
  return load;
}

const ofLoad = (path: (load: Awaited<ReturnType<typeof findLoad>>) => string) => async (page: Page) => path(await findLoad(page));

export const screens: readonly Screen[] = [
  { name: 'login', path: '/login', as: 'nobody' },
  { name: 'not-found', path: '/no/such/road', as: 'nobody' },
  { name: 'sign-in-error', path: '/oauth/callback?error=access_denied', as: 'nobody' },
  { name: 'feedback-deletion', path: '/extension-feedback?type=DELETION', as: 'nobody' },
  { name: 'feedback-download', path: '/extension-feedback?type=DOWNLOAD', as: 'nobody' },
  { name: 'setup-email', path: '/dispatcher/setup', as: 'newcomer' },
  { name: 'setup-signature', path: '/setup/signature', as: 'newcomer' },
  { name: 'setup-driver', path: '/setup/create-driver', as: 'newcomer' },
  { name: 'setup-extension', path: '/dispatcher/setup?step=extension', as: 'newcomer' },
  { name: 'loads-first', path: '/dispatcher/my-loads', as: 'starter', shows: 'Put the first load on the road' },
  { name: 'week-first', path: '/dispatcher/my-loads/week', as: 'starter', shows: 'A week needs trucks' },
  { name: 'drivers-first', path: '/dispatcher/my-drivers', as: 'starter', shows: 'Who drives for you?' },
  { name: 'brokers-first', path: '/dispatcher/brokers', as: 'starter', shows: 'Brokers come with your loads' },
  { name: 'analytics-first', path: '/dispatcher/analytics', as: 'starter', shows: 'Nothing to count yet' },
  { name: 'billing-trial', path: '/dispatcher/subscriptions', as: 'starter', shows: 'No card yet. The checkout asks for one.' },
  { name: 'billing-unpaid', path: '/dispatcher/subscription-company-success-page', as: 'starter', shows: 'No payment yet' },
  { name: 'accounts-first', path: '/dispatcher/accounts', as: 'starter', shows: 'Which mailbox do you write to brokers from?' },
  { name: 'emails-first', path: '/dispatcher/emails', as: 'starter', shows: 'Nothing was sent yet' },
  { name: 'template-first', path: '/dispatcher/edit-template', as: 'starter', shows: 'A template belongs to a mailbox' },
  { name: 'signature-first', path: '/dispatcher/edit-signature', as: 'starter', shows: 'A signature belongs to a mailbox' },
  { name: 'invite-win-first', path: '/dispatcher/invite-win', as: 'starter', shows: 'Who would like this too?' },
  { name: 'extension', path: '/dispatcher/extension', as: 'owner' },
  { name: 'smart-filters', path: '/dispatcher/smart-filters', as: 'owner' },
  { name: 'loads', path: '/dispatcher/my-loads', as: 'owner', shows: 'Needs attention' },
  { name: 'loads-board', path: '/dispatcher/my-loads?mode=board', as: 'owner', shows: /need attention$/ },
  { name: 'loads-week', path: '/dispatcher/my-loads/week', as: 'owner', shows: /Nate Ferris/ },
  { name: 'load-drawer', path: ofLoad(({ id }) => `/dispatcher/my-loads?load=${id}`), as: 'owner', shows: 'History' },
  { name: 'load', path: ofLoad(({ id }) => `/dispatcher/my-loads/${id}`), as: 'owner', shows: 'History' },
  { name: 'load-sheet', path: ofLoad(({ id }) => `/dispatcher/my-loads/${id}/sheet`), as: 'owner', shows: /^Send the signed BOL/ },
  { name: 'load-new', path: '/dispatcher/create-my-load', as: 'owner', shows: 'References and tags' },
  { name: 'load-edit', path: ofLoad(({ id }) => `/dispatcher/edit-my-load/${id}`), as: 'owner', shows: 'References and tags' },
  { name: 'import', path: '/dispatcher/my-loads/import', as: 'owner', shows: 'Drop a spreadsheet here' },
  { name: 'drivers', path: '/dispatcher/my-drivers', as: 'owner', shows: /Nate Ferris/ },
  {
    name: 'drivers-near',
    path: '/dispatcher/my-drivers?view=near&near=Dallas, TX&within=400',
    as: 'owner',
    shows: /empty near Dallas, TX/,
  },
  { name: 'driver', path: ofLoad(({ driverId }) => `/dispatcher/my-drivers/${driverId}`), as: 'owner', shows: 'Gross by week' },
  { name: 'driver-new', path: '/dispatcher/create-my-driver', as: 'owner', shows: 'Links and notes' },
  { name: 'driver-edit', path: ofLoad(({ driverId }) => `/dispatcher/edit-my-driver/${driverId}`), as: 'owner', shows: 'Links and notes' },
  { name: 'brokers', path: '/dispatcher/brokers', as: 'owner', shows: /^Lakeshore Freight/ },
  { name: 'broker', path: ofLoad(({ brokerId }) => `/dispatcher/brokers/${brokerId}`), as: 'owner', shows: 'Loads' },
  { name: 'analytics', path: '/dispatcher/analytics', as: 'owner', shows: 'Top brokers' },
  { name: 'accounts', path: '/dispatcher/accounts', as: 'owner', shows: 'dispatch@bluffline.example' },
  { name: 'template', path: '/dispatcher/edit-template', as: 'owner', shows: 'As the broker sees it' },
  { name: 'template-new', path: '/dispatcher/create-template', as: 'owner', shows: 'As the broker sees it' },
  { name: 'signature', path: '/dispatcher/edit-signature', as: 'owner', shows: /Under every mail/ },
  { name: 'email-settings', path: '/dispatcher/email-settings', as: 'owner', shows: 'dispatch@bluffline.example' },
  { name: 'emails', path: '/dispatcher/emails', as: 'owner', shows: 'Newest first' },
  { name: 'mailbox-not-connected', path: '/dispatcher/google-connect/error?error=access_denied', as: 'owner', shows: /You did not allow/ },
  { name: 'team', path: '/dispatcher/account-team', as: 'owner' },
  { name: 'sign-ins', path: '/dispatcher/account-team/sign-ins', as: 'owner', shows: 'This device' },
  { name: 'company', path: '/dispatcher/account-team/company', as: 'owner' },
  { name: 'audit', path: '/dispatcher/account-team/audit', as: 'owner' },
  { name: 'profile', path: '/dispatcher/my-profile', as: 'owner' },
  { name: 'pricing', path: '/dispatcher/account-team?pricing-modal=1', as: 'owner', shows: 'Choose Unlimited Pro' },
  { name: 'billing', path: '/dispatcher/subscriptions', as: 'owner', shows: 'History' },
  { name: 'billing-success', path: '/dispatcher/subscription-company-success-page', as: 'owner', shows: 'Receipt' },
  { name: 'billing-cancelled', path: '/dispatcher/subscription-company-cancel-page', as: 'owner', shows: 'Go to billing' },
  { name: 'invite-win', path: '/dispatcher/invite-win', as: 'owner', shows: 'Copy link' },
];

async function becomeVisitor(page: Page, visitor: Visitor, before: Visitor): Promise<void> {
  if (visitor === 'starter' && before === 'newcomer') {
    await page.goto('/dispatcher/setup');
    return skipSetup(page);
  }
  if (before !== 'nobody') await page.evaluate(() => localStorage.removeItem('hh.session.v1'));
  if (visitor === 'owner') return comeIn(page);
  await beginSetup(page, newcomer('Kim Doe'));
  if (visitor === 'starter') await skipSetup(page);
}

export const themes = ['light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** Opens the screens one by one, signed in as their visitor, and shows each in both themes without motion. */
export async function walkScreens(
  page: Page,
  walk: readonly Screen[],
  size: { width: number; height: number },
  visit: (screen: Screen, theme: Theme, standStill: () => Promise<void>) => Promise<void>,
): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('hh.theme.v1', 'auto'));
  const standStill = watchStillness(page);
  let signedInAs: Visitor = 'nobody';
  for (const screen of walk) {
    if (screen.as !== signedInAs) {
      // On a phone, signing in leads to another page. So it happens on a desktop, and the screen is opened at its own width afterwards.
      await page.setViewportSize({ width: 1440, height: 900 });
      await becomeVisitor(page, screen.as, signedInAs);
      signedInAs = screen.as;
    }
    await page.setViewportSize(size);
    await page.goto(typeof screen.path === 'string' ? screen.path : await screen.path(page));
    await expect(page.getByRole('heading', { level: 1 }).first(), screen.name).toBeVisible();
    if (screen.shows !== undefined) await expect(page.getByText(screen.shows).first(), screen.name).toBeAttached();
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme });
      await expect(page.locator(`html[data-mantine-color-scheme="${theme}"]`)).toBeAttached();
      await standStill();
      await visit(screen, theme, standStill);
    }
  }
}
