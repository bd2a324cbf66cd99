import { attribute, isLineTag, readMarkup, type Tag } from './markup.ts';

interface Link {
  href: string;
  /** Where its words begin. */
  from: number;
}

/** Whether the words already show the address: (414) 555-0142 shows tel:+14145550142. */
function saysAddress(words: string, href: string): boolean {
  if (/^tel:/i.test(href)) {
    const digits = words.replace(/\D/g, '');
    return digits.length >= 7 && href.replace(/\D/g, '').endsWith(digits);
  }
  return words === href || words === href.replace(/^(mailto:|https?:\/\/)/i, '').replace(/\/$/, '');
}

/** Written by hand, because a regular expression would take quadratic time on a long run of spaces. */
function trimLineEnd(line: string): string {
  let end = line.length;
  while (end > 0 && (line[end - 1] === ' ' || line[end - 1] === '\u00a0')) end -= 1;
  return line.slice(0, end);
}

/** The plain form of a mail: links as "words (address)", lists with dashes or numbers. */
export function plainText(html: string): string {
  const out: string[] = [];
  const lists: (number | null)[] = [];
  let link: Link | null = null;
  let atLineStart = true;

  const endLine = () => {
    if (!atLineStart) out.push('\n');
    atLineStart = true;
  };
  const write = (words: string) => {
    const clean = atLineStart ? words.trimStart() : words;
    if (clean === '') return;
    out.push(clean);
    atLineStart = false;
  };
  const endLink = () => {
    if (link === null) return;
    const words = out.slice(link.from).join('').trim();
    if (words !== '' && !saysAddress(words, link.href)) write(` (${link.href.replace(/^(mailto|tel):/i, '')})`);
    link = null;
  };
  const begin = (tag: Tag) => {
    if (tag.name === 'ul') lists.push(null);
    if (tag.name === 'ol') lists.push(0);
    if (tag.name === 'li') {
      const number = lists.at(-1) ?? null;
      if (number !== null) lists[lists.length - 1] = number + 1;
      out.push(number === null ? '- ' : `${number + 1}. `);
    }
    const href = tag.name === 'a' ? attribute(tag, 'href') : null;
    if (href !== null) link = { href, from: out.length };
    if (tag.name === 'img') write(attribute(tag, 'alt') ?? '');
  };

  for (const piece of readMarkup(html)) {
    if ('text' in piece) {
      write(piece.text.replace(/[ \t\r\n\f]+/g, ' '));
      continue;
    }
    const { name, isClose } = piece.tag;
    if (name === 'br') {
      out.push('\n');
      atLineStart = true;
    } else if (name === 'td' || name === 'th') {
      if (!atLineStart) write(' ');
    } else if (isLineTag(name)) {
      endLine();
    }
    if (name === 'a') endLink();
    if (!isClose) begin(piece.tag);
    else if (name === 'ul' || name === 'ol') lists.pop();
  }
  endLink();
  return out
    .join('')
    .split('\n')
    .map(trimLineEnd)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
