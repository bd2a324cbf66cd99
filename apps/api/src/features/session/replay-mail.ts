import type { Audience } from '@headhaul/contracts/session';
import { escapeHtml, formatMoment, mailButton, mailHeading, mailSmallPrint, writeMailPage } from '../../lib/net/mail-page.ts';

interface ReplayMail {
  at: Date;
  timeZone: string;
  audience: Audience;
  webOrigin: string;
}

export function writeReplayMail({ at, timeZone, audience, webOrigin }: ReplayMail): { subject: string; html: string; text: string } {
  const title = 'We signed you out to be safe';
  const when = formatMoment(at, timeZone);
  const where = audience === 'extension' ? 'the browser extension' : 'one browser';
  const lead = `On ${when} an old copy of your sign-in in ${where} was used. That can be a browser profile restored from a backup, or somebody who copied it. We ended it there; your other browsers stay signed in.`;
  const advice =
    'Sign in again to go on. If you did not restore a browser, look at your sign-ins, end those you don’t know, and check that computer for programs that don’t belong there.';
  const link = `${webOrigin}/dispatcher/profile`;
  return {
    subject: title,
    text: [title, '', lead, '', advice, link, ''].join('\n'),
    html: writeMailPage({
      title,
      preview: `An old copy of your sign-in in ${where} was used.`,
      rows: [mailHeading(title, escapeHtml(lead)), mailButton('See your sign-ins', link), mailSmallPrint(escapeHtml(advice))],
      footer: 'You get this because it concerns the safety of your account.',
      webOrigin,
    }),
  };
}
