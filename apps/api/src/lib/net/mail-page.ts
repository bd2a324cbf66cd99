/**
 * The look that all of Headhaul's own mails share. Parameters that are HTML (headings, leads, labels, small print, footers) must
 * arrive escaped. Titles, previews, links and the values of facts are plain text and are escaped here.
 */
const mailWrap = 'overflow-wrap:anywhere;word-break:break-word';
export const mailDisplay = "Barlow,'Arial Narrow',Arial,sans-serif";
const sans = "Inter,'Segoe UI',Helvetica,Arial,sans-serif";

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}

/** "Tuesday, Nov 17, 6:12 AM CST". */
export function formatMoment(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', {
    weekday: 'long',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).format(at);
}

const longestNameLetters = 80;

/** Makes a name one line of readable length, without line breaks and without characters that reverse the text direction. */
function toPlainName(text: string): string {
  const letters = [...text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim()];
  return letters.length <= longestNameLetters ? letters.join('') : `${letters.slice(0, longestNameLetters - 1).join('')}…`;
}

const pageAddress = /:\/\/|www\.|\w\.[a-z]{2,}(\W|$)/i;
/** Seven or more digits, with up to three other characters between them: a phone number. */
const phone = /(?:\p{N}[^\p{L}\p{N}]{0,3}){7,}/u;

/** Replaces a name that contains a web address or a phone number: our mails must not carry it to a stranger. */
export function plainName(text: string, fallback: string): string {
  const name = toPlainName(text.slice(0, 400).normalize('NFKC').replaceAll('。', '.')).trim().slice(0, 60);
  return name === '' || pageAddress.test(name) || phone.test(name) ? fallback : name;
}

/** The same for a person. An address is no name either: in the place of one it looks as if Headhaul knew who that is. */
export function plainPersonName(text: string, fallback: string): string {
  const name = plainName(text, '');
  return name === '' || name.includes('@') ? fallback : name;
}

export interface MailPage {
  title: string;
  /** What the mailbox shows beside the subject. */
  preview: string;
  /** Rows of the white sheet, as HTML. */
  rows: readonly string[];
  /** Under the sheet, as HTML. */
  footer: string;
  webOrigin: string;
}

export function mailHeading(heading: string, lead: string): string {
  return `<tr><td style="padding:40px 6.67% 0"><div style="font:700 30px/36px ${mailDisplay};letter-spacing:-.3px;${mailWrap}">${heading}</div>
<p style="margin:12px 0 0;font-size:16px;line-height:25px;color:#3B4454;${mailWrap}">${lead}</p></td></tr>`;
}

export function mailButton(label: string, link: string, beside = ''): string {
  const note = beside === '' ? '' : `<td style="padding-left:20px;font-size:14px;color:#525C6E">${beside}</td>`;
  return `<tr><td style="padding:28px 6.67% 0"><table role="presentation" cellpadding="0" cellspacing="0"><tr><td style="background:#1E60DC;border-radius:6px"><a href="${escapeHtml(link)}" style="display:inline-block;padding:14px 28px;font-size:16px;line-height:20px;font-weight:600;color:#fff;text-decoration:none">${label}</a></td>${note}</tr></table></td></tr>`;
}

export function mailFacts(facts: readonly (readonly [string, string])[]): string {
  const lines = facts.map(([label, value], index) => {
    const rule = index < facts.length - 1 ? 'border-bottom:1px solid #ECEEF2' : '';
    return `<tr><td width="96" valign="top" style="padding:11px 0;color:#525C6E;${rule}">${label}</td><td align="right" style="padding:11px 0;font-weight:600;${mailWrap};${rule}">${escapeHtml(value)}</td></tr>`;
  });
  return `<tr><td style="padding:28px 6.67% 0"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="table-layout:fixed;border-top:1px solid #ECEEF2;font-size:14px;line-height:20px">${lines.join('')}</table></td></tr>`;
}

/** The last row of the sheet. */
export function mailSmallPrint(html: string): string {
  return `<tr><td style="padding:20px 6.67% 36px;font-size:13px;line-height:20px;color:#525C6E;${mailWrap}">${html}</td></tr>`;
}

/** The link written out, in case the button does not work. */
export function mailLink(link: string): string {
  return `<a href="${escapeHtml(link)}" style="color:#154EBB;word-break:break-all">${escapeHtml(link)}</a>`;
}

export function writeMailPage({ title, preview, rows, footer, webOrigin }: MailPage): string {
  const origin = escapeHtml(webOrigin);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;background:#ECEEF2;font-family:${sans};color:#141A24">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="table-layout:fixed"><tr><td align="center" style="padding:32px 12px">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" style="width:100%;max-width:600px;table-layout:fixed;background:#fff;border-radius:10px;overflow:hidden">
<tr><td style="background:#0C1526;padding:0 6.67%"><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr>
<td width="32" style="padding:22px 0"><img src="${origin}/mail/icon.png" width="32" height="32" alt="" style="display:block"></td>
<td style="padding-left:12px;font:700 22px/32px ${mailDisplay};color:#fff">Headhaul</td>
<td align="right" valign="bottom"><img src="${origin}/mail/road.png" width="150" height="76" alt="" style="display:block"></td></tr></table></td></tr>
${rows.join('\n')}</table>
<table role="presentation" width="600" style="width:100%;max-width:600px"><tr><td style="padding:20px 6.67%;font-size:12px;line-height:18px;color:#525C6E;${mailWrap}">${footer}</td></tr></table></td></tr></table></body></html>`;
}

interface Notice {
  title: string;
  lead: string;
  /** What the mailbox shows beside the subject. The lead, if it is left out. */
  preview?: string;
  facts: readonly (readonly [string, string])[];
  button: string;
  link: string;
  advice: string;
  footer: string;
  webOrigin: string;
}

/** A mail that tells one thing: what happened, its facts, where to look, and what to do if it is wrong. All given texts are plain. */
export function writeNotice(notice: Notice): { subject: string; html: string; text: string } {
  const { title, lead, preview = lead, facts, button, link, advice, footer, webOrigin } = notice;
  return {
    subject: title,
    text: [title, '', lead, '', ...facts.map(([label, value]) => `${label}: ${value}`), '', link, '', advice, ''].join('\n'),
    html: writeMailPage({
      title,
      preview,
      rows: [
        mailHeading(escapeHtml(title), escapeHtml(lead)),
        mailFacts(facts),
        mailButton(escapeHtml(button), link),
        mailSmallPrint(escapeHtml(advice)),
      ],
      footer: escapeHtml(footer),
      webOrigin,
    }),
  };
}
