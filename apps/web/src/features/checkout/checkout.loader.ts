import { sessionEndpoints } from '@headhaul/contracts/session';
import { type LoaderFunctionArgs, replace } from 'react-router';
import { enterApp } from '../../shared/entry/enter-app.ts';
import { decideCheckout } from '../../shared/entry/entry-routing.ts';
import { readEntryState } from '../../shared/entry/entry-state.ts';
import { syncExtension } from '../../shared/extension-bridge/extension-sync.ts';
import { finishSignIn } from '../../shared/session/sign-in.ts';
import { callSignedIn } from '../../shared/session/signed-in-call.ts';
import { startCheckout } from './checkout.api.ts';

/** `/checkout`: finishes a sign-in that returned here, then starts the payment, or goes on after it. */
export async function checkoutLoader({ request }: LoaderFunctionArgs): Promise<Response> {
  const { search, searchParams } = new URL(request.url);
  if (searchParams.has('token') || searchParams.has('error')) {
    window.history.replaceState(window.history.state, '', window.location.pathname);
    const result = await finishSignIn(searchParams);
    if (result.kind === 'failed') return replace('/login');
  }
  const decision = decideCheckout(readEntryState(search));
  if (decision.kind === 'sign-in') return replace(decision.target);
  if (decision.syncExtension) await syncExtension(createHandoffCode);
  return enterApp(decision, startCheckout);
}

/** A failure is ignored, because the payment counts without the extension. The shell signs the extension in later. */
async function createHandoffCode(challenge: string): Promise<string | null> {
  const answer = await callSignedIn(sessionEndpoints.createHandoffCode, { body: { challenge } }).catch(() => null);
  return answer?.code ?? null;
}
