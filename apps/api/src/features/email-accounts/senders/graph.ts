import { z } from 'zod';
import { retryAfterMs } from '../../../lib/net/providers/retry-after.ts';
import type { Metrics } from '../../../lib/telemetry/metrics.ts';
import type { MailGrant } from './mail-grant.ts';
import { type MailReply, postWithGrant } from './mail-http.ts';
import { composeMime, type MailSender, type SendOutcome } from './mail-sender.service.ts';

const Refusal = z.object({ error: z.object({ code: z.string().default(''), message: z.string().default('') }) });

const dailyCapCodes = ['ErrorExceededMessageLimit', 'ErrorMessageSubmissionBlocked', 'ErrorSubmissionQuotaExceeded', 'QuotaExceeded'];
const noMailboxCodes = [
  'MailboxNotEnabledForRESTAPI',
  'MailboxNotSupportedForRESTAPI',
  'ErrorNonExistentMailbox',
  'ErrorMailboxMoveInProgress',
];
const noConsentCodes = ['ErrorAccessDenied', 'AccessDenied', 'Authorization_RequestDenied'];

export function createGraphSender(metrics: Metrics, base: string, grant: MailGrant): MailSender {
  return {
    async send(mail) {
      // Sent as MIME, because only then the mail keeps our message id, by which a reply to it is recognized.
      const body = (await composeMime(mail)).toString('base64');
      const request = {
        provider: 'graph' as const,
        url: `${base}/v1.0/me/sendMail`,
        headers: { 'content-type': 'text/plain' },
        body,
      };
      return postWithGrant(metrics, grant, request, readAnswer);
    },
    revoke: () => grant.revoke(),
    close: () => {},
  };
}

function readAnswer({ status, headers, body }: MailReply): SendOutcome {
  // Microsoft returns no id for the mail.
  if (status < 300) return { kind: 'sent', providerMessageId: null };
  const { code, message } = Refusal.safeParse(body).data?.error ?? { code: '', message: '' };
  if ((status === 403 || status === 429) && (dailyCapCodes.includes(code) || /daily|24 hours/i.test(message))) {
    return { kind: 'later', retryAfterMs: retryAfterMs(headers), reason: 'DAILY_CAP' };
  }
  if (status === 429) return { kind: 'later', retryAfterMs: retryAfterMs(headers), reason: 'RATE' };
  if (noMailboxCodes.includes(code)) {
    return { kind: 'disconnected', reason: 'This Microsoft account has no Outlook mailbox, or it is being moved.' };
  }
  if (status === 403 && noConsentCodes.includes(code)) {
    return { kind: 'disconnected', reason: 'Microsoft no longer lets Headhaul send from this mailbox. Connect it again.' };
  }
  return { kind: 'refused', reason: describeRefusal(status, code), isBounce: false };
}

function describeRefusal(status: number, code: string): string {
  if (status === 413 || code === 'ErrorMessageSizeExceeded') return 'The mail is larger than Outlook accepts. Make pictures in it smaller.';
  if (code === 'ErrorInvalidRecipients') return 'Outlook says that the recipient’s address is not valid.';
  if (code === 'ErrorSendAsDenied') return 'Outlook does not let this mailbox send under that address.';
  if (status === 403) return 'Outlook did not allow this mail to be sent.';
  return 'Outlook could not read this mail, so it was not sent.';
}
