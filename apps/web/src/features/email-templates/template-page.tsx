import type { EmailAccount } from '@headhaul/contracts/mail/accounts';
import type { EmailTemplate } from '@headhaul/contracts/mail/templates';
import { Navigate, useLocation, useParams, useSearchParams } from 'react-router';
import { useSession } from '../../shared/session/session-store.ts';
import { emailAccountsApi } from '../email-accounts/email-accounts.api.ts';
import { newTemplatePath, templatePath } from '../emails/paths.public.ts';
import { emailTemplatesApi } from './email-templates.api.ts';
import { mailboxToOpen } from './mailbox-to-open.ts';
import { WithoutAnswer, WithoutMailbox } from './page-states.tsx';
import { TemplateEditor } from './template-editor.tsx';
import type { EditedTemplate } from './use-save-template.ts';

/** A mailbox's template: its default one, another of them (`?template=`), a new one, or a copy (`?from=`). */
export default function TemplatePage() {
  const { accountId } = useParams();
  const me = useSession()?.id ?? '';
  const isNew = /\/create-template/i.test(useLocation().pathname);
  const accounts = emailAccountsApi.useListEmailAccountsQuery();
  const list = accounts.data?.emailAccounts;
  if (list === undefined) return <WithoutAnswer page="Template" question={accounts} />;
  const account = list.find(({ id }) => id === accountId);
  if (account !== undefined) return <OfAccount key={account.id} account={account} accounts={list} isNew={isNew} />;
  const first = mailboxToOpen(list, me);
  if (first === null || accountId !== undefined) {
    const advice = 'Connect the one you write to brokers from; its first template is filled in for you.';
    return <WithoutMailbox page="Template" isGone={first !== null} advice={advice} />;
  }
  return <Navigate to={isNew ? newTemplatePath(first.id) : templatePath(first.id)} replace />;
}

interface OfAccountProps {
  account: EmailAccount;
  accounts: readonly EmailAccount[];
  isNew: boolean;
}

function OfAccount({ account, accounts, isNew }: OfAccountProps) {
  const [params] = useSearchParams();
  const arg = { params: { id: account.id } };
  const list = emailTemplatesApi.useListTemplatesQuery(arg);
  // Before there is a template, the server sends the text to start with.
  const beginning = emailTemplatesApi.useGetTemplateQuery(arg);
  const templates = list.data?.templates;
  if (templates === undefined) return <WithoutAnswer page="Template" question={list} />;
  if (beginning.data === undefined) return <WithoutAnswer page="Template" question={beginning} />;
  const wanted = params.get(isNew ? 'from' : 'template');
  const chosen = templates.find(({ id }) => id === wanted) ?? templates.find(({ isDefault }) => isDefault) ?? templates[0];
  const edited = editedOf({ chosen, beginning: beginning.data, isNew, isCopy: wanted !== null, names: templates.map(({ name }) => name) });
  return (
    <TemplateEditor
      key={`${edited.saved?.id ?? 'new'} ${wanted ?? ''} ${isNew}`}
      account={account}
      accounts={accounts}
      templates={templates}
      edited={edited}
    />
  );
}

interface Choice {
  chosen: EmailTemplate | undefined;
  beginning: EmailTemplate;
  isNew: boolean;
  isCopy: boolean;
  names: readonly string[];
}

function editedOf({ chosen, beginning, isNew, isCopy, names }: Choice): EditedTemplate {
  const content = (isNew && !isCopy ? beginning : chosen) ?? beginning;
  if (!isNew && chosen !== undefined) return { saved: chosen, isFirst: false, content, name: chosen.name };
  if (chosen === undefined) return { saved: null, isFirst: true, content, name: content.name };
  const wish = isCopy ? `${content.name} copy` : 'New template';
  const free = Array.from({ length: 50 }, (_, index) => (index === 0 ? wish : `${wish} ${index + 1}`)).find(
    (name) => !names.includes(name),
  );
  return { saved: null, isFirst: false, content, name: free ?? wish };
}
