import { emailEndpoints } from '@headhaul/contracts/mail/emails';
import { signedIn } from '../../lib/http/guards.ts';
import { type App, implement } from '../../lib/http/implement.ts';
import { cancelEmail, withdrawEmail } from './cancel.service.ts';
import { getEmail, listEmailedLoads, listEmails } from './email-list.service.ts';
import { answerEmail, resendEmail, resolveEmail } from './finish.service.ts';
import { getEmailFunnel } from './funnel.service.ts';
import { checkEmail, sendEmail } from './send.service.ts';
import { sendTestEmail } from './test-email.service.ts';

export function emailRoutes(app: App): void {
  implement(app, emailEndpoints, {
    checkEmail: signedIn(({ ctx, body }) => checkEmail(ctx, body)),
    sendEmail: signedIn(({ ctx, body }) => sendEmail(ctx, body)),
    sendTestEmail: signedIn(({ ctx, body }) => sendTestEmail(ctx, body)),
    listEmails: signedIn(({ ctx, query }) => listEmails(ctx, query)),
    listEmailedLoads: signedIn(({ ctx, body }) => listEmailedLoads(ctx, body.fingerprints)),
    getEmail: signedIn(({ ctx, params }) => getEmail(ctx, params.id)),
    cancelEmail: signedIn(({ ctx, params }) => cancelEmail(ctx, params.id)),
    withdrawEmail: signedIn(({ ctx, body }) => withdrawEmail(ctx, body.key)),
    resolveEmail: signedIn(({ ctx, params, body }) => resolveEmail(ctx, params.id, body.outcome)),
    resendEmail: signedIn(({ ctx, params, body }) => resendEmail(ctx, params.id, body.isConfirmed)),
    answerEmail: signedIn(({ ctx, params, body }) => answerEmail(ctx, params.id, body.answer)),
    getEmailFunnel: signedIn(({ ctx, query }) => getEmailFunnel(ctx, query)),
  });
}
