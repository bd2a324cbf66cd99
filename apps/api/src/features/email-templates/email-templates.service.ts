import type { EmailTemplate, NamedTemplateInput, TemplateInput } from '@headhaul/contracts/mail/templates';
import { isValidTemplate, unknownVariablesOf } from '@headhaul/domain/mail/render';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { TenantTx } from '../../lib/db/database.ts';
import { AppError } from '../../lib/errors.ts';
import type { Ctx } from '../../lib/http/guards.ts';
import { requireVisibleMailbox } from '../email-accounts/own-mailbox.service.ts';
import { writeSignature } from '../email-signatures/signatures.service.ts';
import { cleanHtml, requireRoomFor } from './clean-html.service.ts';
import { startingTemplate } from './starting-template.ts';

type Values = z.output<typeof TemplateInput>;
type NamedValues = z.output<typeof NamedTemplateInput>;

/** Of one mailbox; more is a mistake of a script. */
const maxTemplates = 50;
const maxBody = 100_000;

function selectTemplates(tx: TenantTx) {
  return tx.db
    .selectFrom('email_templates as t')
    .innerJoin('email_accounts as a', (join) => join.onRef('a.company_id', '=', 't.company_id').onRef('a.id', '=', 't.account_id'))
    .where('t.company_id', '=', tx.companyId)
    .select(['t.id', 't.account_id', 't.version', 't.name', 't.is_default', 't.subject', 't.html_body', 't.cc_email', 't.updated_at'])
    .select(['t.sent', 't.answered', 'a.signature_html']);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectTemplates>['execute']>>[number];

function toTemplate(row: Row): EmailTemplate {
  const parts = { subject: row.subject, htmlBody: row.html_body };
  return {
    id: row.id,
    accountId: row.account_id,
    version: row.version,
    name: row.name,
    isDefault: row.is_default,
    ...parts,
    signature: row.signature_html,
    ccEmail: row.cc_email,
    unknownVariables: unknownVariablesOf(parts),
    isValid: isValidTemplate(parts),
    updatedAt: row.updated_at.toISOString(),
    sent: row.sent,
    answered: row.answered,
  };
}

async function readTemplate(tx: TenantTx, id: string): Promise<EmailTemplate> {
  return toTemplate(await selectTemplates(tx).where('t.id', '=', id).executeTakeFirstOrThrow());
}

/** Holds the mailbox's row, so two people can't both make the first template, or take the last one away. */
async function lockTemplate({ actor }: Ctx, tx: TenantTx, id: string) {
  const row = await tx.db
    .selectFrom('email_templates')
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .select('account_id')
    .executeTakeFirstOrThrow(() => new AppError('not_found'));
  const { address } = await requireVisibleMailbox(tx, actor, row.account_id);
  const template = await tx.db
    .selectFrom('email_templates')
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .select(['account_id', 'version', 'is_default', 'cc_email'])
    .executeTakeFirstOrThrow(() => new AppError('not_found'));
  const { account_id: accountId, version, is_default: isDefault, cc_email: ccEmail } = template;
  return { id, accountId, address, version, isDefault, ccEmail };
}

function tell(tx: TenantTx): void {
  tx.publish({ type: 'email-templates.changed' });
  // Whether a mailbox is ready to send is a part of its line.
  tx.publish({ type: 'email-accounts.changed' });
}

function toColumns({ subject, htmlBody, ccEmail }: Values) {
  return {
    subject: subject
      .toWellFormed()
      .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
      .trim(),
    html_body: requireRoomFor('body.htmlBody', cleanHtml(htmlBody), maxBody),
    cc_email: ccEmail,
  };
}

/** A template that says nothing of the signature leaves it as it is; an empty one takes it away. */
async function saveWith(ctx: Ctx, tx: TenantTx, accountId: string, signature: string | null): Promise<void> {
  if (signature !== null) await writeSignature(ctx, tx, accountId, signature);
}

/** Whoever sends by the template sends this copy, so the log says who wants it. */
function noteCopy({ actor }: Ctx, tx: TenantTx, address: string, before: string | null, after: string | null): void {
  if (before === after) return;
  tx.audit({ action: 'mailbox.copy_changed', actorId: actor.userId, detail: { address, cc: after } });
}

export function getTemplate(ctx: Ctx, accountId: string): Promise<EmailTemplate> {
  return ctx.transaction(async (tx) => {
    await requireVisibleMailbox(tx, ctx.actor, accountId);
    const row = await selectTemplates(tx).where('t.account_id', '=', accountId).where('t.is_default', '=', true).executeTakeFirst();
    if (row) return toTemplate(row);
    const { connected_at, signature_html } = await tx.db
      .selectFrom('email_accounts')
      .where('company_id', '=', tx.companyId)
      .where('id', '=', accountId)
      .select(['connected_at', 'signature_html'])
      .executeTakeFirstOrThrow();
    // Nothing is stored yet: it has the mailbox's id, and version 0 until it is saved.
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
    await requireVisibleMailbox(tx, actor, accountId);
    const rows = await selectTemplates(tx).where('t.account_id', '=', accountId).orderBy('t.is_default', 'desc').orderBy('t.id').execute();
    return { templates: rows.map(toTemplate) };
  });
}

export function getOneTemplate(ctx: Ctx, id: string): Promise<EmailTemplate> {
  return ctx.transaction(async (tx) => {
    await lockTemplate(ctx, tx, id);
    return readTemplate(tx, id);
  });
}

async function insertTemplate(tx: TenantTx, accountId: string, input: NamedValues): Promise<string> {
  const rows = await tx.db
    .selectFrom('email_templates')
    .where('company_id', '=', tx.companyId)
    .where('account_id', '=', accountId)
    .select('id')
    .execute();
  if (rows.length >= maxTemplates) {
    throw new AppError('limit_reached', { detail: `This mailbox has ${maxTemplates} templates already. Remove one first.` });
  }
  const id = uuidv7();
  await tx.db
    .insertInto('email_templates')
    .values({ company_id: tx.companyId, id, account_id: accountId, name: input.name, is_default: rows.length === 0, ...toColumns(input) })
    .execute();
  return id;
}

async function changeTemplate(tx: TenantTx, id: string, version: number, columns: object): Promise<void> {
  await tx.db
    .updateTable('email_templates')
    .set({ ...columns, version: version + 1, updated_at: new Date() })
    .where('company_id', '=', tx.companyId)
    .where('id', '=', id)
    .execute();
}

export function createTemplate(ctx: Ctx, accountId: string, input: NamedValues): Promise<EmailTemplate> {
  return ctx.transaction(async (tx) => {
    const { address } = await requireVisibleMailbox(tx, ctx.actor, accountId);
    const id = await insertTemplate(tx, accountId, input);
    noteCopy(ctx, tx, address, null, input.ccEmail);
    await saveWith(ctx, tx, accountId, input.signature);
    const template = await readTemplate(tx, id);
    tell(tx);
    return template;
  });
}

export function saveTemplate(ctx: Ctx, accountId: string, input: Values): Promise<EmailTemplate> {
  return ctx.transaction(async (tx) => {
    const { address } = await requireVisibleMailbox(tx, ctx.actor, accountId);
    const current = await selectTemplates(tx).where('t.account_id', '=', accountId).where('t.is_default', '=', true).executeTakeFirst();
    if (current) await changeTemplate(tx, current.id, current.version, toColumns(input));
    const id = current?.id ?? (await insertTemplate(tx, accountId, { ...input, name: startingTemplate.name }));
    noteCopy(ctx, tx, address, current?.cc_email ?? null, input.ccEmail);
    await saveWith(ctx, tx, accountId, input.signature);
    const template = await readTemplate(tx, id);
    tell(tx);
    return template;
  });
}

export function updateTemplate(ctx: Ctx, id: string, { version, ...input }: NamedValues & { version: number }): Promise<EmailTemplate> {
  return ctx.transaction(async (tx) => {
    const current = await lockTemplate(ctx, tx, id);
    if (current.version !== version) throw new AppError('version_stale', { current: await readTemplate(tx, id) });
    await changeTemplate(tx, id, version, { name: input.name, ...toColumns(input) });
    noteCopy(ctx, tx, current.address, current.ccEmail, input.ccEmail);
    await saveWith(ctx, tx, current.accountId, input.signature);
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
