import type { EmailAccount } from '@headhaul/contracts/mail/accounts';
import type { SignaturePrefill } from '@headhaul/contracts/mail/templates';
import { Navigate, useParams } from 'react-router';
import { useSession } from '../../../shared/session/session-store.ts';
import { emailAccountsApi } from '../../email-accounts/email-accounts.api.ts';
import { signaturePath } from '../../emails/paths.public.ts';
import { emailTemplatesApi } from '../email-templates.api.ts';
import { mailboxToOpen } from '../mailbox-to-open.ts';
import { Waiting, WithoutAnswer, WithoutMailbox } from '../page-states.tsx';
import { SignatureEditor } from './signature-editor.tsx';
import { useOwnValues } from './signature-values.ts';

/** Edits the signature under every mail of a mailbox. */
export default function SignaturePage() {
  const { accountId } = useParams();
  const me = useSession()?.id ?? '';
  const accounts = emailAccountsApi.useListEmailAccountsQuery();
  const list = accounts.data?.emailAccounts;
  if (list === undefined) return <WithoutAnswer page="Signature" question={accounts} />;
  const account = list.find(({ id }) => id === accountId);
  if (account !== undefined) return <OfAccount key={account.id} account={account} />;
  const first = mailboxToOpen(list, me);
  if (first === null || accountId !== undefined) {
    return <WithoutMailbox page="Signature" isGone={first !== null} advice="Connect the one you write to brokers from." />;
  }
  return <Navigate to={signaturePath(first.id)} replace />;
}

function OfAccount({ account }: { account: EmailAccount }) {
  const signature = emailTemplatesApi.useGetSignatureQuery({ params: { id: account.id } });
  const prefill = emailTemplatesApi.usePrefillSignatureQuery();
  const { own, isLoading } = useOwnValues();
  if (signature.data === undefined) return <WithoutAnswer page="Signature" question={signature} />;
  // A failed prefill leaves the fields empty.
  if (prefill.isLoading || isLoading) return <Waiting page="Signature" />;
  const known: SignaturePrefill | null = prefill.data ?? null;
  return <SignatureEditor account={account} saved={signature.data.signature} prefill={known} own={own} />;
}
