import type { EmailAccount } from '@headhaul/contracts/mail/accounts';
import { EmailTemplate } from '@headhaul/contracts/mail/templates';
import { useState } from 'react';
import { describeFailure, failureCode, suppressToast } from '../../shared/api/api-failure.ts';
import { notify } from '../../shared/notify.ts';
import { emailsApi } from '../emails/emails.api.ts';
import { emailTemplatesApi } from './email-templates.api.ts';

export interface EditedTemplate {
  /** Null before the first save. */
  saved: EmailTemplate | null;
  /** The mailbox has no template yet, so this becomes its default. */
  isFirst: boolean;
  content: EmailTemplate;
  name: string;
}

export interface TemplateDraft {
  name: string;
  subject: string;
  htmlBody: string;
  ccEmail: string;
}

interface SaveOptions {
  account: EmailAccount;
  edited: EditedTemplate;
  signature: string | null;
  /** The load that fills a test mail. */
  loadId: string | null;
}

function currentOf(error: unknown): EmailTemplate | null {
  const data = typeof error === 'object' && error !== null && 'data' in error ? error.data : null;
  const current = typeof data === 'object' && data !== null && 'current' in data ? data.current : null;
  return EmailTemplate.safeParse(current).data ?? null;
}

/** Saves the text in the editor: the mailbox's first template, another new one, or a change that may conflict with a teammate's. */
export function useSaveTemplate({ account, edited, signature, loadId }: SaveOptions) {
  const [saveFirst, first] = emailTemplatesApi.useSaveTemplateMutation();
  const [create, creating] = emailTemplatesApi.useCreateTemplateMutation();
  const [update, updating] = emailTemplatesApi.useUpdateTemplateMutation();
  const [test, testing] = emailsApi.useSendTestEmailMutation();
  const [stale, setStale] = useState<EmailTemplate | null>(null);
  // The version that the text in the editor started from. A teammate's save meanwhile does not change it.
  const [baseVersion, setBaseVersion] = useState(edited.saved?.version ?? 0);

  const save = async (draft: TemplateDraft, version?: number): Promise<EmailTemplate | null> => {
    const { name, ...rest } = draft;
    const body = { ...rest, ccEmail: rest.ccEmail.trim(), signature };
    const params = { id: account.id };
    const answer =
      edited.saved !== null
        ? await update({
            ...suppressToast,
            params: { templateId: edited.saved.id },
            body: { ...body, name, version: version ?? baseVersion },
          })
        : edited.isFirst
          ? await saveFirst({ ...suppressToast, params, body })
          : await create({ ...suppressToast, params, body: { ...body, name } });
    if (answer.data !== undefined) {
      setBaseVersion(answer.data.version);
      notify('success', answer.data.isValid ? `“${answer.data.name}” is saved` : `“${answer.data.name}” is saved, but can’t be sent yet`);
      return answer.data;
    }
    const current = failureCode(answer.error) === 'version_stale' ? currentOf(answer.error) : null;
    if (current !== null) {
      setStale(current);
      setBaseVersion(current.version);
    } else {
      const { type, message } = describeFailure(answer.error);
      notify(type, message);
    }
    return null;
  };

  const sendTest = async ({ subject, htmlBody, ccEmail }: TemplateDraft) => {
    const template = { subject, htmlBody, signature, ccEmail: ccEmail.trim() };
    const { data } = await test({ body: { accountId: account.id, template, loadId } });
    if (data !== undefined) notify('success', `A test leaves for ${data.to} in a few seconds`);
  };

  return {
    save,
    sendTest,
    stale,
    finish: () => setStale(null),
    isSaving: first.isLoading || creating.isLoading || updating.isLoading,
    isTesting: testing.isLoading,
  };
}
