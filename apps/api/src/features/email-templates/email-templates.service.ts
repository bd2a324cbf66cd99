import type { EmailTemplate, NamedTemplateInput, TemplateInput } from '@headhaul/contracts/mail/templates';
import { factsOfTemplate, isValidTemplate, stillUnknown } from '@headhaul/domain/mail/render';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { TenantTx } from '../../lib/db/database.ts';
import { AppError } from '../../lib/errors.ts';
import type { Ctx } from '../../lib/http/guards.ts';
import { lockVisibleMailbox, readVisibleMailbox } from '../email-accounts/own-mailbox.service.ts';
import { signatureToKeep, writeSignature } from '../email-signatures/signatures.service.ts';
import { readBody } from './clean-html.service.ts';
import { startingTemplate } from './starting-template.ts';

type Values = z.output<typeof TemplateInput>;
type NamedValues = z.output<typeof NamedTemplateInput>;

/** For one mailbox. Only a faulty script creates more. */
const maxTemplates = 50;
/** For all bodies of one mailbox together, because the list returns them in full. */
const maxCharacters = 1_000_000;

function selectTemplates(tx: TenantTx) {
  return tx.db
    .selectFrom('email_templates as t')
    .innerJoin('email_accounts as a', (join) => join.onRef('a.company_id', '=', 't.company_id').onRef('a.id', '=', 't.account_id'))
    .where('t.company_id', '=', tx.companyId)
    .select(['t.id', 't.account_id', 't.version', 't.name', 't.is_default', 't.subject', 't.html_body', 't.cc_email', 't.updated_at'])
    .select(['t.sent', 't.answered', 't.unknown_variables', 't.has_text', 'a.signature_html']);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectTemplates>['execute']>>[number];

function toTemplate(row: Row): EmailTemplate {
  const unknownVariables = stillUnknown(row.unknown_variables);
  return {
    id: row.id,
    accountId: row.account_id,
    version: row.version,
    name: row.name,
    isDefault: row.is_default,
    subject: row.subject,
    htmlBody: row.html_body,
    signature: row.signature_html,
    ccEmail: row.cc_email,
    unknownVariables,
    isValid: isValidTemplate({ subject: row.subject, hasText: row.has_text, unknownVariables }),
    updatedAt: row.updated_at.toISOString(),
    sent: row.sent,
    answered: row.answered,
  };
}

async function readTemplate(tx: TenantTx, id: string): Promise<EmailTemplate> {
  return toTemplate(await selectTemplates(tx).where('t.id', '=', id).executeTakeFirstOrThrow());
}

async function accountOf(tx: TenantTx, id: string): Promise<string> {
  const { account_id } = await tx.db
    .selectFrom('email_templates')
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .select('account_id')
    .executeTakeFirstOrThrow(() => new AppError('not_found'));
  return account_id;
}

/** Locks the mailbox's row, so that two people can't both create the first template or both delete the last one. */
async function lockTemplate({ actor }: Ctx, tx: TenantTx, id: string) {
  const mailbox = await lockVisibleMailbox(tx, actor, await accountOf(tx, id));
  const template = await tx.db
    .selectFrom('email_templates')
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .select(['account_id', 'version', 'is_default', 'cc_email'])
    .executeTakeFirstOrThrow(() => new AppError('not_found'));
  const { account_id: accountId, version, is_default: isDefault, cc_email: ccEmail } = template;
  return { id, accountId, mailbox, version, isDefault, ccEmail };
}

function tell(tx: TenantTx): void {
  tx.publish({ type: 'email-templates.changed' });
  // The list of mailboxes shows whether a mailbox has a valid template.
  tx.publish({ type: 'email-accounts.changed' });
}

/**
 * Prepares a template for storage, and the signature if the input has one. Null leaves the mailbox's signature as it is, and an empty one
 * removes it. Cleaning takes a moment, so call this before locking anything.
 */
function prepare(ctx: Ctx, input: Values) {
  return { columns: toColumns(input), signature: input.signature === null ? undefined : signatureToKeep(ctx, input.signature) };
}

function toColumns({ subject, htmlBody, ccEmail }: Values) {
  const kept = {
    subject: subject
      .toWellFormed()
      .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
      .trim(),
    htmlBody: readBody('body.htmlBody', htmlBody),
  };
  const { unknownVariables, hasText } = factsOfTemplate(kept);
  return { subject: kept.subject, html_body: kept.htmlBody, cc_email: ccEmail, unknown_variables: unknownVariables, has_text: hasText };
}

type KeptColumns = ReturnType<typeof toColumns> & { name?: string; cc_set_by?: string | null };

/** A copy belongs to the person who set its address last and ends when they leave. Saving other parts of a template keeps it. */
function withCopy({ actor }: Ctx, before: string | null, columns: ReturnType<typeof toColumns>): KeptColumns {
  if (columns.cc_email === before) return columns;
  return { ...columns, cc_set_by: columns.cc_email === null ? null : actor.userId };
}

/** Everybody who sends with the template sends this copy, so the audit log records who set it. */
function noteCopy(
  { actor }: Ctx,
  tx: TenantTx,
  mailbox: { id: string; is_shared: boolean },
  before: string | null,
  after: string | null,
): void {
  if (before === after) return;
  const detail = { accountId: mailbox.id, ...(mailbox.is_shared ? { cc: after } : {}) };
  tx.audit({ action: 'mailbox.copy_changed', actorId: actor.userId, detail });
}

export function getTemplate(ctx: Ctx, accountId: string): Promise<EmailTemplate> {
  return ctx.transaction(async (tx) => {
    const { connected_at, signature_html } = await readVisibleMailbox(tx, ctx.actor, accountId);
    const row = await selectTemplates(tx).where('t.account_id', '=', accountId).where('t.is_default', '=', true).executeTakeFirst();
    if (row) return toTemplate(row);
    // Nothing is stored yet. The answer has the mailbox's id and version 0 until somebody saves it.
    return {
      id: accountId,
      accountId,
      version: 0,
      isDefault: true,
      ...startingTemplate,
      signature: signature_html,
      ccEmail: null,
      unknownVariables: [],
      isValid: true,
      updatedAt: connected_at.toISOString(),
      sent: 0,
      answered: 0,
    };
  });
}

export function listTemplates({ actor, transaction }: Ctx, accountId: string): Promise<{ templates: EmailTemplate[] }> {
  return transaction(async (tx) => {
    await readVisibleMailbox(tx, actor, accountId);
    const rows = await selectTemplates(tx).where('t.account_id', '=', accountId).orderBy('t.is_default', 'desc').orderBy('t.id').execute();
    return { templates: rows.map(toTemplate) };
  });
}

export function getOneTemplate(ctx: Ctx, id: string): Promise<EmailTemplate> {
  return ctx.transaction(async (tx) => {
    await readVisibleMailbox(tx, ctx.actor, await accountOf(tx, id));
    const row = await selectTemplates(tx).where('t.id', '=', id).executeTakeFirst();
    // Nothing is locked, so the template may have been deleted in between.
    if (!row) throw new AppError('not_found');
    return toTemplate(row);
  });
}

/** `id` is the template that is changed. Its old body does not count. */
async function requireRoomFor(tx: TenantTx, accountId: string, htmlBody: string, id: string | null): Promise<void> {
  const { rows } = await sql<{ characters: number }>`
    select coalesce(sum(length(html_body)), 0)::int as characters from email_templates
    where company_id = ${tx.companyId} and account_id = ${accountId} and id is distinct from ${id}::uuid`.execute(tx.db);
  if ((rows[0]?.characters ?? 0) + htmlBody.length <= maxCharacters) return;
  throw new AppError('limit_reached', { detail: 'The templates of this mailbox are too long together. Shorten or remove one first.' });
}

async function insertTemplate(tx: TenantTx, accountId: string, name: string, columns: KeptColumns): Promise<string> {
  const rows = await tx.db
    .selectFrom('email_templates')
    .where('company_id', '=', tx.companyId)
    .where('account_id', '=', accountId)
    .select('id')
    .execute();
  if (rows.length >= maxTemplates) {
    throw new AppError('limit_reached', { detail: `This mailbox has ${maxTemplates} templates already. Remove one first.` });
  }
  await requireRoomFor(tx, accountId, columns.html_body, null);
  const id = uuidv7();
  await tx.db
    .insertInto('email_templates')
    .values({ ...columns, company_id: tx.companyId, id, account_id: accountId, name, is_default: rows.length === 0 })
    .execute();
  return id;
}

async function changeTemplate(
  tx: TenantTx,
  { id, accountId, version }: { id: string; accountId: string; version: number },
  columns: KeptColumns,
): Promise<void> {
  await requireRoomFor(tx, accountId, columns.html_body, id);
  await tx.db
    .updateTable('email_templates')
    .set({ ...columns, version: version + 1, updated_at: new Date() })
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .execute();
}

export function createTemplate(ctx: Ctx, accountId: string, input: NamedValues): Promise<EmailTemplate> {
  const { columns, signature } = prepare(ctx, input);
  return ctx.transaction(async (tx) => {
    const mailbox = await lockVisibleMailbox(tx, ctx.actor, accountId);
    const id = await insertTemplate(tx, accountId, input.name, withCopy(ctx, null, columns));
    noteCopy(ctx, tx, mailbox, null, input.ccEmail);
    if (signature !== undefined) await writeSignature(ctx, tx, accountId, signature);
    const template = await readTemplate(tx, id);
    tell(tx);
    return template;
  });
}

export function saveTemplate(ctx: Ctx, accountId: string, input: Values): Promise<EmailTemplate> {
  const { columns, signature } = prepare(ctx, input);
  return ctx.transaction(async (tx) => {
    const mailbox = await lockVisibleMailbox(tx, ctx.actor, accountId);
    const current = await selectTemplates(tx).where('t.account_id', '=', accountId).where('t.is_default', '=', true).executeTakeFirst();
    const before = current?.cc_email ?? null;
    const kept = withCopy(ctx, before, columns);
    if (current) await changeTemplate(tx, { ...current, accountId }, kept);
    const id = current?.id ?? (await insertTemplate(tx, accountId, startingTemplate.name, kept));
    noteCopy(ctx, tx, mailbox, before, input.ccEmail);
    if (signature !== undefined) await writeSignature(ctx, tx, accountId, signature);
    const template = await readTemplate(tx, id);
    tell(tx);
    return template;
  });
}

export function updateTemplate(ctx: Ctx, id: string, { version, ...input }: NamedValues & { version: number }): Promise<EmailTemplate> {
  const { columns, signature } = prepare(ctx, input);
  return ctx.transaction(async (tx) => {
    const current = await lockTemplate(ctx, tx, id);
    if (current.version !== version) throw new AppError('version_stale', { current: await readTemplate(tx, id) });
    await changeTemplate(tx, current, { ...withCopy(ctx, current.ccEmail, columns), name: input.name });
    noteCopy(ctx, tx, current.mailbox, current.ccEmail, input.ccEmail);
    if (signature !== undefined) await writeSignature(ctx, tx, current.accountId, signature);
    const template = await readTemplate(tx, id);
    tell(tx);
    return template;
  });
}

export function makeDefaultTemplate(ctx: Ctx, id: string): Promise<EmailTemplate> {
  return ctx.transaction(async (tx) => {
    const { accountId } = await lockTemplate(ctx, tx, id);
    const ofMailbox = tx.db.updateTable('email_templates').where('company_id', '=', tx.companyId).where('account_id', '=', accountId);
    await ofMailbox.set({ is_default: false }).where('is_default', '=', true).execute();
    await ofMailbox.set({ is_default: true }).where('id', '=', id).execute();
    const template = await readTemplate(tx, id);
    tell(tx);
    return template;
  });
}

export function deleteTemplate(ctx: Ctx, id: string): Promise<void> {
  return ctx.transaction(async (tx) => {
    const { accountId, isDefault } = await lockTemplate(ctx, tx, id);
    const others = await selectTemplates(tx).where('t.account_id', '=', accountId).where('t.id', '<>', id).limit(1).execute();
    if (isDefault && others.length > 0) {
      throw new AppError('move_not_allowed', { detail: 'This is the default template. Make another one the default first.' });
    }
    await tx.db.deleteFrom('email_templates').where('company_id', '=', tx.companyId).where('id', '=', id).execute();
    tell(tx);
  });
}
