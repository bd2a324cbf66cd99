import { z } from 'zod';
import { empty, endpoints, form, text } from '../http/endpoint.ts';
import { Instant } from '../http/field.ts';
import { MailAddress } from './accounts.ts';

/** A form may leave it empty. */
const CcEmail = z
  .union([z.literal('').transform(() => null), MailAddress])
  .nullable()
  .default(null);

/**
 * The specification's four fields. The signature belongs to the mailbox: all templates of the mailbox share it, and saving
 * it with one template changes it for all.
 */
export const TemplateInput = z.strictObject({
  subject: z.string().trim().max(300, 'The subject is too long: 300 characters are the most'),
  /** The server cleans it. The answer contains what was kept. */
  htmlBody: z.string().max(50_000, 'The text is too long for a mail. Make it shorter'),
  signature: z.string().max(20_000).nullable().default(null),
  ccEmail: CcEmail,
});
export type TemplateInput = z.input<typeof TemplateInput>;

export const EmailTemplate = z.object({
  id: z.uuid(),
  accountId: z.uuid(),
  version: z.int(),
  name: z.string(),
  isDefault: z.boolean(),
  subject: z.string(),
  htmlBody: z.string(),
  signature: z.string().nullable(),
  ccEmail: z.string().nullable(),
  /** Names that are not variables. */
  unknownVariables: z.array(z.string()),
  isValid: z.boolean(),
  updatedAt: Instant,
  /** Mails sent with it, and how many of those somebody marked as answered. */
  sent: z.int(),
  answered: z.int(),
});
export type EmailTemplate = z.infer<typeof EmailTemplate>;

export const NamedTemplateInput = TemplateInput.extend({ name: z.string().trim().min(1, 'Enter a name').max(80) });
export type NamedTemplateInput = z.input<typeof NamedTemplateInput>;

export const Signature = z.object({ signature: z.string().nullable() });
/** What a new signature starts with. Unknown parts are null. */
export const SignaturePrefill = z.object({
  name: z.string().nullable(),
  company: z.string().nullable(),
  mc: z.string().nullable(),
  dot: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  logoUrl: z.string().nullable(),
});
export type SignaturePrefill = z.infer<typeof SignaturePrefill>;

const AccountParams = z.object({ id: z.uuid() });
const TemplateParams = z.object({ templateId: z.uuid() });

export const emailTemplateEndpoints = endpoints({
  getTemplate: {
    method: 'GET',
    path: '/email-accounts/{id}/template',
    summary: 'The default template of a mailbox; before one was written, what it would begin with',
    params: AccountParams,
    reply: EmailTemplate,
  },
  saveTemplate: {
    method: 'PUT',
    path: '/email-accounts/{id}/template',
    summary: 'Save the default template of a mailbox',
    cost: 10,
    params: AccountParams,
    body: TemplateInput,
    reply: EmailTemplate,
  },
  listTemplates: {
    method: 'GET',
    path: '/email-accounts/{id}/templates',
    summary: 'All templates of a mailbox, the default first',
    cost: 5,
    params: AccountParams,
    reply: z.object({ templates: z.array(EmailTemplate) }),
  },
  createTemplate: {
    method: 'POST',
    path: '/email-accounts/{id}/templates',
    summary: 'Another template; the first one becomes the default',
    cost: 10,
    params: AccountParams,
    body: NamedTemplateInput,
    reply: EmailTemplate,
  },
  getOneTemplate: {
    method: 'GET',
    path: '/email-templates/{templateId}',
    summary: 'One template',
    params: TemplateParams,
    reply: EmailTemplate,
  },
  updateTemplate: {
    method: 'PUT',
    path: '/email-templates/{templateId}',
    summary: 'Save a template; `version_stale` with the other version when somebody was faster',
    cost: 10,
    params: TemplateParams,
    body: NamedTemplateInput.extend({ version: z.int() }),
    reply: EmailTemplate,
  },
  makeDefaultTemplate: {
    method: 'POST',
    path: '/email-templates/{templateId}/default',
    summary: 'Use this one where none is chosen',
    params: TemplateParams,
    reply: EmailTemplate,
  },
  deleteTemplate: {
    method: 'DELETE',
    path: '/email-templates/{templateId}',
    summary: 'Delete a template; the default one only when it is the last',
    params: TemplateParams,
    reply: empty,
  },
  getSignature: {
    method: 'GET',
    path: '/email-accounts/{id}/signature',
    summary: 'The signature of a mailbox',
    params: AccountParams,
    reply: Signature,
  },
  saveSignature: {
    method: 'PUT',
    path: '/email-accounts/{id}/signature',
    summary: 'Save the signature of a mailbox, for all its templates',
    cost: 5,
    params: AccountParams,
    body: z.strictObject({ signature: z.string().max(20_000).nullable() }),
    reply: Signature,
  },
  prefillSignature: {
    method: 'GET',
    path: '/email-accounts/email-signature/prefill',
    summary: 'What is known for a new signature; null when it can’t be read',
    reply: SignaturePrefill.nullable(),
  },
  uploadSignatureImage: {
    method: 'POST',
    path: '/email-signatures/upload',
    summary: 'A picture for a signature, drawn anew; answers its address as text',
    cost: 20,
    body: form(z.object({}), ['file'], 5 * 1024 * 1024),
    reply: text,
    idempotency: 'none',
  },
  deleteSignatureImage: {
    method: 'DELETE',
    path: '/email-signatures',
    summary: 'Delete a picture by the address its upload answered',
    query: z.object({ imageUrl: z.string().max(2000) }),
    reply: empty,
  },
});
