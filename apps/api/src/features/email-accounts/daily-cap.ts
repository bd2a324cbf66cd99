import { type MailProvider, mailCaps } from '@headhaul/contracts/mail/accounts';

/** Domains of free mailboxes. */
const freeDomains: Readonly<Record<MailProvider, RegExp>> = {
  google: /^(gmail|googlemail)\.com$/,
  microsoft: /^(outlook|hotmail|live|msn|passport|windowslive)\.[a-z.]{2,6}$/,
  smtp: /^$/,
};

/** How many mails the provider lets this mailbox send in any 24 hours. */
export function dailyCapOf(provider: MailProvider, address: string): number {
  const { perDay, perDayFree } = mailCaps[provider];
  return freeDomains[provider].test(address.slice(address.lastIndexOf('@') + 1)) ? perDayFree : perDay;
}
