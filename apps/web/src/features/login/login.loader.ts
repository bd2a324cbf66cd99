import type { LoaderFunctionArgs } from 'react-router';
import { enterApp } from '../../shared/entry/enter-app.ts';
import { decideLogin } from '../../shared/entry/entry-routing.ts';
import { readEntryState, saveFromLogin } from '../../shared/entry/entry-state.ts';
import { startCheckout } from '../checkout/checkout.api.ts';

/** The sign-in page's guard: keeps what its address brings, and sends on who is signed in already. */
export async function loginLoader({ request }: LoaderFunctionArgs): Promise<Response | null> {
  const { search } = new URL(request.url);
  saveFromLogin(search);
  const plan = decideLogin(readEntryState(search));
  // Joining asks first: the page shows the choice to who is signed in.
  const mustAsk = plan?.step?.kind === 'join' || plan?.step?.kind === 'accept';
  return plan === null || mustAsk ? null : enterApp(plan, startCheckout);
}
