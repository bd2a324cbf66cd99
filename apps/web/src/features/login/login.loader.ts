import type { LoaderFunctionArgs } from 'react-router';
import { enterApp } from '../../shared/entry/enter-app.ts';
import { decideLogin } from '../../shared/entry/entry-routing.ts';
import { readEntryState, saveFromLogin } from '../../shared/entry/entry-state.ts';
import { startCheckout } from '../checkout/checkout.api.ts';

/** The loader of the sign-in page. It stores what the address contains, and redirects users who are signed in. */
export async function loginLoader({ request }: LoaderFunctionArgs): Promise<Response | null> {
  const { search } = new URL(request.url);
  saveFromLogin(search);
  const plan = decideLogin(readEntryState(search));
  // Before joining, the page asks users who are signed in.
  const mustAsk = plan?.step?.kind === 'join' || plan?.step?.kind === 'accept';
  return plan === null || mustAsk ? null : enterApp(plan, startCheckout);
}
