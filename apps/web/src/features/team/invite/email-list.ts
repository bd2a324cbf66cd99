import { emailPattern } from '@headhaul/contracts/http/field';
import { maxInvitesAtOnce } from '@headhaul/contracts/team';
import { trimEndOf } from '../../../shared/format/trim-end.ts';

const longestEmail = 320;

/** A space, a comma or a line break. Also a semicolon, which mail programs put between copied addresses. */
const separators = /[\s,;]+/;
const endsAddress = /[\s,;]$/;

/** Mail programs copy `<ann@x.example>` and `"ann@x.example"`. The brackets and quotes are not part of the address. */
function stripWrapping(text: string): string {
  return trimEndOf(text.replace(/^[<"'(]+/, ''), `>"')`);
}

function splitParts(text: string): string[] {
  return text
    .split(separators)
    .map(stripWrapping)
    .filter((part) => part !== '');
}

/** Splits typed text into finished addresses and the one that is still being typed. */
export function splitTyped(text: string): { finished: string[]; rest: string } {
  if (!separators.test(text)) return { finished: [], rest: text };
  const parts = splitParts(text);
  if (endsAddress.test(text)) return { finished: parts, rest: '' };
  return { finished: parts.slice(0, -1), rest: parts.at(-1) ?? '' };
}

/** Splits all of the text into addresses, finished or not. */
export function splitAll(text: string): string[] {
  return splitParts(text);
}

/** A line of an address book: a name without an @, then the address in brackets. */
const namedAddress = /(^|[,;\n])[^,;\n<>@]*<\s*([^<>\s@]+@[^<>\s@]+)\s*>/g;

/** Splits pasted text like `splitAll`, and leaves out the names that an address book puts before its addresses. */
export function splitPasted(text: string): string[] {
  return splitParts(text.replace(namedAddress, '$1 $2 '));
}

/** Adds addresses at the end, without duplicates. Upper and lower case count as equal. */
export function addEmails(emails: readonly string[], added: readonly string[]): string[] {
  const known = new Set(emails.map((email) => email.toLowerCase()));
  const fresh = added.filter((email) => {
    const key = email.toLowerCase();
    if (known.has(key)) return false;
    known.add(key);
    return true;
  });
  return [...emails, ...fresh];
}

export function isValidEmail(email: string): boolean {
  return email.length <= longestEmail && emailPattern.test(email);
}

/** The error of an address, to be read after the address itself. Null when it is valid. */
export function whatIsWrong(email: string): string | null {
  if (isValidEmail(email)) return null;
  if (email.length > longestEmail) return 'is too long for an address.';
  const [before = '', after, ...more] = email.split('@');
  if (after === undefined) return 'needs an @ and a domain, such as @company.com.';
  if (more.length > 0) return 'has more than one @.';
  if (before === '') return 'needs a name before the @.';
  if (after === '') return 'needs a domain after the @, such as company.com.';
  return 'needs an ending such as .com.';
}

/** Why the list is too long to send. Null when it is not. */
export function whatIsTooMuch(emails: readonly string[]): string | null {
  const over = emails.length - maxInvitesAtOnce;
  return over > 0 ? `At most ${maxInvitesAtOnce} people at once. Remove ${over} of them.` : null;
}

/** Whether "Invite" is enabled: at least one address, all valid, and no more than the server accepts. */
export function canInvite(emails: readonly string[]): boolean {
  return emails.length > 0 && emails.every(isValidEmail) && whatIsTooMuch(emails) === null;
}
