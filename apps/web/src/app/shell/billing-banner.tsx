import { bannerDismissalMs } from '@headhaul/contracts/constants';
import { Tooltip } from '@mantine/core';
import { IconClockExclamation, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { billingApi } from '../../features/billing/billing.api.ts';
import { openPricing } from '../../features/pricing/pricing-dialog.public.ts';
import { useSession } from '../../shared/session/session-store.ts';
import { bannerDismissedKey, readStored, writeStored } from '../../shared/storage-keys.ts';
import { useNow } from '../../shared/time/use-now.ts';
import classes from './billing-banner.module.css';

/** Shows above every screen that the trial or the plan ends or has ended. The text comes from the server. */
export default function BillingBanner() {
  const userId = useSession()?.id ?? '';
  const now = useNow();
  const navigate = useNavigate();
  const { data: message } = billingApi.useGetStatusMessageQuery(undefined, { refetchOnFocus: true });
  const [dismissed, setDismissed] = useState(() => readStored(bannerDismissedKey(userId)) ?? {});

  if (message === undefined || !message.showMessage || message.messageType === null) return null;
  const { messageType } = message;
  const dismissedAt = dismissed[messageType];
  if (dismissedAt !== undefined && now - dismissedAt < bannerDismissalMs) return null;

  const dismiss = () => {
    const next = { ...dismissed, [messageType]: Date.now() };
    writeStored(bannerDismissedKey(userId), next);
    setDismissed(next);
  };

  return (
    <aside className={classes.banner} data-tone={messageType === 'TRIAL_EXPIRING' ? 'trial' : 'ended'} aria-label="Your plan">
      <IconClockExclamation className={classes.icon} size={20} stroke={1.75} aria-hidden="true" />
      <p>
        <b>{message.title}</b> {message.description}
      </p>
      <button
        type="button"
        className={classes.action}
        onClick={() => (message.actionButtonText === 'Update card' ? void navigate('/dispatcher/subscriptions') : openPricing())}
      >
        {message.actionButtonText}
      </button>
      <Tooltip label="Hide for 24 hours">
        <button type="button" className={classes.hide} aria-label="Hide for 24 hours" onClick={dismiss}>
          <IconX size={18} stroke={1.75} aria-hidden="true" />
        </button>
      </Tooltip>
    </aside>
  );
}
