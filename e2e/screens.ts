/** Every screen there is, for the accessibility tests and the gallery. */
export interface Screen {
  name: string;
  path: string;
  as: 'nobody' | 'owner' | 'newcomer';
}

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
  { name: 'extension', path: '/dispatcher/extension', as: 'owner' },
  { name: 'loads', path: '/dispatcher/my-loads', as: 'owner' },
  { name: 'team', path: '/dispatcher/account-team', as: 'owner' },
  { name: 'company', path: '/dispatcher/account-team/company', as: 'owner' },
  { name: 'audit', path: '/dispatcher/account-team/audit', as: 'owner' },
  { name: 'profile', path: '/dispatcher/my-profile', as: 'owner' },
];
