import type { BoardPhone } from '../board-load.ts';
import { cleanValue } from './clean.ts';

const northAmerican = /^(?:\+?1[ .-]?)?\(?([2-9]\d{2})\)?[ .-]{0,2}([2-9]\d{2})[ .-]?(\d{4})$/;
const mexican = /^\+52[ .-]?(\d{2,3})[ .-]?(\d{3,4})[ .-]?(\d{4})$/;
const extensionAfter = /[ ,;]{0,3}(?:ext(?:ension)?\.?|x|#)[ :=]{0,2}(\d{1,6})$/i;
/** A dialing string waits at each comma. */
const dialedAfter = /,{1,3}(\d{1,6})$/;

function numberIn(text: string): string | null {
  const [, area, exchange, line] = northAmerican.exec(text) ?? [];
  if (area !== undefined) return `+1${area}${exchange}${line}`;
  const digits = mexican.exec(text)?.slice(1).join('') ?? '';
  return digits.length === 10 ? `+52${digits}` : null;
}

/** "(312) 555-0148 ext. 12". Numbers of the US, Canada and Mexico. */
export function readPhone(text: string): BoardPhone | null {
  const clean = cleanValue(text);
  if (clean === null) return null;
  const [after = '', extension = null] = extensionAfter.exec(clean) ?? [];
  const e164 = numberIn(clean.slice(0, clean.length - after.length).trim());
  return e164 === null ? null : { e164, extension };
}

/** Undefined for text that was not encoded properly. */
function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** The target of a `tel:` link. */
export function readTel(text: string): BoardPhone | null {
  const clean = cleanValue(text) ?? '';
  if (!/^tel:/i.test(clean)) return null;
  const target = decode(clean.slice(4))?.trim() ?? '';
  return readPhone(target.replace(dialedAfter, ' x$1'));
}

/** The same as the contract's `MailAddress`, so that what is read can be sent. */
const address = /^[^\s\p{C}@<>()[\],;:\\"]+@[\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)+$/u;
const longestAddress = 254;

function addressIn(text: string): string | null {
  const plain = text.toLowerCase();
  return plain.length <= longestAddress && address.test(plain) ? plain : null;
}

/** The target of a `mailto:` link, or an address that is the whole text. Two addresses are none: the page doesn't say which one to use. */
export function readMailto(text: string): string | null {
  const clean = cleanValue(text);
  if (clean === null) return null;
  if (!/^mailto:/i.test(clean)) return addressIn(clean);
  const [target = ''] = clean.slice(7).split('?');
  return addressIn(decode(target)?.trim() ?? '');
}

const mostInComments = 5;

/** Addresses in free text. Whoever writes there need not be the broker, so they are offered and never chosen. */
export function findAddresses(text: string): string[] {
  const found = text
    .split(/[\s,;:<>()[\]"|]/)
    .filter((word) => word.includes('@'))
    .slice(0, mostInComments)
    .flatMap((word) => addressIn(word.replace(/[.!?]{1,3}$/, '')) ?? []);
  return [...new Set(found)];
}

const prefixedMc = /\bmc ?#? ?[:.-]? ?#? ?(\d{1,8})\b/gi;
const bareMc = /^\d{1,8}$/;

/** "MC 884213", "MC# 0884213": digits without leading zeros. A forwarder's or a USDOT number is none. */
export function readMc(text: string): string | null {
  const clean = cleanValue(text) ?? '';
  const [first, ...others] = bareMc.test(clean) ? [clean] : [...clean.matchAll(prefixedMc)].map(([, digits = '']) => digits);
  const number = first?.replace(/^0{1,8}/, '') ?? '';
  return number === '' || others.some((other) => Number(other) !== Number(number)) ? null : number;
}
