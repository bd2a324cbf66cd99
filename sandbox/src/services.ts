import { createClamdService } from './clamd/clamd.service.ts';
import { createEiaService } from './eia/eia.service.ts';
import { createFactorService } from './factor/factor.service.ts';
import { createFmcsaServices } from './fmcsa/fmcsa.service.ts';
import { createGeocoderService } from './geocoder/geocoder.service.ts';
import { createGoogleRoutesService } from './google-routes/google-routes.service.ts';
import { createHereService } from './here/here.service.ts';
import { createMailService } from './mail/mail.service.ts';
import { createMailbox } from './mail/mailbox.ts';
import { createGmailService } from './mail-accounts/gmail.service.ts';
import { createGraphService } from './mail-accounts/graph.service.ts';
import { createMailAccountsPages } from './mail-accounts/mail-accounts.routes.ts';
import { realLimits, SendingControl } from './mail-accounts/sending-control.ts';
import { createSmtpAccountsService } from './mail-accounts/smtp-accounts.service.ts';
import { createGrants } from './openid/grants.ts';
import { mailConsents } from './openid/mail-consent.ts';
import { createOpenidService } from './openid/openid.service.ts';
import type { OpenidClient } from './openid/provider.ts';
import type { SandboxService } from './resident/service.ts';
import { createStripeService } from './stripe/stripe.service.ts';

/** All services of the sandbox. A new service is one more entry with the next free port offset. */
export function listServices(
  client: OpenidClient,
  stripe: { webhookUrl?: string | undefined; memoryFile?: string | undefined } = {},
): SandboxService[] {
  const mailbox = createMailbox();
  const google = createGrants(mailConsents.google);
  const microsoft = createGrants(mailConsents.microsoft);
  const gmail = new SendingControl('gmail', 'Gmail', realLimits.gmail, mailbox);
  const graph = new SendingControl('graph', 'Microsoft', realLimits.graph, mailbox);
  const smtp = new SendingControl('smtp', 'SMTP', realLimits.smtp, mailbox);
  const givers = [
    { name: 'google', brand: 'Google', grants: google },
    { name: 'microsoft', brand: 'Microsoft', grants: microsoft },
  ];
  return [
    ...givers.map((giver, index) => createOpenidService({ ...giver, portOffset: index + 1, client })),
    createMailService(3, mailbox, createMailAccountsPages(givers, [gmail, graph, smtp])),
    // The API key is the application's secret.
    createGeocoderService(4, client.secret),
    createStripeService({ portOffset: 5, secret: client.secret, ...stripe }),
    createGmailService(6, google, gmail),
    createGraphService(7, microsoft, graph),
    createSmtpAccountsService({ portOffset: 8, control: smtp, isSecure: false }),
    createSmtpAccountsService({ portOffset: 9, control: smtp, isSecure: true }),
    createClamdService(10),
    // These take two ports. The web key and the app token are the application's secret too.
    ...createFmcsaServices(11, client.secret),
    createEiaService(13, client.secret),
    createHereService(14, client.secret),
    createGoogleRoutesService(15, client.secret),
    createFactorService(16, client.secret),
  ];
}
