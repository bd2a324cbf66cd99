import { AppError } from '../../lib/errors.ts';

/**
 * Checks the address that Stripe sends the browser back to. It must be a page of our own web app, written plainly. Anything that a
 * URL parser would have to correct (tabs, backslashes, a user name before the host) is refused.
 */
export function ownAddress(requested: string, origins: readonly string[]): string {
  const refuse = (reason: string): never => {
    throw new AppError('invalid_redirect', { reason });
  };
  if (!/^[\x21-\x5b\x5d-\x7e]+$/.test(requested)) refuse('unusual characters');
  const url = URL.canParse(requested) ? new URL(requested) : refuse('not an absolute address');
  const origin = origins.find((allowed) => allowed === url.origin) ?? refuse('foreign origin');
  const isPlain = requested === origin || requested.startsWith(`${origin}/`) || requested.startsWith(`${origin}?`);
  if (!isPlain || url.username || url.password) refuse('not written plainly');
  return `${origin}${url.pathname}${url.search}${url.hash}`;
}
