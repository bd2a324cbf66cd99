import { AppError } from '../../lib/errors.ts';

interface RedirectTargets {
  paths: readonly string[];
  /** Query keys that may be carried along. */
  keys: readonly string[];
}

/** Where a sign-in may return to, and which query keys it may carry along. */
const signInTargets: RedirectTargets = {
  paths: ['/oauth/callback', '/oauth/login', '/oauth/confirmed', '/checkout'],
  keys: ['fromLandingPage', 'plan', 'period', 'inviteToken', 'pricing-modal', 'returnUrl', 'successfulPayment'],
};

export const connectedPath = '/dispatcher/google-connect/success';
export const notConnectedPath = '/dispatcher/google-connect/error';
/** Where the connection of a mailbox may return to. */
export const mailboxTargets: RedirectTargets = {
  paths: [connectedPath, notConnectedPath, '/dispatcher/accounts', '/dispatcher/email-settings', '/dispatcher/setup'],
  keys: ['returnUrl', 'from'],
};

const maxValueLength = 200;
/** `returnUrl` is followed later: only a path of our own, never `//host`, `/\\host` or anything that becomes one (`/..//host`). */
const ownPath = /^\/(?!\/|.*(?:\.\.|\/\/))[\x20-\x5b\x5d-\x7e]*$/;

/**
 * The result is built from our own lists: an allowed origin, an allowed path and known query keys. The requested address itself is
 * never passed through, so no spelling of a foreign address can slip in.
 */
export function allowedRedirect(requested: string, origins: readonly string[], { paths, keys } = signInTargets): URL {
  const refuse = (reason: string): never => {
    throw new AppError('invalid_redirect', { reason });
  };
  // A URL parser accepts tabs, line breaks and backslashes, but none of our own addresses contains them.
  if (!/^[\x21-\x5b\x5d-\x7e]+$/.test(requested)) refuse('unusual characters');
  const url = URL.canParse(requested) ? new URL(requested) : refuse('not an absolute address');
  const origin = origins.find((allowed) => allowed === url.origin && requested.startsWith(allowed)) ?? refuse('foreign origin');
  const path = paths.find((allowed) => allowed === url.pathname) ?? refuse('foreign path');
  const asWritten = requested.slice(origin.length).split(/[?#]/, 1)[0];
  if (url.username || url.password || url.hash || asWritten !== path) refuse('not written plainly');
  const target = new URL(path, origin);
  for (const key of keys) {
    const value = url.searchParams.get(key);
    if (value !== null && value.length <= maxValueLength && (key !== 'returnUrl' || ownPath.test(value)))
      target.searchParams.set(key, value);
  }
  return target;
}
