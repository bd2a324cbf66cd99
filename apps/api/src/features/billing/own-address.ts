import { AppError } from '../../lib/errors.ts';

/**
 * Where Stripe may send the browser back to: a page of our own web app, written plainly. What a URL parser would have to forgive
 * (tabs, backslashes, names before the host) is none.
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
