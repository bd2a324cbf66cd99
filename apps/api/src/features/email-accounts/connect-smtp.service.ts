import type { EmailAccount, SmtpInput } from '@headhaul/contracts/mail/accounts';
import type { z } from 'zod';
import { AppError } from '../../lib/errors.ts';
import type { Ctx } from '../../lib/http/guards.ts';
import { requireStandingRoom } from '../limits/plan-limits.service.ts';
import { readEmailAccount } from './account-list.service.ts';
import { requireOwnMailbox } from './own-mailbox.service.ts';
import { findKnownMailbox, OtherAccount, saveMailbox } from './save-mailbox.service.ts';
import { ForbiddenServer, openSmtpSession, SmtpFailure, type SmtpServer } from './senders/smtp-session.ts';

/** A person is waiting for the answer. */
const checkMs = 10_000;

/** Signs in at the server once with the typed password, then seals it. From then on only the worker can read it. */
export async function connectSmtp(ctx: Ctx, input: z.output<typeof SmtpInput>): Promise<EmailAccount> {
  const { platform, actor } = ctx;
  const { address, displayName, host, port, security, username, password, accountId } = input;
  const isInUse = await ctx.ownTransaction(async (tx) => {
    if (accountId === null) await requireStandingRoom(tx, 'emailAddresses', actor.userId);
    else await requireOwnMailbox(tx, actor, accountId);
    return accountId !== null || (await findKnownMailbox(tx, actor.userId, address))?.isDisconnected === false;
  });
  // This changes the server that an existing mailbox sends through, so the person must have signed in recently.
  if (isInUse) await ctx.requireFresh();
  await platform.limits.take('mailbox_checks', actor.companyId);
  const smtp: SmtpServer = { host, port, security, username };
  await signInOnce(smtp, password, platform.env.SMTP_ACCOUNTS_ALLOWED_HOSTS);
  const mailbox = {
    provider: 'smtp' as const,
    address,
    displayName,
    smtp,
    secrets: [{ field: 'smtp_password' as const, plain: password }],
  };
  const id = await ctx
    .ownTransaction((tx) => saveMailbox(platform, tx, actor.userId, mailbox, accountId))
    .catch((error: unknown) => {
      if (!(error instanceof OtherAccount)) throw error;
      const detail = accountId === null ? 'This is a teammate’s address.' : 'This is another address than the mailbox has.';
      throw new AppError('already_taken', { detail });
    });
  return readEmailAccount(ctx, id);
}

async function signInOnce(server: SmtpServer, password: string, allowedHosts: readonly string[]): Promise<void> {
  try {
    const session = await openSmtpSession(server, password, allowedHosts, checkMs);
    session.close();
  } catch (error) {
    if (error instanceof ForbiddenServer) {
      throw new AppError('validation_failed', { errors: [{ path: `body.${error.field}`, message: error.message }] });
    }
    if (!(error instanceof SmtpFailure)) throw error;
    // The server's own words stay out of the answer: they would tell a stranger what runs on that host and port.
    throw new AppError(...refusalOf(error));
  }
}

function refusalOf({ code, responseCode, message }: SmtpFailure): ConstructorParameters<typeof AppError> {
  const reason = `${code} ${responseCode ?? ''}`;
  if (code === 'EAUTH' && responseCode !== null && responseCode >= 500) {
    const detail = 'The mail server did not accept this user name and password. Some providers want a password made for apps.';
    return ['mailbox_refused', { detail, reason }];
  }
  if (code === 'ETLS' || /certificate|self-signed|altnames|STARTTLS/i.test(message)) {
    return [
      'mailbox_refused',
      { detail: 'The mail server has no valid certificate, or offers no secure connection on this port.', reason },
    ];
  }
  if (responseCode !== null && responseCode >= 500) return ['mailbox_refused', { detail: 'The mail server did not let us in.', reason }];
  return ['mailbox_unavailable', { detail: 'The mail server does not answer. Check its name, port and kind of security.', reason }];
}
