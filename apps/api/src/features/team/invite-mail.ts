/** What an invite says; all of it comes from people, so all of it is escaped. */
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

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}

const longestNameLetters = 80;

/** One line of readable length, whatever people call themselves: no line breaks, no signs that turn the text around. */
function toPlainName(text: string): string {
  const letters = [...text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim()];
  return letters.length <= longestNameLetters ? letters.join('') : `${letters.slice(0, longestNameLetters - 1).join('')}…`;
}

/** A short company name stays on one line of the title. */
function keepTogether(name: string): string {
  return name.length <= 28 ? name.replaceAll(' ', '\u00a0') : name;
}

/** A name that carries an address of a page is no name: our mail must not speak for it. */
function plainName(text: string, fallback: string): string {
  const name = toPlainName(text).trim().slice(0, 60);
  return name === '' || /:\/\/|www\.|\w\.[a-z]{2,}(\W|$)/i.test(name) ? fallback : name;
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
    'Your team books loads with Headhaul: one-click email to brokers, who pays and how fast, and which driver has the hours.',
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

const sans = "Inter,'Segoe UI',Helvetica,Arial,sans-serif";
const display = "Barlow,'Arial Narrow',Arial,sans-serif";

const wrap = 'overflow-wrap:anywhere;word-break:break-word';

function writeHtml(mail: InviteMail, title: string, facts: [string, string][], until: string): string {
  const heading = `${mail.inviterName} invited you to ${keepTogether(mail.companyName)}`;
  const link = escapeHtml(mail.link);
  const lines = facts.map(([label, value], index) => {
    const rule = index < facts.length - 1 ? 'border-bottom:1px solid #ECEEF2' : '';
    return `<tr><td width="96" valign="top" style="padding:11px 0;color:#525C6E;${rule}">${label}</td><td align="right" style="padding:11px 0;font-weight:600;${wrap};${rule}">${escapeHtml(value)}</td></tr>`;
  });
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;background:#ECEEF2;font-family:${sans};color:#141A24">
<div style="display:none;max-height:0;overflow:hidden">Join the team on Headhaul.</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="table-layout:fixed"><tr><td align="center" style="padding:32px 12px">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" style="width:100%;max-width:600px;table-layout:fixed;background:#fff;border-radius:10px;overflow:hidden">
<tr><td style="background:#0C1526;padding:0 6.67%"><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr>
<td width="32" style="padding:22px 0"><img src="${escapeHtml(mail.webOrigin)}/mail/icon.png" width="32" height="32" alt="" style="display:block"></td>
<td style="padding-left:12px;font:700 22px/32px ${display};color:#fff">Headhaul</td>
<td align="right" valign="bottom"><img src="${escapeHtml(mail.webOrigin)}/mail/road.png" width="150" height="76" alt="" style="display:block"></td></tr></table></td></tr>
<tr><td style="padding:40px 6.67% 0"><div style="font:700 30px/36px ${display};letter-spacing:-.3px;${wrap}">${escapeHtml(heading)}</div>
<p style="margin:12px 0 0;font-size:16px;line-height:25px;color:#3B4454">Your team books loads with Headhaul: one-click email to brokers, who pays and how fast, and which driver has the hours.</p></td></tr>
<tr><td style="padding:28px 6.67% 0"><table role="presentation" cellpadding="0" cellspacing="0"><tr><td style="background:#1E60DC;border-radius:6px"><a href="${link}" style="display:inline-block;padding:14px 28px;font-size:16px;line-height:20px;font-weight:600;color:#fff;text-decoration:none">Join the team</a></td></tr></table></td></tr>
<tr><td style="padding:28px 6.67% 0"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="table-layout:fixed;border-top:1px solid #ECEEF2;font-size:14px;line-height:20px">${lines.join('')}</table></td></tr>
<tr><td style="padding:20px 6.67% 36px;font-size:13px;line-height:20px;color:#525C6E;${wrap}">The link works until ${until}. If the button does nothing, paste this:<br><a href="${link}" style="color:#154EBB;word-break:break-all">${link}</a><br><br>Don't know ${escapeHtml(mail.inviterName)}? Ignore this email; nothing happens.</td></tr></table>
<table role="presentation" width="600" style="width:100%;max-width:600px"><tr><td style="padding:20px 6.67%;font-size:12px;line-height:18px;color:#525C6E">Headhaul, for freight dispatchers.</td></tr></table></td></tr></table></body></html>`;
}
