import type { EmailAccount } from '@headhaul/contracts/mail/accounts';
import { EmailCheck, type EmailIntent } from '@headhaul/contracts/mail/emails';
import { Button, CloseButton, Modal } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { describeFailure, failureCode, suppressToast } from '../../../shared/api/api-failure.ts';
import { formatMoney } from '../../../shared/format/money.ts';
import { notify } from '../../../shared/notify.ts';
import { useSession } from '../../../shared/session/session-store.ts';
import { useNow } from '../../../shared/time/use-now.ts';
import dialog from '../../../shared/ui/dialog.module.css';
import { FocusBack } from '../../../shared/ui/focus-back.tsx';
import { emailAccountsApi } from '../../email-accounts/email-accounts.api.ts';
import { firstMailbox } from '../../email-accounts/first-mailbox.public.ts';
import { hitLimitOf, openPricing } from '../../pricing/pricing-dialog.public.ts';
import type { ComposeWish } from '../compose-mail.public.ts';
import { emailsApi } from '../emails.api.ts';
import { accountsPath } from '../paths.public.ts';
import { useEmailActions } from '../use-email-actions.tsx';
import classes from './compose-dialog.module.css';
import { composeNotes, hasDoubt, readMoney, recipientError } from './facts.ts';
import { ComposeFields, type ComposeValues } from './fields.tsx';
import { ComposePreview } from './preview.tsx';
import { useComposeCheck } from './use-compose-check.ts';

interface ComposeDialogProps {
  wish: ComposeWish;
  onClose: () => void;
}

/** "Email broker": one mail, shown as it will be sent, with hints to check before. */
export default function ComposeDialog({ wish, onClose }: ComposeDialogProps) {
  const me = useSession()?.id ?? '';
  const { data, isError, refetch } = emailAccountsApi.useListEmailAccountsQuery();
  const usable = data?.emailAccounts.filter(({ userId, isShared }) => userId === me || isShared);
  return (
    <Modal.Root opened onClose={onClose} size={940} classNames={{ content: `${dialog.content} ${classes.content}` }}>
      <Modal.Overlay color="#0B1220" backgroundOpacity={0.5} />
      <Modal.Content>
        <FocusBack />
        <header className={classes.head}>
          <div>
            <Modal.Title className={dialog.title}>Email {wish.isToFactor ? (wish.to?.name ?? 'your factor') : wish.brokerName}</Modal.Title>
            {wish.about === undefined ? null : <p>{wish.about}</p>}
          </div>
          <CloseButton size={32} aria-label="Close" onClick={onClose} />
        </header>
        {usable === undefined ? (
          <p className={classes.state} role={isError ? 'alert' : 'status'}>
            {isError ? (
              <>
                Couldn’t load your mailboxes.{' '}
                <button type="button" onClick={() => void refetch()}>
                  Try again
                </button>
              </>
            ) : (
              'Getting your mailboxes…'
            )}
          </p>
        ) : usable.length === 0 ? (
          <div className={classes.state}>
            <p>Connect a mailbox first; then every load and broker has this button.</p>
            <Button component={Link} to={accountsPath} onClick={onClose}>
              Connect a mailbox
            </Button>
          </div>
        ) : (
          <Compose wish={wish} accounts={usable} me={me} onClose={onClose} />
        )}
      </Modal.Content>
    </Modal.Root>
  );
}

interface ComposeProps {
  wish: ComposeWish;
  accounts: readonly EmailAccount[];
  me: string;
  onClose: () => void;
}

function Compose({ wish, accounts, me, onClose }: ComposeProps) {
  const now = useNow();
  const actions = useEmailActions();
  const [send, sending] = emailsApi.useSendEmailMutation();
  const [values, setValues] = useState<ComposeValues>(() => ({
    accountId: firstMailbox(accounts, me)?.id ?? '',
    templateId: '',
    to: wish.to?.address ?? '',
    toName: wish.to?.name ?? null,
    loadId: wish.loadId ?? '',
    offer: wish.offerCents == null ? '' : formatMoney(wish.offerCents),
    driverId: wish.driverId ?? '',
  }));
  const [isToTouched, setIsToTouched] = useState(false);
  const offerCents = readMoney(values.offer);
  const to = values.to.trim();
  const toError = recipientError(to);
  const intent: EmailIntent | null =
    toError === undefined && offerCents !== undefined && values.accountId !== ''
      ? {
          accountId: values.accountId,
          templateId: values.templateId === '' ? null : values.templateId,
          to,
          toName: values.toName,
          loadId: values.loadId === '' ? null : values.loadId,
          brokerId: values.loadId === '' ? wish.brokerId : null,
          driverId: values.driverId === '' ? null : values.driverId,
          offerCents,
          isToFactor: wish.isToFactor ?? false,
        }
      : null;
  const { check, failure, isCurrent, isAsking, take } = useComposeCheck(intent);
  // While the fields are invalid, the last check belongs to other values, so its notes are hidden.
  const notes = check === null || intent === null ? [] : composeNotes(check, me, offerCents ?? null, now);
  const needsYes = check !== null && intent !== null && (check.earlier.length > 0 || check.missing.length > 0 || hasDoubt(check));
  const isBlocked = intent !== null && check?.blockedReason != null;

  const submit = async () => {
    if (intent === null) {
      setIsToTouched(true);
      return notify('warning', toError ?? 'Check the rate you ask for.');
    }
    if (check === null || !isCurrent) return;
    // Only confirm the mails that the user has seen. For a mail that a teammate sends at this moment, the server asks again.
    const seenEmailIds = check.earlier.map(({ emailId }) => emailId);
    const answer = await send({ ...suppressToast, body: { ...intent, isConfirmed: true, seenEmailIds } });
    if (answer.data !== undefined) {
      actions.tellLeaving(answer.data);
      return onClose();
    }
    // A teammate wrote at the same moment. Show what changed and let the user confirm again.
    const current = failureCode(answer.error) === 'confirmation_needed' ? currentCheck(answer.error) : null;
    if (current !== null) return take(current);
    const limit = hitLimitOf(answer.error);
    if (limit !== null && openPricing(limit)) return onClose();
    const { type, message } = describeFailure(answer.error);
    notify(type, message);
  };

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <div className={classes.columns}>
        <ComposeFields
          wish={wish}
          accounts={accounts}
          values={values}
          toError={isToTouched ? toError : undefined}
          onToBlur={() => setIsToTouched(to !== '')}
          offerError={offerCents === undefined ? 'A sum in dollars, like 2,450' : undefined}
          onChange={(part) => setValues({ ...values, ...part })}
        />
        <ComposePreview check={check} notes={notes} failure={failure} isAsking={isAsking} isReady={intent !== null} now={now} />
      </div>
      <div className={dialog.buttons}>
        <Button variant="default" size="md" onClick={onClose}>
          Cancel
        </Button>
        <Button
          type="submit"
          size="md"
          leftSection={<IconSend size={16} stroke={1.75} />}
          loading={sending.isLoading}
          disabled={isBlocked || (intent !== null && !isCurrent)}
        >
          {needsYes ? 'Send anyway' : 'Send'}
        </Button>
      </div>
    </form>
  );
}

function currentCheck(error: unknown): EmailCheck | null {
  const data = typeof error === 'object' && error !== null && 'data' in error ? error.data : null;
  const current = typeof data === 'object' && data !== null && 'current' in data ? data.current : null;
  return EmailCheck.safeParse(current).data ?? null;
}
