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

/** What an invite says. All of it comes from people, so all of it is escaped. */
export interface InviteMail {
  to: string;
  inviterName: string;
  inviterFullName: string;
  inviterEmail: string;
  companyName: string;
  mc: string | null;
  expiresAt: Date;
  timeZone: string;
  link: string;
  webOrigin: string;
}

const lead = 'Your team books loads with Headhaul: one-click email to brokers, who pays and how fast, and which driver has the hours.';

/** A short company name stays on one line of the title. */
function keepTogether(name: string): string {
  return name.length <= 28 ? name.replaceAll(' ', '\u00a0') : name;
}

export function writeInviteMail(given: InviteMail): { subject: string; html: string; text: string } {
  const mail = {
    ...given,
    inviterName: plainName(given.inviterName, given.inviterEmail),
    inviterFullName: plainName(given.inviterFullName, given.inviterEmail),
    companyName: plainName(given.companyName, 'a team'),
  };
  const until = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: mail.timeZone }).format(mail.expiresAt);
  const company = mail.mc ? `${mail.companyName}, MC ${mail.mc}` : mail.companyName;
  const title = `${mail.inviterName} invited you to ${mail.companyName}`;
  const facts: [string, string][] = [
    ['Invited by', `${mail.inviterFullName}, ${mail.inviterEmail}`],
    ['Company', company],
    ['Sign in as', mail.to],
  ];
  return { subject: title, html: writeHtml(mail, title, facts, until), text: writeText(mail, title, facts, until) };
}

function writeText(mail: InviteMail, title: string, facts: [string, string][], until: string): string {
  return [
    title,
    '',
    lead,
    '',
    `Join the team: ${mail.link}`,
    '',
    ...facts.map(([label, value]) => `${label}: ${value}`),
    '',
    `The link works until ${until}.`,
    `Don't know ${mail.inviterName}? Ignore this email; nothing happens.`,
    '',
    'Headhaul, for freight dispatchers.',
    '',
  ].join('\n');
}

function writeHtml(mail: InviteMail, title: string, facts: [string, string][], until: string): string {
  const heading = `${mail.inviterName} invited you to ${keepTogether(mail.companyName)}`;
  return writeMailPage({
    title,
    preview: 'Join the team on Headhaul.',
    rows: [
      mailHeading(escapeHtml(heading), lead),
      mailButton('Join the team', mail.link),
      mailFacts(facts),
      mailSmallPrint(
        `The link works until ${until}. If the button does nothing, paste this:<br>${mailLink(mail.link)}<br><br>Don't know ${escapeHtml(mail.inviterName)}? Ignore this email; nothing happens.`,
      ),
    ],
    footer: 'Headhaul, for freight dispatchers.',
    webOrigin: mail.webOrigin,
  });
}
