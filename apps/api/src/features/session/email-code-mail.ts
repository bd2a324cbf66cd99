import { emailCodeMinutes } from '@headhaul/contracts/constants';
import { mailDisplay, mailHeading, mailSmallPrint, writeMailPage } from '../../lib/net/mail-page.ts';

export function writeEmailCodeMail(digits: string, webOrigin: string): { subject: string; html: string; text: string } {
  const spaced = `${digits.slice(0, 3)} ${digits.slice(3)}`;
  const lead = `Type it where Headhaul asks for it. It works for ${emailCodeMinutes} minutes, and only in the browser that asked.`;
  const advice =
    'If you did not ask for it, somebody typed your address. Don’t give the code to anybody: we never ask for it by phone or email.';
  return {
    subject: `${spaced} is your Headhaul code`,
    text: [`Your code is ${spaced}`, '', lead, '', advice, ''].join('\n'),
    html: writeMailPage({
      title: 'Your Headhaul code',
      preview: lead,
      rows: [
        mailHeading('Your code', lead),
        `<tr><td style="padding:24px 6.67% 0;font:700 40px/48px ${mailDisplay};letter-spacing:4px">${spaced}</td></tr>`,
        mailSmallPrint(advice),
      ],
      footer: 'You get this because somebody signed in to Headhaul with this address.',
      webOrigin,
    }),
  };
}
