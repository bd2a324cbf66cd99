import { type LoaderFunctionArgs, replace } from 'react-router';
import { homePath } from '../../shared/session/home-path.ts';
import { finishSignIn, type SignInResult } from '../../shared/session/sign-in.ts';

/**
 * The code leaves the address bar before anything else happens. A loader, not an effect: it runs once per visit, so that the
 * one-time code is never redeemed twice.
 */
export async function finishSignInLoader({ request }: LoaderFunctionArgs): Promise<Response | SignInResult> {
  const query = new URL(request.url).searchParams;
  window.history.replaceState(window.history.state, '', window.location.pathname);
  const result = await finishSignIn(query);
  return result.kind === 'signed-in' ? replace(homePath()) : result;
}
