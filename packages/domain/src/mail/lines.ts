import type { Tag } from './markup.ts';
import type { MailVariableName } from './variables.ts';

/** The parts of a line of a mail, in order. A value that is '' is not known. */
export type LineItem = { literal: string } | { value: string; name: MailVariableName | null } | { tag: Tag };
export type KeptItem = { text: string } | { tag: Tag };

interface Part {
  /** The space or the separator between this part and the one before. */
  lead: string;
  hasGap: boolean;
}

/** Where a sentence ends, or a point of a list that is written on one line. */
const boundary = /(?<=[.!?]["'”’)\]]{0,3})[ \u00a0]| [·•|] /g;
const endsSentence = /[.!?]["'”’)\]]{0,3}$/;
/** Abbreviations after which a sentence goes on. */
const shortened = /(?:^|[^a-z])(?:approx|appt|avail|dr|e\.g|est|ft|i\.e|mr|mrs|ms|mt|no|ref|st|vs|[a-z])\.$/i;
const saysSomething = /[\p{L}\p{N}\p{So}$]/u;

function isEnd(text: string): boolean {
  return endsSentence.test(text.slice(-5)) && !shortened.test(text.slice(-10));
}

/** Assigns each item to the number of its part. Text is cut where two parts meet. */
function cut(items: readonly LineItem[]) {
  const parts: Part[] = [{ lead: '', hasGap: false }];
  const placed: { part: number; item: LineItem }[] = [];
  const begin = (lead: string) => {
    parts.push({ lead, hasGap: false });
  };
  const place = (item: LineItem) => {
    placed.push({ part: parts.length - 1, item });
  };
  let isAfterEnd = false;
  for (const item of items) {
    if ('tag' in item) {
      place(item);
    } else if ('value' in item) {
      isAfterEnd = false;
      const part = parts.at(-1);
      if (part && item.value === '') part.hasGap = true;
      place(item);
    } else {
      const { literal } = item;
      let from = 0;
      if (isAfterEnd && /^[ \u00a0]/.test(literal)) {
        begin(literal.charAt(0));
        from = 1;
      }
      for (const { 0: lead, index } of literal.matchAll(boundary)) {
        const isSentence = lead.length === 1;
        if (index < from || (isSentence && !isEnd(literal.slice(Math.max(0, index - 10), index)))) continue;
        if (index > from) place({ literal: literal.slice(from, index) });
        begin(lead);
        from = index + lead.length;
      }
      if (literal.length > from) place({ literal: literal.slice(from) });
      isAfterEnd = isEnd(literal);
    }
  }
  return { parts, placed };
}

/** The separator before the part that follows a left-out part. */
function leadAfterGap(left: string, next: string): string {
  const isPointLeft = left.length > 1;
  return isPointLeft && next.length === 1 ? `.${next}` : left;
}

/**
 * A line as it is sent. A sentence with an unknown variable is left out, and so is such a point of a list on one line. `isLeftOut` is
 * true when nothing is left. Tags stay, because they may begin or end in other lines.
 */
export function fitLine(items: readonly LineItem[]): { kept: KeptItem[]; filled: MailVariableName[]; isLeftOut: boolean; hasGap: boolean } {
  const { parts, placed } = cut(items);
  const hasGap = parts.some((part) => part.hasGap);
  const kept: KeptItem[] = [];
  const filled: MailVariableName[] = [];
  let hasText = false;
  let saysAny = false;
  let lastKept = -1;
  let nextPart = 0;
  let leadLeft: string | null = null;
  let pendingLead = '';
  const goTo = (part: number) => {
    for (; nextPart <= part; nextPart += 1) {
      const { lead, hasGap: isOut } = parts[nextPart] ?? { lead: '', hasGap: true };
      if (isOut) {
        leadLeft ??= lead;
      } else {
        if (lastKept === -1 && leadLeft !== null) pendingLead = '';
        else pendingLead = leadLeft === null ? lead : leadAfterGap(leadLeft, lead);
        leadLeft = null;
        lastKept = nextPart;
      }
    }
  };
  for (const { part, item } of placed) {
    if ('tag' in item) {
      // The separator belongs to neither part, so it must not go into a link that begins the second part.
      if (!item.tag.isClose) goTo(part);
      if (!item.tag.isClose && part === lastKept && pendingLead !== '') {
        kept.push({ text: pendingLead });
        pendingLead = '';
      }
      kept.push(item);
      saysAny ||= item.tag.name === 'img';
      continue;
    }
    goTo(part);
    if (part !== lastKept) continue;
    const words = 'value' in item ? item.value : item.literal;
    const text: string = pendingLead + (hasGap && !hasText ? words.trimStart() : words);
    pendingLead = '';
    if (text !== '') kept.push({ text });
    hasText ||= text !== '';
    saysAny ||= saysSomething.test(text);
    if ('value' in item && item.name !== null) filled.push(item.name);
  }
  const isLeftOut = hasGap && !saysAny;
  return isLeftOut ? { kept: kept.filter((item) => 'tag' in item), filled: [], isLeftOut, hasGap } : { kept, filled, isLeftOut, hasGap };
}
