import { referralDays } from '@headhaul/contracts/referrals';
import { plans } from '@headhaul/domain/plans';
import { escapeHtml, mailButton, mailDisplay, mailHeading, mailSmallPrint, plainName, writeMailPage } from '../../lib/net/mail-page.ts';

export interface TrialMail {
  companyName: string;
  endsAt: Date;
  /** Days in the company's time zone, as the banner counts them. */
  daysLeft: number;
  timeZone: string;
  loads: number;
  drivers: number;
  /** Counts all miles. Null before the first load. */
  centsPerMile: number | null;
  webOrigin: string;
}

const stops = ['One-click email', 'Broker lookups and fraud checks', 'Click-to-call', 'The extension on load boards'];
const stays = ['Your loads, drivers and brokers', 'Documents and analytics', 'Export of everything'];

export function writeTrialMail(mail: TrialMail): { subject: string; html: string; text: string } {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', { ...options, timeZone: mail.timeZone }).format(mail.endsAt);
  const weekday = format({ weekday: 'long' });
  const day = format({ weekday: 'long', month: 'short', day: 'numeric' });
  const time = format({ hour: 'numeric', minute: '2-digit', timeZoneName: 'short' });
  const title = `Your trial ends ${mail.daysLeft === 0 ? 'today' : `in ${mail.daysLeft} ${mail.daysLeft === 1 ? 'day' : 'days'}`}`;
  const figures = figuresOf(mail);
  const lead = `On ${day} at ${time}.${figures.length > 0 ? ' Here is what your office did with it.' : ''}`;
  const price = `Pro, $${((plans.PRO.prices?.MONTHLY ?? 0) / 100).toFixed(2)} per user a month`;
  const plansLink = `${mail.webOrigin}/?pricing-modal=pro`;
  const inviteLink = `${mail.webOrigin}/dispatcher/invite-win`;
  const invite = `Not sure yet? Invite another dispatcher: you both get ${referralDays} more days.`;
  const reason = `You get this because you own the ${plainName(mail.companyName, 'company')} account.`;
  const text = [
    title,
    '',
    lead,
    ...figures.map(([value, label]) => `${value} ${label}`),
    '',
    `Stops on ${weekday}: ${stops.join('; ')}.`,
    `Stays, always: ${stays.join('; ')}.`,
    '',
    `Choose a plan (${price}): ${plansLink}`,
    `${invite} ${inviteLink}`,
    '',
    reason,
    '',
  ];
  return {
    subject: title,
    text: text.join('\n'),
    html: writeMailPage({
      title,
      preview: `What stops on ${weekday}, and what stays.`,
      rows: [
        mailHeading(title, escapeHtml(lead)),
        ...(figures.length > 0 ? [figureRow(figures)] : []),
        listsRow(weekday),
        mailButton('Choose a plan', plansLink, price),
        mailSmallPrint(`${invite} <a href="${escapeHtml(inviteLink)}" style="color:#154EBB">Invite &amp; Win</a>`),
      ],
      footer: escapeHtml(reason),
      webOrigin: mail.webOrigin,
    }),
  };
}

function figuresOf({ loads, drivers, centsPerMile }: TrialMail): [string, string][] {
  if (loads === 0) return [];
  return [
    [loads.toLocaleString('en-US'), loads === 1 ? 'load booked' : 'loads booked'],
    [drivers.toLocaleString('en-US'), drivers === 1 ? 'driver' : 'drivers'],
    ...(centsPerMile === null ? [] : [[`$${(centsPerMile / 100).toFixed(2)}`, 'a mile, all miles'] as [string, string]]),
  ];
}

function figureRow(figures: [string, string][]): string {
  const cells = figures.map(
    ([value, label]) =>
      `<td width="33%" style="padding:18px 0 18px 20px"><div style="font:700 34px/38px ${mailDisplay}">${value}</div><div style="font-size:13px;line-height:18px;color:#525C6E">${label}</div></td>`,
  );
  return `<tr><td style="padding:24px 6.67% 0"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#F6F7F9;border-radius:8px"><tr>${cells.join('')}</tr></table></td></tr>`;
}

function listsRow(weekday: string): string {
  const list = (title: string, color: string, lines: readonly string[]) =>
    `<b style="color:${color}">${title}</b><br>${lines.join('<br>')}`;
  return `<tr><td style="padding:24px 6.67% 0"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="font-size:14px;line-height:21px"><tr><td width="50%" valign="top" style="padding-right:20px">${list(`Stops on ${weekday}`, '#9B1A1A', stops)}</td><td width="50%" valign="top">${list('Stays, always', '#0E6A3B', stays)}</td></tr></table></td></tr>`;
}
