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

/** Every screen is one record here: the router, the sidebar, the bottom bar and the command palette are made from them. */
export interface Screen {
  path: string;
  title: string;
  page: () => Promise<{ default: ComponentType }>;
  /**
   * `signed-in` screens live inside the shell, as do `admin` ones, which exist only for Headhaul's own people; `setup` ones
   * have a frame of their own; `signed-out` ones send a signed-in person on; `anyone` asks nothing.
   */
  guard: 'signed-in' | 'admin' | 'setup' | 'signed-out' | 'anyone';
  sidebar?: { group: SidebarGroup; icon: Icon };
}

const login = () => import('../features/login/login-page.tsx');
const extension = () => import('../features/extension/extension-page.tsx');
const setup = () => import('../features/setup/setup-page.tsx');
const team = () => import('../features/team/team-page.tsx');
const company = () => import('../features/company/company-page.tsx');
const audit = () => import('../features/audit/audit-page.tsx');
const profile = () => import('../features/profile/profile-page.tsx');
/** Screens whose feature isn't there yet share one page that says so. */
const beingBuilt = () => import('./being-built-page.tsx');

export const screens: readonly Screen[] = [
  { path: '/login', title: 'Sign in', page: login, guard: 'signed-out' },
  { path: '/oauth/login', title: 'Sign in', page: login, guard: 'signed-out' },
  {
    path: '/extension-feedback',
    title: 'Feedback',
    page: () => import('../features/extension-feedback/extension-feedback-page.tsx'),
    guard: 'anyone',
  },

  {
    path: '/dispatcher/my-loads',
    title: 'Loads',
    page: beingBuilt,
    guard: 'signed-in',
    sidebar: { group: 'Work', icon: IconTruckLoading },
  },
  {
    path: '/dispatcher/my-drivers',
    title: 'Drivers',
    page: beingBuilt,
    guard: 'signed-in',
    sidebar: { group: 'Work', icon: IconSteeringWheel },
  },
  {
    path: '/dispatcher/brokers',
    title: 'Brokers',
    page: beingBuilt,
    guard: 'signed-in',
    sidebar: { group: 'Work', icon: IconBuildingStore },
  },
  {
    path: '/dispatcher/analytics',
    title: 'Analytics',
    page: beingBuilt,
    guard: 'signed-in',
    sidebar: { group: 'Work', icon: IconChartBar },
  },
  {
    path: '/dispatcher/accounts',
    title: 'Email accounts',
    page: beingBuilt,
    guard: 'signed-in',
    sidebar: { group: 'Reach', icon: IconMail },
  },
  {
    path: '/dispatcher/extension',
    title: specTexts.sidebar.extension,
    page: extension,
    guard: 'signed-in',
    sidebar: { group: 'Reach', icon: IconPuzzle },
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
    sidebar: { group: 'Company', icon: IconUsers },
  },
  {
    path: '/dispatcher/invite-win',
    title: specTexts.sidebar.inviteAndWin,
    page: beingBuilt,
    guard: 'signed-in',
    sidebar: { group: 'Invite', icon: IconGift },
  },

  { path: '/dispatcher/my-loads/:loadId', title: 'Load', page: beingBuilt, guard: 'signed-in' },
  { path: '/dispatcher/my-load-details/:loadId?', title: 'Load', page: beingBuilt, guard: 'signed-in' },
  { path: '/dispatcher/load-inner-details/:loadId?', title: 'Load', page: beingBuilt, guard: 'signed-in' },
  { path: '/dispatcher/create-my-load', title: 'New load', page: beingBuilt, guard: 'signed-in' },
  { path: '/dispatcher/edit-my-load/:loadId?', title: 'Edit load', page: beingBuilt, guard: 'signed-in' },
  { path: '/dispatcher/create-my-driver', title: 'New driver', page: beingBuilt, guard: 'signed-in' },
  { path: '/dispatcher/edit-my-driver/:driverId?', title: 'Edit driver', page: beingBuilt, guard: 'signed-in' },
  { path: '/dispatcher/company-drivers', title: 'Company drivers', page: beingBuilt, guard: 'signed-in' },
  { path: '/dispatcher/create-company-drivers', title: 'New company driver', page: beingBuilt, guard: 'signed-in' },
  { path: '/dispatcher/edit-company-drivers/:driverId?', title: 'Edit company driver', page: beingBuilt, guard: 'signed-in' },
  { path: '/dispatcher/create-template/:accountId?', title: 'New template', page: beingBuilt, guard: 'signed-in' },
  { path: '/dispatcher/edit-template/:accountId?', title: 'Edit template', page: beingBuilt, guard: 'signed-in' },
  { path: '/dispatcher/email-settings', title: 'Email settings', page: beingBuilt, guard: 'signed-in' },
  { path: '/dispatcher/edit-signature', title: 'Edit signature', page: beingBuilt, guard: 'signed-in' },
  { path: '/dispatcher/data-truck-connect', title: 'Connect Datatruck', page: beingBuilt, guard: 'signed-in' },
  { path: '/dispatcher/google-connect/success', title: 'Google connected', page: beingBuilt, guard: 'signed-in' },
  { path: '/dispatcher/google-connect/error', title: 'Google not connected', page: beingBuilt, guard: 'signed-in' },
  { path: '/dispatcher/telegram-message', title: 'Telegram message', page: beingBuilt, guard: 'signed-in' },
  { path: '/dispatcher/subscriptions', title: 'Plans', page: beingBuilt, guard: 'signed-in' },
  { path: '/dispatcher/subscription-company-success-page', title: 'Plan started', page: beingBuilt, guard: 'signed-in' },
  { path: '/dispatcher/subscription-company-cancel-page', title: 'Plan not started', page: beingBuilt, guard: 'signed-in' },
  { path: '/dispatcher/account-team/company', title: 'Company', page: company, guard: 'signed-in' },
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

/** A screen that needs an id, or that only tells how something ended, is no place to go to by name. */
function hasAnAddress({ path }: Screen): boolean {
  return !path.includes(':') && !/(success|error|cancel)/.test(path);
}

/** Every screen one can jump to, each title once; the sidebar's come first, as in the list. */
export function screensToJumpTo(isAdmin: boolean): Screen[] {
  const titles = new Set<string>();
  return screens.filter((screen) => {
    const isOpen = screen.guard === 'signed-in' || (screen.guard === 'admin' && isAdmin);
    if (!isOpen || !hasAnAddress(screen) || titles.has(screen.title)) return false;
    titles.add(screen.title);
    return true;
  });
}

export function screensInSidebar(group: SidebarGroup): { path: string; title: string; icon: Icon }[] {
  return screens.flatMap(({ path, title, sidebar }) => (sidebar?.group === group ? [{ path, title, icon: sidebar.icon }] : []));
}
