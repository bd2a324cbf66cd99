import {
  type Icon,
  IconBuildingStore,
  IconChartBar,
  IconGift,
  IconMail,
  IconPlugConnected,
  IconPuzzle,
  IconReportAnalytics,
  IconSteeringWheel,
  IconTruckLoading,
  IconUserSearch,
  IconUsers,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { specTexts } from '../shared/spec-texts.ts';

export type SidebarGroup = 'Work' | 'Reach' | 'Company' | 'Invite' | 'Admin';

/** Every screen is one record here. The router, the sidebar, the bottom bar and the command palette are made from these records. */
export interface Screen {
  path: string;
  title: string;
  page: () => Promise<{ default: ComponentType }>;
  /**
   * `signed-in` screens are inside the shell. So are `admin` screens, which only Headhaul's own people can open. `setup` screens have their
   * own frame. `signed-out` screens send a signed-in person on. `anyone` checks nothing.
   */
  guard: 'signed-in' | 'admin' | 'setup' | 'signed-out' | 'anyone';
  /** The item is also marked on screens whose path begins with one of `also`. */
  sidebar?: { group: SidebarGroup; icon: Icon; also?: readonly string[] };
  /** Where the command palette goes, for a path whose last part is optional. */
  jumpTo?: string;
}

const login = () => import('../features/login/login-page.tsx');
const extension = () => import('../features/extension/extension-page.tsx');
const setup = () => import('../features/setup/setup-page.tsx');
const loads = () => import('../features/loads/list/page.tsx');
const loadDetails = () => import('../features/loads/details/page.tsx');
const loadSheet = () => import('../features/loads/details/sheet-page.tsx');
const toLoadDetails = () => import('../features/loads/details/redirect-page.tsx');
const toLoadDrawer = () => import('../features/loads/details/drawer-redirect-page.tsx');
const loadForm = () => import('../features/loads/form/page.tsx');
const week = () => import('./week-page.tsx');
const drivers = () => import('../features/drivers/list/page.tsx');
const driverForm = () => import('../features/drivers/form/page.tsx');
const team = () => import('../features/team/team-page.tsx');
const company = () => import('../features/company/company-page.tsx');
const audit = () => import('../features/audit/audit-page.tsx');
const profile = () => import('../features/profile/profile-page.tsx');
const template = () => import('../features/email-templates/template-page.tsx');
const connectResult = () => import('../features/email-accounts/connect-result-page.tsx');
/** Screens whose feature isn't built yet share one page that says so. */
const beingBuilt = () => import('./being-built-page.tsx');

export const screens: readonly Screen[] = [
  { path: '/login', title: 'Sign in', page: login, guard: 'signed-out' },
  { path: '/oauth/login', title: 'Sign in', page: login, guard: 'signed-out' },
  {
    path: '/confirm-email',
    title: 'Confirm your email',
    page: () => import('../features/confirm-person/confirm-email-page.tsx'),
    guard: 'anyone',
  },
  {
    path: '/oauth/confirmed',
    title: 'Confirmed',
    page: () => import('../features/confirm-person/returned-page.tsx'),
    guard: 'anyone',
  },
  {
    path: '/extension-feedback',
    title: 'Feedback',
    page: () => import('../features/extension-feedback/extension-feedback-page.tsx'),
    guard: 'anyone',
  },

  {
    path: '/dispatcher/my-loads',
    title: 'Loads',
    page: loads,
    guard: 'signed-in',
    sidebar: { group: 'Work', icon: IconTruckLoading },
  },
  {
    path: '/dispatcher/my-drivers',
    title: 'Drivers',
    page: drivers,
    guard: 'signed-in',
    sidebar: { group: 'Work', icon: IconSteeringWheel },
  },
  {
    path: '/dispatcher/brokers',
    title: 'Brokers',
    page: () => import('../features/brokers/list/page.tsx'),
    guard: 'signed-in',
    sidebar: { group: 'Work', icon: IconBuildingStore },
  },
  {
    path: '/dispatcher/analytics',
    title: 'Analytics',
    page: () => import('../features/analytics/page.tsx'),
    guard: 'signed-in',
    sidebar: { group: 'Work', icon: IconChartBar },
  },
  {
    path: '/dispatcher/accounts',
    title: 'Email accounts',
    page: () => import('../features/email-accounts/accounts-page.tsx'),
    guard: 'signed-in',
    sidebar: {
      group: 'Reach',
      icon: IconMail,
      also: [
        '/dispatcher/email',
        '/dispatcher/edit-template',
        '/dispatcher/create-template',
        '/dispatcher/edit-signature',
        '/dispatcher/google-connect',
      ],
    },
  },
  {
    path: '/dispatcher/extension',
    title: specTexts.sidebar.extension,
    page: extension,
    guard: 'signed-in',
    sidebar: { group: 'Reach', icon: IconPuzzle, also: ['/dispatcher/smart-filters'] },
  },
  {
    path: '/dispatcher/smart-filters',
    title: 'Smart filters',
    page: () => import('../features/board-filters/page.tsx'),
    guard: 'signed-in',
  },
  {
    path: '/dispatcher/integrations',
    title: 'Integrations',
    page: beingBuilt,
    guard: 'signed-in',
    sidebar: { group: 'Reach', icon: IconPlugConnected },
  },
  {
    path: '/dispatcher/account-team',
    title: specTexts.sidebar.accountAndTeam,
    page: team,
    guard: 'signed-in',
    sidebar: { group: 'Company', icon: IconUsers, also: ['/dispatcher/subscription'] },
  },
  {
    path: '/dispatcher/invite-win',
    title: specTexts.sidebar.inviteAndWin,
    page: () => import('../features/invite-win/invite-win-page.tsx'),
    guard: 'signed-in',
    sidebar: { group: 'Invite', icon: IconGift },
  },

  { path: '/dispatcher/my-loads/week', title: 'Week', page: week, guard: 'signed-in' },
  {
    path: '/dispatcher/my-loads/import',
    title: 'Import loads',
    page: () => import('../features/data-transfer/import-page.tsx'),
    guard: 'signed-in',
  },
  { path: '/dispatcher/my-loads/:loadId', title: 'Load', page: loadDetails, guard: 'signed-in' },
  { path: '/dispatcher/my-loads/:loadId/sheet', title: 'Load sheet', page: loadSheet, guard: 'signed-in' },
  { path: '/dispatcher/my-load-details/:loadId?', title: 'Load', page: toLoadDetails, guard: 'signed-in' },
  { path: '/dispatcher/load-inner-details/:loadId?', title: 'Load', page: toLoadDrawer, guard: 'signed-in' },
  { path: '/dispatcher/create-my-load', title: 'New load', page: loadForm, guard: 'signed-in' },
  { path: '/dispatcher/edit-my-load/:loadId?', title: 'Edit load', page: loadForm, guard: 'signed-in' },
  {
    path: '/dispatcher/my-drivers/:driverId',
    title: 'Driver',
    page: () => import('../features/drivers/details/page.tsx'),
    guard: 'signed-in',
  },
  { path: '/dispatcher/create-my-driver', title: 'New driver', page: driverForm, guard: 'signed-in' },
  { path: '/dispatcher/edit-my-driver/:driverId?', title: 'Edit driver', page: driverForm, guard: 'signed-in' },
  { path: '/dispatcher/company-drivers', title: 'Company drivers', page: drivers, guard: 'signed-in' },
  { path: '/dispatcher/create-company-drivers', title: 'New company driver', page: driverForm, guard: 'signed-in' },
  { path: '/dispatcher/edit-company-drivers/:driverId?', title: 'Edit company driver', page: driverForm, guard: 'signed-in' },
  {
    path: '/dispatcher/brokers/:brokerId',
    title: 'Broker',
    page: () => import('../features/brokers/details/page.tsx'),
    guard: 'signed-in',
  },
  {
    path: '/dispatcher/emails',
    title: 'Sent mail',
    page: () => import('../features/emails/list/page.tsx'),
    guard: 'signed-in',
  },
  {
    path: '/dispatcher/create-template/:accountId?',
    title: 'New template',
    page: template,
    guard: 'signed-in',
    jumpTo: '/dispatcher/create-template',
  },
  {
    path: '/dispatcher/edit-template/:accountId?',
    title: 'Edit template',
    page: template,
    guard: 'signed-in',
    jumpTo: '/dispatcher/edit-template',
  },
  {
    path: '/dispatcher/email-settings',
    title: 'Email settings',
    page: () => import('../features/email-accounts/email-settings-page.tsx'),
    guard: 'signed-in',
  },
  {
    path: '/dispatcher/edit-signature/:accountId?',
    title: 'Edit signature',
    page: () => import('../features/email-templates/signature/signature-page.tsx'),
    guard: 'signed-in',
    jumpTo: '/dispatcher/edit-signature',
  },
  { path: '/dispatcher/data-truck-connect', title: 'Connect Datatruck', page: beingBuilt, guard: 'signed-in' },
  { path: '/dispatcher/google-connect/success', title: 'Mailbox connected', page: connectResult, guard: 'signed-in' },
  { path: '/dispatcher/google-connect/error', title: 'Mailbox not connected', page: connectResult, guard: 'signed-in' },
  { path: '/dispatcher/telegram-message', title: 'Telegram message', page: beingBuilt, guard: 'signed-in' },
  {
    path: '/dispatcher/subscriptions',
    title: 'Billing',
    page: () => import('../features/billing/billing-page.tsx'),
    guard: 'signed-in',
  },
  {
    path: '/dispatcher/subscription-company-success-page',
    title: 'Plan started',
    page: () => import('../features/billing/success-page.tsx'),
    guard: 'signed-in',
  },
  {
    path: '/dispatcher/subscription-company-cancel-page',
    title: 'Plan not started',
    page: () => import('../features/billing/cancel-page.tsx'),
    guard: 'signed-in',
  },
  { path: '/dispatcher/account-team/company', title: 'Company', page: company, guard: 'signed-in' },
  {
    path: '/dispatcher/account-team/sign-ins',
    title: 'Sign-ins',
    page: () => import('../features/sign-ins/sign-ins-page.tsx'),
    guard: 'signed-in',
  },
  { path: '/dispatcher/account-team/audit', title: 'Team log', page: audit, guard: 'signed-in' },
  { path: '/dispatcher/profile', title: 'My profile', page: profile, guard: 'signed-in' },
  { path: '/dispatcher/my-profile', title: 'My profile', page: profile, guard: 'signed-in' },

  { path: '/dispatcher/setup', title: 'Setup', page: setup, guard: 'setup' },
  { path: '/setup/signature', title: 'Setup', page: setup, guard: 'setup' },
  { path: '/setup/create-driver', title: 'Setup', page: setup, guard: 'setup' },

  {
    path: '/admin/analytics',
    title: 'Product analytics',
    page: beingBuilt,
    guard: 'admin',
    sidebar: { group: 'Admin', icon: IconReportAnalytics },
  },
  { path: '/admin/users', title: 'Users', page: beingBuilt, guard: 'admin', sidebar: { group: 'Admin', icon: IconUserSearch } },
];

/** A screen that needs an id, or that only shows how something ended, can't be opened by name. */
function hasAnAddress({ path }: Screen): boolean {
  return !path.includes(':') && !/(success|error|cancel)/.test(path);
}

/** Every screen that the command palette can open, each title once, in the order of `screens`. */
export function screensToJumpTo(isAdmin: boolean): Screen[] {
  const titles = new Set<string>();
  const byName = screens.map((screen) => (screen.jumpTo === undefined ? screen : { ...screen, path: screen.jumpTo }));
  return byName.filter((screen) => {
    const isOpen = screen.guard === 'signed-in' || (screen.guard === 'admin' && isAdmin);
    if (!isOpen || !hasAnAddress(screen) || titles.has(screen.title)) return false;
    titles.add(screen.title);
    return true;
  });
}

export function screensInSidebar(group: SidebarGroup): { path: string; title: string; icon: Icon; also?: readonly string[] | undefined }[] {
  return screens.flatMap(({ path, title, sidebar }) =>
    sidebar?.group === group ? [{ path, title, icon: sidebar.icon, also: sidebar.also }] : [],
  );
}
