import { plainName, plainPersonName, writeNotice } from '../../lib/net/mail-page.ts';

interface InviteAskedMail {
  askerName: string;
  askerEmail: string;
  companyName: string;
  /** The address that the invite was for. Null for the team's link, and for an address that was removed meanwhile. */
  invitedEmail: string | null;
  isTeamLink: boolean;
  webOrigin: string;
}

export function writeInviteAskedMail(given: InviteAskedMail): { subject: string; html: string; text: string } {
  const name = plainPersonName(given.askerName, '');
  const company = plainName(given.companyName, 'your company');
  const title = `${name === '' ? 'Somebody' : name} asks for an invite to ${company}`;
  const invite = given.invitedEmail === null ? 'one of your invites' : `your invite for ${given.invitedEmail}`;
  const from = given.isTeamLink ? 'your team link' : invite;
  const lead = `They opened ${from} and couldn’t join with it. If you know them, invite ${given.askerEmail}.`;
  const facts: [string, string][] = [
    ...(name === '' ? [] : [['Who', name] as [string, string]]),
    ['Signed in as', given.askerEmail],
    ...(given.invitedEmail === null ? [] : [['Invited', given.invitedEmail] as [string, string]]),
  ];
  const advice = 'If you don’t know them, do nothing. They can’t join without a new invite, and can ask again once a day.';
  const link = `${given.webOrigin}/dispatcher/account-team`;
  return writeNotice({
    title,
    lead,
    facts,
    button: 'Open Account & Team',
    link,
    advice,
    footer: 'You get this because you own this company on Headhaul.',
    webOrigin: given.webOrigin,
  });
}
