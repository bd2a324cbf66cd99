/** The origins that the API under test allows, and the return paths and query keys of the specification. */
export const webOrigins = ['https://app.headhaul.example', 'https://headhaul.example', 'http://localhost:5173'] as const;
export const paths = ['/oauth/callback', '/oauth/login', '/checkout'] as const;
export const carriedKeys = ['fromLandingPage', 'plan', 'period', 'inviteToken', 'pricing-modal', 'returnUrl', 'successfulPayment'] as const;

/** Whether this address is one of our own pages. */
export function isAllowedTarget(target: URL): boolean {
  const isOurs = webOrigins.some((origin) => origin === target.origin) && paths.some((path) => path === target.pathname);
  return isOurs && target.username === '' && target.password === '' && target.hash === '';
}

/** Query keys on a target that a caller may not put there. */
export function foreignKeys(target: URL): string[] {
  return [...target.searchParams.keys()].filter((key) => key !== 'error' && !carriedKeys.some((carried) => carried === key));
}
