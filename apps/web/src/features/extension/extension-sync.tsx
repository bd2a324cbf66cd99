import type { EmailAccount } from '@headhaul/contracts/mail/accounts';
import { useEffect, useRef } from 'react';
import { useDispatch } from 'react-redux';
import { api } from '../../shared/api/api.ts';
import { sendToExtension } from '../../shared/extension-bridge/extension-channel.ts';
import { listenToExtension } from '../../shared/extension-bridge/extension-news.ts';
import { checkExtension, useExtensionState } from '../../shared/extension-bridge/extension-state.ts';
import { sendContext } from '../../shared/extension-bridge/send-context.ts';
import { useSession } from '../../shared/session/session-store.ts';
import { billingApi } from '../billing/billing.api.ts';
import { emailAccountsApi } from '../email-accounts/email-accounts.api.ts';
import { factoringApi } from '../factoring/factoring.api.ts';
import { changedTemplates, describeSession, hasLostMailbox } from './describe-session.ts';

/** Tells the extension about the plan, the mailbox and the factor, and hears what it did. Renders nothing. */
export default function ExtensionSync() {
  const user = useSession();
  const extension = useExtensionState();
  const dispatch = useDispatch();
  const isOurs = user !== null && extension.kind === 'present' && extension.pong.signedInUserId === user.id;
  const accounts = emailAccountsApi.useListEmailAccountsQuery(undefined, { skip: !isOurs }).currentData?.emailAccounts;
  const subscription = billingApi.useGetSubscriptionQuery(undefined, { skip: !isOurs }).currentData;
  const hasFactor = isOurs && user.factoringType !== null;
  const factoring = factoringApi.useGetFactoringQuery(undefined, { skip: !hasFactor }).currentData;

  const context = isOurs ? JSON.stringify(describeSession({ user, subscription, accounts, factoring }, Date.now())) : null;
  const userId = user?.id;
  // A day's change of `leftDays` is sent with the next change or the next opening of the web app. The extension counts down by itself.
  useEffect(() => {
    if (context !== null && userId !== undefined) void sendContext(userId, JSON.parse(context));
  }, [context, userId]);

  const before = useRef<readonly EmailAccount[] | undefined>(undefined);
  useEffect(() => {
    const former = before.current;
    before.current = accounts;
    if (former === undefined || accounts === undefined || userId === undefined) return;
    if (hasLostMailbox(former, accounts)) void sendContext(userId, { resetAccounts: true });
    for (const accountId of changedTemplates(former, accounts)) void sendToExtension('TEMPLATES_CHANGED', { accountId });
  }, [accounts, userId]);

  useEffect(
    () =>
      listenToExtension((news) => {
        if (news.type === 'SESSION_CHANGED') void checkExtension();
        else dispatch(api.util.invalidateTags(news.type === 'LOAD_SAVED' ? ['Loads', 'LoadCounts'] : ['Limits', 'EmailAccounts']));
      }),
    [dispatch],
  );

  return null;
}
