import type { EmailAccount } from '@headhaul/contracts/mail/accounts';
import { useState } from 'react';
import { TextField } from '../../shared/form/field.tsx';
import { notify } from '../../shared/notify.ts';
import { AskDialog } from '../../shared/ui/ask-dialog.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { emailAccountsApi } from './email-accounts.api.ts';
import { shortProviderNames } from './provider-mark.public.tsx';

interface DialogProps {
  account: EmailAccount;
  onClose: () => void;
}

/** Tells what is lost before a mailbox is disconnected. */
export function DisconnectDialog({ account, onClose }: DialogProps) {
  const [disconnect, { isLoading }] = emailAccountsApi.useDisconnectEmailAccountMutation();
  const { waiting } = account.health;
  const confirm = async () => {
    const { error } = await disconnect({ params: { id: account.id } });
    if (error !== undefined) return;
    notify('success', `${account.address} is disconnected`);
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen
      title={`Disconnect ${account.address}?`}
      action="Disconnect"
      tone="danger"
      isBusy={isLoading}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>
        {account.provider === 'smtp'
          ? 'We forget the password.'
          : `We give the permission back to ${shortProviderNames[account.provider]} and forget it.`}{' '}
        {account.isShared ? 'Your team can’t send from it anymore.' : 'You can’t send from it anymore.'}
      </p>
      {waiting === 0 ? null : (
        <p>
          <b>{waiting === 1 ? 'One email that waits is' : `${waiting} emails that wait are`} not sent.</b>
        </p>
      )}
      <p>What was sent stays in your list of sent mail.</p>
    </ConfirmDialog>
  );
}

/** The name that a broker sees before the address. */
export function RenameDialog({ account, onClose }: DialogProps) {
  const [name, setName] = useState(account.displayName);
  const [update, { isLoading }] = emailAccountsApi.useUpdateEmailAccountMutation();
  const save = async () => {
    const { error } = await update({ params: { id: account.id }, body: { displayName: name.trim(), isShared: account.isShared } });
    if (error === undefined) onClose();
  };
  return (
    <AskDialog title="The sender’s name" action="Save" isBusy={isLoading} onClose={onClose} onSubmit={() => void save()}>
      <TextField
        state={{ name: 'displayName', value: name, error: undefined, onChange: setName, onBlur: () => undefined }}
        label="Name brokers see"
        help={`In their inbox: ${name.trim() === '' ? account.address : `${name.trim()} <${account.address}>`}`}
        maxLength={100}
      />
    </AskDialog>
  );
}
