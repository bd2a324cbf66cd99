import { decodeHtml } from '@headhaul/domain/mail/markup';
import type { MailValues } from '@headhaul/domain/mail/variables';
import { trimEndOf } from '../../../shared/format/trim-end.ts';
import { buildSignature, type SignatureFields, type SignatureLayout, signatureLayouts } from './signature-layouts.public.ts';
import { cutAtVariables } from './variable-text.public.ts';

export interface MadeSignature {
  layout: SignatureLayout;
  fields: SignatureFields;
  imageUrl: string | null;
}

/** The address of the picture in a signature. */
export function imageIn(html: string): string | null {
  return /<img\b[^<>]*\bsrc="([^"<>]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? null;
}

/** Makes signatures comparable: the result depends on the text only, not on how the server writes tags or whether a part is a variable. */
function spelled(html: string, own: MailValues): string {
  const values: Partial<Record<string, string>> = own;
  const text = decodeHtml(html.replaceAll(/<\/?a\b[^<>]*>/g, '').replaceAll(/ ?\/>/g, '>'));
  return cutAtVariables(text)
    .map((part) => (typeof part === 'string' ? part : (values[part.name] ?? '')))
    .join('');
}

function found(text: string, pattern: RegExp): string {
  return pattern.exec(text)?.[1] ?? '';
}

/** Finds the parts by their form. Text that is not an MC number, a USDOT number or an email address is the company or the phone. */
function partsOf(text: string): SignatureFields {
  const [mc, dot] = [found(text, /\bMC (\d+)/), found(text, /\bUSDOT (\d+)/)];
  const email = text.split(/[\s·<>]+/).find((part) => part.slice(1, -1).includes('@')) ?? '';
  const rest = text
    .replace(/^.*?<\/strong>(, .*?)?(?=<br>|<\/p>| · )/, '')
    .replace(email, '')
    .replaceAll(/\b(MC|USDOT) \d+/g, '')
    .split(/<[^<>]*>| · /)
    .map((part) => trimEndOf(part, ', ').trim())
    .filter((part) => part !== '');
  const phone = rest.find((part) => /^[+(\d][\d\s().+-]{5,}$/.test(part)) ?? '';
  const company = rest.find((part) => part !== phone) ?? '';
  const name = found(text, /<strong>(.*?)<\/strong>/);
  const title = found(text, /<\/strong>, (.*?)(?:<br>|<\/p>| · )/);
  return { name, title, company, mc, dot, phone, email };
}

/** The fields of a signature that the form made. Null for one that was written freely, or that this person's values do not fill. */
export function readSignature(html: string, own: MailValues): MadeSignature | null {
  const imageUrl = imageIn(html);
  const text = spelled(html, own);
  const fields = partsOf(text.replace(/<p><img[^<>]*><\/p>/, ''));
  // The fields are right only if one layout builds the same text from them.
  const layout = (Object.keys(signatureLayouts) as SignatureLayout[]).find(
    (one) => spelled(buildSignature(one, fields, imageUrl, {}), own) === text,
  );
  return layout === undefined || text === '' ? null : { layout, fields, imageUrl };
}
