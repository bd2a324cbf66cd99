/** Texts copied letter for letter from the specification. Screens take them from here, so that one test can compare them all with it. */
export const specTexts = {
  notFound: {
    title: 'Page Not Found',
    message: 'The page you are searching for is not found',
    hint: 'Please check the URL or go back to the main page',
  },
  error: {
    title: 'Something Went Wrong',
    message: 'An unexpected error occurred',
    hint: 'Please try refreshing the page or contact support if the problem persists',
    routerTitle: 'Unexpected Application Error!',
  },
  loginError: {
    title: 'Something went wrong!',
    message: 'Please go back to the login page or contact support',
    button: 'To login page',
  },
  loadingSetup: 'Loading Setup Page...',
  logout: { title: 'Confirm Logout', message: 'Are you sure you want to log out?', button: 'Log Out' },
  sidebar: {
    inviteAndWin: 'Invite & Win',
    extension: 'Extension',
    accountAndTeam: 'Account & Team',
    privacyPolicy: 'Privacy policy',
    termsOfUse: 'Terms of use',
  },
  installExtension: {
    title: 'Almost ready!',
    message: 'Install our extension to unlock the full potential of the platform',
    security: 'Your data is secure',
  },
  pricing: { upgradePlan: 'Upgrade plan', comingSoon: 'Coming soon' },
  promoLearnMore: 'Learn More',
  copied: 'Copied!',
  invitationSent: 'We successfully sent invitation!',
  unknownError: 'Unknown error',
  notices: { success: 'All is good', error: 'Something went wrong', warning: 'Error', pending: 'Please wait...' },
} as const;
