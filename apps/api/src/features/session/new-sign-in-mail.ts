import { formatMoment, writeNotice } from '../../lib/net/mail-page.ts';

interface NewSignInMail {
  at: Date;
  timeZone: string;
  device: string;
  place: string | null;
  ip: string | null;
  isNewPlace: boolean;
  webOrigin: string;
}

export function writeNewSignInMail(mail: NewSignInMail): { subject: string; html: string; text: string } {
  const { at, timeZone, device, place, ip, isNewPlace, webOrigin } = mail;
  const title = isNewPlace ? 'You signed in from a new place' : 'You signed in on a new device';
  const when = formatMoment(at, timeZone);
  const lead = 'If it was you, open your sign-ins on a device you have used before and say so. If it wasn’t, end that session there.';
  const facts: [string, string][] = [
    ['When', when],
    ['Device', device],
    ['Place', place ?? 'Not known'],
    ...(ip === null ? [] : [['IP address', ip] as [string, string]]),
  ];
  const advice =
    'If it wasn’t you, change the password of the account you sign in with too. The place comes from the IP address and can be off by a city.';
  const link = `${webOrigin}/dispatcher/account-team/sign-ins`;
  return writeNotice({
    title,
    lead,
    preview: `${device}, ${place ?? 'place not known'}.`,
    facts,
    button: 'See your sign-ins',
    link,
    advice,
    footer: 'You get this because it concerns the safety of your account.',
    webOrigin,
  });
}
