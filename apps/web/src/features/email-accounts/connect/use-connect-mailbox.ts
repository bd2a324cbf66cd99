import { useState } from 'react';
import { describeFailure } from '../../../shared/api/api-failure.ts';
import { notify } from '../../../shared/notify.ts';
import { hitLimitOf, openPricing } from '../../pricing/pricing-dialog.public.ts';
import { emailAccountsApi } from '../email-accounts.api.ts';
import { connectReturn, type OauthProvider } from './connect-labels.public.ts';

/** Shows why a mailbox was not connected: the plans for a limit, otherwise a toast. */
export function tellConnectFailure(error: unknown): void {
  const limit = hitLimitOf(error);
  if (limit !== null && openPricing(limit)) return;
  const { type, message } = describeFailure(error);
  notify(type, message);
}

/** Sends the browser to the provider. It returns to `returnPath` with the outcome in the address. */
export function useConnectMailbox(returnPath: string) {
  const [connect] = emailAccountsApi.useConnectEmailAccountMutation();
  const [busy, setBusy] = useState<OauthProvider | null>(null);

  const start = async (provider: OauthProvider, accountId: string | null = null) => {
    setBusy(provider);
    const redirectTo = connectReturn(returnPath, window.location.origin, { provider, accountId });
    const answer = await connect({ query: { provider, redirectTo }, body: { accountId } });
    if (answer.data !== undefined) return window.location.assign(answer.data.authorizeUrl);
    setBusy(null);
    tellConnectFailure(answer.error);
  };
  return { start, busy };
}
