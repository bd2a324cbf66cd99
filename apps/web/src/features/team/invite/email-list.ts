import { emailPattern } from '@headhaul/contracts/http/field';
import { maxInvitesAtOnce } from '@headhaul/contracts/team';
import { trimEndOf } from '../../../shared/format/trim-end.ts';

const longestEmail = 320;

/** Space, comma or a line's end; a semicolon too, because that is what mail programs put between addresses when one copies them. */
const separators = /[\s,;]+/;
const endsAddress = /[\s,;]$/;

/** Mail programs copy `<ann@x.example>` and `"ann@x.example"`; the brackets and quotes are no part of the address. */
function stripWrapping(text: string): string {
  return trimEndOf(text.replace(/^[<"'(]+/, ''), `>"')`);
}

function splitParts(text: string): string[] {
  return text
    .split(separators)
    .map(stripWrapping)
    .filter((part) => part !== '');
}

/** Typed text as finished addresses and the one still being typed. */
export function splitTyped(text: string): { finished: string[]; rest: string } {
  if (!separators.test(text)) return { finished: [], rest: text };
  const parts = splitParts(text);
  if (endsAddress.test(text)) return { finished: parts, rest: '' };
  return { finished: parts.slice(0, -1), rest: parts.at(-1) ?? '' };
}

/** All of the text as addresses, ended or not. */
export function splitAll(text: string): string[] {
  return splitParts(text);
}

/** An address book's line: a name, which holds no @, before the address in its brackets. */
const namedAddress = /(^|[,;\n])[^,;\n<>@]*<\s*([^<>\s@]+@[^<>\s@]+)\s*>/g;

/** Pasted text: as `splitAll`, and the names that an address book puts before its addresses are left out. */
export function splitPasted(text: string): string[] {
  return splitParts(text.replace(namedAddress, '$1 $2 '));
}

/** Adds addresses at the end; one that is there already, in whatever case, is not added twice. */
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

/** What an address lacks, to be read after the address itself; null when it is fine. */
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

/** Why the list can't be sent yet, besides single addresses; null when nothing is in the way. */
export function whatIsTooMuch(emails: readonly string[]): string | null {
  const over = emails.length - maxInvitesAtOnce;
  return over > 0 ? `At most ${maxInvitesAtOnce} people at once. Remove ${over} of them.` : null;
}

/** Whether "Invite" can be pressed: at least one, all valid, not more than the server takes. */
export function canInvite(emails: readonly string[]): boolean {
  return emails.length > 0 && emails.every(isValidEmail) && whatIsTooMuch(emails) === null;
}
