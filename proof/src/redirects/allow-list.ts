/** What the API under test is told to allow, and the specification's return paths and query keys. */
export const webOrigins = ['https://app.headhaul.example', 'https://headhaul.example', 'http://localhost:5173'] as const;
export const paths = ['/oauth/callback', '/oauth/login', '/checkout'] as const;
export const carriedKeys = ['fromLandingPage', 'plan', 'period', 'inviteToken', 'pricing-modal', 'returnUrl', 'successfulPayment'] as const;

/** Whether a browser sent to this address stays with us. */
export function isAllowedTarget(target: URL): boolean {
  const isOurs = webOrigins.some((origin) => origin === target.origin) && paths.some((path) => path === target.pathname);
  return isOurs && target.username === '' && target.password === '' && target.hash === '';
}

/** Query keys on a target that nobody may put there from outside. */
export function foreignKeys(target: URL): string[] {
  return [...target.searchParams.keys()].filter((key) => key !== 'error' && !carriedKeys.some((carried) => carried === key));
}
