import { type EmailAccount, SmtpInput } from '@headhaul/contracts/mail/accounts';
import { describeFailure, failureCode, suppressToast } from '../../../shared/api/api-failure.ts';
import { type FieldState, SelectField, TextField } from '../../../shared/form/field.tsx';
import { serverErrors } from '../../../shared/form/form-errors.ts';
import { type FormValues, useContractForm } from '../../../shared/form/use-contract-form.ts';
import { notify } from '../../../shared/notify.ts';
import { AskDialog } from '../../../shared/ui/ask-dialog.tsx';
import { hitLimitOf } from '../../pricing/pricing-dialog.public.ts';
import { emailAccountsApi } from '../email-accounts.api.ts';
import classes from './smtp-dialog.module.css';
import { tellConnectFailure } from './use-connect-mailbox.ts';

type Field = 'address' | 'displayName' | 'host' | 'port' | 'security' | 'username' | 'password';

interface SmtpDialogProps {
  /** The mailbox to connect again. Null for a new one. */
  account: EmailAccount | null;
  onClose: () => void;
  onConnected: () => void;
}

/** The most common name of a domain's mail server. The user can change it. */
function usualHost(address: string): string {
  const domain = address.split('@')[1]?.trim() ?? '';
  return domain.includes('.') ? `smtp.${domain}` : '';
}

/** Connects a mailbox by SMTP. The server signs in once, so that errors show now and not at the first mail. */
export default function SmtpDialog({ account, onClose, onConnected }: SmtpDialogProps) {
  const [connect] = emailAccountsApi.useConnectSmtpMutation();
  const saved: FormValues<Field> = {
    address: account?.address ?? '',
    displayName: account?.displayName ?? '',
    host: '',
    port: '587',
    security: 'starttls',
    username: account?.address ?? '',
    password: '',
  };
  const form = useContractForm({
    schema: SmtpInput,
    saved,
    toInput: ({ port, security, ...values }) => ({
      ...values,
      accountId: account?.id ?? null,
      port: /^\d+$/.test(port.trim()) ? Number(port) : Number.NaN,
      security: security === 'tls' ? ('tls' as const) : ('starttls' as const),
    }),
    draftKey: `smtp:${account?.id ?? 'new'}`,
    neverKept: ['password'],
    save: async (body) => {
      const { error } = await connect({ ...suppressToast, body });
      if (error === undefined) return undefined;
      if (hitLimitOf(error) !== null) {
        onClose();
        tellConnectFailure(error);
        return error;
      }
      if (Object.keys(serverErrors(error)).length > 0) return error;
      if (isPasswordRefused(error)) return atPassword(error);
      notify('error', describeFailure(error).message);
      return error;
    },
  });

  const submit = async () => {
    if (!(await form.submit())) return;
    notify('success', `${form.values.address} is connected`);
    onConnected();
  };
  const address = form.field('address');
  const fillFrom = (text: string) => {
    if (form.values.host === '' && usualHost(text) !== '')
      form.change({ host: usualHost(text), username: form.values.username || text.trim() });
  };
  const security = form.field('security');

  return (
    <AskDialog
      title={account === null ? 'Connect with SMTP' : `Reconnect ${account.address}`}
      action="Sign in and connect"
      isBusy={form.isSaving}
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      <p>We sign in once to check that it works. Your password is encrypted.</p>
      <TextField
        state={{
          ...address,
          onBlur: () => {
            address.onBlur();
            fillFrom(form.values.address);
          },
        }}
        label="Address"
        maxLength={254}
        inputMode="email"
        placeholder="dispatch@yourcompany.com"
      />
      <TextField state={form.field('displayName')} label="Name brokers see" maxLength={100} placeholder="Optional" />
      <div className={classes.server}>
        <TextField state={form.field('host')} label="Mail server" maxLength={253} placeholder="smtp.yourcompany.com" />
        <TextField state={form.field('port')} label="Port" maxLength={5} inputMode="numeric" />
      </div>
      <SelectField
        state={{ ...security, onChange: (value) => form.change({ security: value, port: value === 'tls' ? '465' : '587' }) }}
        label="Security"
        help="An encrypted connection is required."
      >
        <option value="starttls">STARTTLS, usually port 587</option>
        <option value="tls">SSL/TLS, usually port 465</option>
      </SelectField>
      <TextField state={form.field('username')} label="User name" maxLength={254} autoComplete="off" />
      <PasswordField state={form.field('password')} />
    </AskDialog>
  );
}

function PasswordField({ state }: { state: FieldState }) {
  return (
    <TextField
      state={state}
      label="Password"
      type="password"
      maxLength={500}
      autoComplete="new-password"
      help="Many services want an app password here, not the one you sign in with."
    />
  );
}

/** Mail servers refuse for several reasons with one code. Only the message tells which. */
function isPasswordRefused(error: unknown): boolean {
  return failureCode(error) === 'mailbox_refused' && /password/i.test(describeFailure(error).message);
}

/** Turns the failure into an error of the password field, so that it shows where the user can fix it. */
function atPassword(error: unknown) {
  const data = typeof error === 'object' && error !== null && 'data' in error ? error.data : null;
  return { data: { ...(data as object | null), errors: [{ path: 'body.password', message: describeFailure(error).message }] } };
}
