import { trialDays } from '@headhaul/contracts/constants';
import { referralDays } from '@headhaul/contracts/referrals';
import {
  escapeHtml,
  mailButton,
  mailFacts,
  mailHeading,
  mailLink,
  mailSmallPrint,
  plainName,
  writeMailPage,
} from '../../lib/net/mail-page.ts';
import { writesInMonth } from './referral-limits.ts';
import { unnamedCompany, unnamedInviter } from './referral-names.ts';

/** What an invitation to another company says. All of it comes from people, so all of it is escaped. */
export interface ReferralMail {
  kind: 'invite' | 'reminder';
  inviterName: string;
  inviterFullName: string;
  inviterEmail: string;
  companyName: string;
  link: string;
  webOrigin: string;
}

export function writeReferralMail(given: ReferralMail): { subject: string; html: string; text: string } {
  const inviter = plainName(given.inviterName, unnamedInviter);
  const company = plainName(given.companyName, unnamedCompany);
  const title = given.kind === 'invite' ? `${inviter} invited you to try Headhaul` : `${inviter}'s invitation to Headhaul still stands`;
  const days = trialDays + referralDays;
  const lead = `${inviter} dispatches with Headhaul: one-click email to brokers, who pays and how fast, and which driver has the hours. Start with this link and your free time is ${days} days instead of ${trialDays}. No card.`;
  const facts: [string, string][] = [
    ['Invited by', `${plainName(given.inviterFullName, unnamedInviter)}, ${given.inviterEmail}`],
    ['Company', company],
  ];
  const gain = `${inviter}'s company gets ${referralDays} days too when you start, and a credit if yours pays one day.`;
  const stop = `Don't know who this is? Ignore this email; nothing happens. Nobody can send you more than ${writesInMonth} of these in a month.`;
  const text = [
    title,
    '',
    lead,
    '',
    `Start free: ${given.link}`,
    '',
    ...facts.map(([label, value]) => `${label}: ${value}`),
    '',
    gain,
    stop,
  ];
  return {
    subject: title,
    text: [...text, '', 'Headhaul, for freight dispatchers.', ''].join('\n'),
    html: writeMailPage({
      title,
      preview: `${days} days free with ${inviter}'s link.`,
      rows: [
        mailHeading(escapeHtml(title), escapeHtml(lead)),
        mailButton('Start free', given.link),
        mailFacts(facts),
        mailSmallPrint(`${escapeHtml(gain)} If the button does nothing, paste this:<br>${mailLink(given.link)}<br><br>${escapeHtml(stop)}`),
      ],
      footer: 'Headhaul, for freight dispatchers.',
      webOrigin: given.webOrigin,
    }),
  };
}
