import { formatMoment, plainName, writeNotice } from '../../lib/net/mail-page.ts';

interface Party {
  name: string;
  email: string;
}

interface OwnerChangeMail {
  /** Who is written to: the new owner, or the one who handed the company over. */
  to: 'new' | 'former';
  /** Empty if the company was deleted meanwhile. */
  companyName: string;
  /** Null for a person who has deleted the account meanwhile, and is not named any more. */
  former: Party | null;
  owner: Party | null;
  at: Date;
  timeZone: string;
  webOrigin: string;
}

const gains =
  'You can invite and remove people, see and end the team’s sign-ins, change the company’s details, export its data and manage billing.';
const losses =
  'You stay on the team as a dispatcher. You no longer invite or remove people, see the team’s sign-ins, change or export the company, or manage billing.';

const deletedPerson = 'A deleted account';

/** The name as it may be said, and the name with the address. */
function describeParty(party: Party | null): { name: string | null; fact: string } {
  if (party === null) return { name: null, fact: deletedPerson };
  const name = plainName(party.name, party.email);
  return { name, fact: `${name}, ${party.email}` };
}

export function writeOwnerChangeMail(mail: OwnerChangeMail): { subject: string; html: string; text: string } {
  const company = plainName(mail.companyName, 'your company');
  const [former, owner] = [describeParty(mail.former), describeParty(mail.owner)];
  const isNew = mail.to === 'new';
  const title = isNew ? `You own ${company} now` : `${owner.name ?? 'Somebody else'} owns ${company} now`;
  const lead = isNew
    ? `${former.name ?? 'The former owner'} handed ${company} over to you. ${gains}`
    : `You handed ${company} over${owner.name === null ? '' : ` to ${owner.name}`}. ${losses}`;
  const facts: [string, string][] = [
    ['Company', company],
    ['New owner', owner.fact],
    ['Handed over by', former.fact],
    ['When', formatMoment(mail.at, mail.timeZone)],
  ];
  const question = former.name === null ? 'ask your team' : `talk to ${former.name}`;
  const advice = isNew
    ? `If you didn’t expect this, ${question}. You can hand the company on in Account & Team.`
    : `If it wasn’t you, ask ${owner.name ?? 'your team'} to hand the company back, and change the password of the account you sign in with.`;
  const link = `${mail.webOrigin}/dispatcher/account-team`;
  return writeNotice({
    title,
    lead,
    facts,
    button: 'Open Account & Team',
    link,
    advice,
    footer: 'You get this because it concerns who decides about your company.',
    webOrigin: mail.webOrigin,
  });
}
