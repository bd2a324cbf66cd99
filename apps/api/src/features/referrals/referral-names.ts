import { plainName } from '../../lib/net/mail-page.ts';

export const unnamedInviter = 'A Headhaul user';
export const unnamedCompany = 'another company';

/** A phone's worth of digits, whatever stands between them. */
const phone = /(?:\p{N}[^\p{L}\p{N}]{0,3}){7,}/u;

/** A name that tells a stranger whom to call or where to click is no name: an invite must not carry it. */
export function shownName(name: string, fallback: string): string {
  const plain = plainName(name.normalize('NFKC').replaceAll('。', '.'), fallback);
  return phone.test(plain) ? fallback : plain;
}
