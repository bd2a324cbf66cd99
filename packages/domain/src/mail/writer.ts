import { escapeHtml, isEmptyTag, isLineTag, type Tag } from './markup.ts';

interface Open {
  tag: Tag;
  /** The index of its start tag in `out`. */
  at: number;
  isKept: boolean;
  /** Something in it was left out. If nothing else is in it, the element is left out too. */
  hasGap: boolean;
}

/** Parts of a table stay, even if they are empty. */
const neverLeftOut = new Set(['table', 'thead', 'tbody', 'tr', 'td', 'th']);
/** Mail programs have their own margins. These styles keep the mail as the editor shows it. */
const ownStyle: Record<string, string> = { p: 'margin:0', ul: 'margin:0;padding-left:24px', ol: 'margin:0;padding-left:24px' };

function beginning({ name, attributes }: Tag): string {
  // An address must never contain page text, so an element with a variable in its attributes loses all of them.
  const kept = attributes.includes('{{') ? '' : attributes;
  const style = ownStyle[name];
  if (style === undefined || kept.includes(` style="${style}`)) return `<${name}${kept}>`;
  return kept.includes(' style="') ? `<${name}${kept.replace(' style="', ` style="${style};`)}>` : `<${name}${kept} style="${style}">`;
}

/** Writes markup in which every start tag has its end tag, and removes elements that turn out to be empty. */
export function mailWriter() {
  const out: string[] = [];
  const open: Open[] = [];
  /** Those of `open` that start and end lines. */
  const openLines: Open[] = [];
  const counts = new Map<string, number>();
  let blankEnd = -1;
  let gapAt = -1;

  const count = (name: string, by: number) => counts.set(name, (counts.get(name) ?? 0) + by);
  const markKept = () => {
    const top = open.at(-1);
    if (top) top.isKept = true;
  };
  const begin = (tag: Tag, hasGap: boolean) => {
    const one = { tag, at: out.length, isKept: neverLeftOut.has(tag.name), hasGap };
    open.push(one);
    if (isLineTag(tag.name)) openLines.push(one);
    count(tag.name, 1);
    out.push(beginning(tag));
  };
  const pop = () => {
    const last = open.pop();
    if (!last) return;
    const { tag, at, isKept, hasGap } = last;
    if (isLineTag(tag.name)) openLines.pop();
    count(tag.name, -1);
    const isBlank = tag.name === 'p' && out.length === at + 1;
    // Of the two empty lines around a left-out line, only one stays.
    const isSecondBlank = isBlank && gapAt === at && blankEnd === at;
    if ((hasGap && !isKept) || isSecondBlank) {
      out.length = at;
      gapAt = at;
      const above = open.at(-1);
      if (above) above.hasGap = true;
      return;
    }
    if (isBlank) out.push('<br>');
    out.push(`</${tag.name}>`);
    if (isBlank) blankEnd = out.length;
    if (isKept || isBlank) markKept();
  };
  const end = (name: string) => {
    if ((counts.get(name) ?? 0) === 0) return;
    while (open.at(-1)?.tag.name !== name) pop();
    pop();
  };

  return {
    text(words: string) {
      out.push(escapeHtml(words));
      if (words.trim() !== '') markKept();
    },
    /** `hasGap`: something else in its line was left out. */
    tag(tag: Tag, hasGap: boolean) {
      if (isEmptyTag(tag.name)) {
        if (tag.isClose) return;
        out.push(beginning(tag));
        if (tag.name === 'img') markKept();
      } else if (tag.isClose) {
        end(tag.name);
      } else {
        begin(tag, hasGap);
      }
    },
    gap() {
      const line = openLines.at(-1);
      if (line) line.hasGap = true;
    },
    dropBreak() {
      if (out.at(-1) === '<br>') out.pop();
    },
    /** Puts a block where text stood. Elements that can't hold a block end before it and begin again after it. */
    between(html: string) {
      const paragraph = open.findIndex(({ tag }) => tag.name === 'p');
      const from = paragraph === -1 ? open.findLastIndex(({ tag }) => isLineTag(tag.name)) + 1 : paragraph;
      const ended = open.slice(from);
      for (const one of open.slice(from)) one.hasGap = true;
      while (open.length > from) pop();
      if (html !== '') {
        out.push(html);
        markKept();
      }
      for (const { tag } of ended) begin(tag, true);
    },
    finish(): string {
      while (open.length > 0) pop();
      return out.join('');
    },
  };
}
