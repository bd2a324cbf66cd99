import { domainToASCII } from 'node:url';
import { composeMime, type MailSender, type OutgoingMail, type SendOutcome } from './mail-sender.service.ts';
import { ForbiddenServer, openSmtpSession, SmtpFailure, type SmtpServer, type SmtpSession, UnknownServer } from './smtp-session.ts';

/** An unused connection is closed after this time. Servers would close it at some time too. */
const idleMs = 20_000;

const notReached: SendOutcome = { kind: 'later', retryAfterMs: null, reason: 'NOT_REACHED' };

/** Sends through an SMTP server, with one connection that is kept for the next mails. */
export function createSmtpSender(server: SmtpServer, password: string, allowedHosts: readonly string[]): MailSender {
  let kept: { session: SmtpSession; timer: NodeJS.Timeout } | undefined;

  function takeKept(): SmtpSession | undefined {
    const taken = kept;
    kept = undefined;
    clearTimeout(taken?.timer);
    if (taken?.session.isOpen()) return taken.session;
    taken?.session.close();
    return undefined;
  }

  function keep(session: SmtpSession): void {
    if (!session.isOpen() || kept) {
      session.close();
      return;
    }
    const timer = setTimeout(() => takeKept()?.close(), idleMs);
    timer.unref();
    kept = { session, timer };
  }

  async function sendOver(session: SmtpSession, mail: OutgoingMail, mime: Buffer): Promise<SendOutcome> {
    const to = envelopeAddress(mail.to.address);
    const all = mail.cc === null ? [to] : [to, envelopeAddress(mail.cc)];
    const { rejected, rejectedErrors, response } = await session.send({ from: envelopeAddress(mail.from.address), to: all }, mime);
    keep(session);
    if (rejected.includes(to)) {
      const answer = rejectedErrors?.find(({ message }) => message.includes(to))?.response ?? '';
      return { kind: 'refused', reason: `${refusedRecipient(answer)} Only the copy was sent.`, isBounce: true };
    }
    return { kind: 'sent', providerMessageId: quote(response) };
  }

  return {
    async send(mail) {
      const mime = await composeMime(mail);
      const used = takeKept();
      if (used) {
        try {
          return await sendOver(used, mail, mime);
        } catch (error) {
          used.close();
          // If the server had closed the connection, nothing of the mail left, so a new connection is not a second attempt. After a
          // timeout there is no time left for one: the engine would give up before its answer.
          if (!(error instanceof SmtpFailure) || error.hadBegun || error.responseCode !== null || error.code === 'ETIMEDOUT') {
            return outcomeOf(error);
          }
        }
      }
      let fresh: SmtpSession | undefined;
      try {
        fresh = await openSmtpSession(server, password, allowedHosts);
        return await sendOver(fresh, mail, mime);
      } catch (error) {
        fresh?.close();
        return outcomeOf(error);
      }
    },
    // A password can't be revoked. Our copy is deleted.
    revoke: async () => {},
    close: () => takeKept()?.close(),
  };
}

/** Writes the domain in ASCII (Punycode), because some servers accept nothing else. */
function envelopeAddress(address: string): string {
  const at = address.lastIndexOf('@');
  return `${address.slice(0, at)}@${domainToASCII(address.slice(at + 1)) || address.slice(at + 1)}`;
}

function outcomeOf(error: unknown): SendOutcome {
  if (error instanceof UnknownServer) return notReached;
  if (error instanceof ForbiddenServer) return { kind: 'disconnected', reason: error.message };
  if (!(error instanceof SmtpFailure)) throw error;
  const { responseCode: status, command, code, response, hadBegun } = error;
  const isAnswerToText = hadBegun && code === 'EMESSAGE' && command === 'DATA' && status !== null;
  if (hadBegun && (!isAnswerToText || status === 421)) {
    // 421 means that the server shuts down. It does not say whether the server had accepted the mail before.
    return { kind: 'unknown', reason: 'The connection to the mail server broke after the mail had been handed over.' };
  }
  if (code === 'EMESSAGE' && status === null) return tooLarge;
  if (status === null) return notReached;
  if (/5\.4\.5|daily.{0,30}(limit|quota)/i.test(response)) return { kind: 'later', retryAfterMs: null, reason: 'DAILY_CAP' };
  if (status < 500) {
    if (code === 'EAUTH') return notReached;
    return { kind: 'later', retryAfterMs: null, reason: command === 'RCPT TO' ? 'RECIPIENT' : 'RATE' };
  }
  if (code === 'EAUTH' || status === 530) {
    return { kind: 'disconnected', reason: 'The mail server no longer accepts this user name and password. Connect the mailbox again.' };
  }
  if (command === 'RCPT TO') return { kind: 'refused', reason: refusedRecipient(response), isBounce: true };
  if (status === 552 || status === 523) return tooLarge;
  if (command === 'MAIL FROM')
    return {
      kind: 'refused',
      reason: `The mail server does not let you send as this address. It said: ${quote(response)}`,
      isBounce: false,
    };
  return { kind: 'refused', reason: `The mail server did not take this mail. It said: ${quote(response)}`, isBounce: false };
}

const tooLarge: SendOutcome = {
  kind: 'refused',
  reason: 'The mail is larger than the mail server accepts. Make pictures in it smaller.',
  isBounce: false,
};

function refusedRecipient(response: string): string {
  return `The recipient’s address was refused. The server said: ${quote(response)}`;
}

function quote(response: string): string {
  return response
    .replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, 200);
}
