import type { LoaderFunctionArgs } from 'react-router';
import { enterApp } from '../../shared/entry/enter-app.ts';
import { planAfterSignIn } from '../../shared/entry/entry-routing.ts';
import { readEntryState } from '../../shared/entry/entry-state.ts';
import { finishSignIn, type SignInResult } from '../../shared/session/sign-in.ts';
import { startCheckout } from '../checkout/checkout.api.ts';

/**
 * Removes the code from the address bar first. This is a loader, not an effect, because it runs once per visit, so the one-time code is
 * never redeemed twice.
 */
export async function finishSignInLoader({ request }: LoaderFunctionArgs): Promise<Response | SignInResult> {
  const { search, searchParams } = new URL(request.url);
  window.history.replaceState(window.history.state, '', window.location.pathname);
  const result = await finishSignIn(searchParams);
  if (result.kind === 'failed') return result;
  return enterApp(planAfterSignIn(readEntryState(search)), startCheckout);
}
