import { z } from 'zod';
import { retryAfterMs } from '../../../lib/net/providers/retry-after.ts';
import type { Metrics } from '../../../lib/telemetry/metrics.ts';
import type { MailGrant } from './mail-grant.ts';
import { type MailReply, postWithGrant } from './mail-http.ts';
import { composeMime, type MailSender, type SendOutcome } from './mail-sender.service.ts';

const Sent = z.object({ id: z.string() });
const Refusal = z.object({
  error: z.object({
    message: z.string().default(''),
    status: z.string().default(''),
    errors: z.array(z.object({ reason: z.string().default('') })).default([]),
    details: z.array(z.object({ reason: z.string().optional() })).default([]),
  }),
});

export function createGmailSender(metrics: Metrics, base: string, grant: MailGrant): MailSender {
  return {
    async send(mail) {
      const raw = (await composeMime(mail)).toString('base64url');
      const request = {
        provider: 'gmail' as const,
        url: `${base}/gmail/v1/users/me/messages/send`,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ raw }),
      };
      return postWithGrant(metrics, grant, request, readAnswer);
    },
    revoke: () => grant.revoke(),
    close: () => {},
  };
}

function readAnswer(answer: MailReply): SendOutcome {
  const { status, body } = answer;
  if (status < 300) return { kind: 'sent', providerMessageId: Sent.safeParse(body).data?.id ?? null };
  const refusal = Refusal.safeParse(body).data?.error;
  const reasons = [...(refusal?.errors ?? []), ...(refusal?.details ?? [])].map(({ reason }) => reason ?? '');
  const says = (...words: string[]) => reasons.some((reason) => words.includes(reason));
  const message = refusal?.message ?? '';
  const wait = retryAfterMs(answer.headers) ?? readRetryAfter(message);
  if (
    (status === 403 || status === 429) &&
    (says('dailyLimitExceeded', 'quotaExceeded') || /daily|sending limit|\(mail sending\)/i.test(message))
  ) {
    return { kind: 'later', retryAfterMs: wait, reason: 'DAILY_CAP' };
  }
  if (status === 429 || (status === 403 && says('rateLimitExceeded', 'userRateLimitExceeded', 'RATE_LIMIT_EXCEEDED'))) {
    return { kind: 'later', retryAfterMs: wait, reason: 'RATE' };
  }
  if (status === 403 && says('insufficientPermissions', 'ACCESS_TOKEN_SCOPE_INSUFFICIENT', 'forbidden')) {
    return { kind: 'disconnected', reason: 'Google no longer lets Headhaul send from this mailbox. Connect it again.' };
  }
  if (status === 400 && (says('failedPrecondition') || refusal?.status === 'FAILED_PRECONDITION')) {
    return { kind: 'disconnected', reason: 'This Google account has no Gmail mailbox, or it is switched off.' };
  }
  return { kind: 'refused', reason: describeRefusal(status, message, says), isBounce: false };
}

/** Gmail writes the time into its message: "User-rate limit exceeded. Retry after 2026-11-15T13:00:00.000Z". */
function readRetryAfter(message: string): number | null {
  const [, at = ''] = /retry after (\d{4}-\d\d-\d\dT[\d:.]+Z)/i.exec(message) ?? [];
  const time = Date.parse(at);
  return Number.isNaN(time) ? null : Math.max(0, time - Date.now());
}

function describeRefusal(status: number, message: string, says: (...words: string[]) => boolean): string {
  if (status === 413 || says('uploadTooLarge')) return 'The mail is larger than Gmail accepts. Make pictures in it smaller.';
  if (/invalid (to|cc) header|recipient/i.test(message)) return 'Gmail says that the recipient’s address is not valid.';
  if (/invalid from|delegation/i.test(message)) return 'Gmail does not let this mailbox send under that address.';
  if (says('domainPolicy')) return 'The administrator of this Google Workspace does not allow apps to send mail.';
  if (status === 403) return 'Gmail did not allow this mail to be sent.';
  return 'Gmail could not read this mail, so it was not sent.';
}
