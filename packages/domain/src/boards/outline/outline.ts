import { indexPage, type PageElement, type PageNode } from '../teach/page-tree.ts';
import { isMadeUp } from '../teach/stable-names.ts';
import { longestShape, textShape } from './text-shape.ts';

/** One byte each: an outline has no other signs. */
export const longestOutline = 64 * 1024;
const deepest = 40;
const mostNames = 12;

/** The roles of the standard. Another value is no role and may be anything. */
const roles = new Set(
  'alert article banner button cell checkbox columnheader combobox complementary contentinfo dialog feed figure form grid gridcell group heading img link list listbox listitem main menu menuitem navigation none note option presentation region row rowgroup rowheader search searchbox separator status tab table tablist tabpanel term textbox toolbar tooltip tree treegrid treeitem'.split(
    ' ',
  ),
);
/** Elements of HTML that have a digit in their name. */
const headings = /^h[1-6]$/;
const shortPattern = '(?![a-z-]{41})';
/** Elements of a page's own have names of a few words. */
const tagPattern = `${shortPattern}[a-z]+(?:-[a-z]+){0,4}`;
const plainTag = new RegExp(`^${tagPattern}$`);
/** Names that somebody has given. `id` and `class` have nothing but values, and names with digits were counted or made up. */
const namePattern = `${shortPattern}(?:itemprop|title|datetime|href|alt|colspan|rowspan|headers|scope|aria-[a-z]{1,20}|data(?:-[a-z]+){1,4})`;
const keptName = new RegExp(`^${namePattern}$`);

const tagOf = ({ tag }: PageElement) => (headings.test(tag) || plainTag.test(tag) ? tag : 'other');

function namesOf({ attributes }: PageElement): string[] {
  const names = [...attributes.keys()].filter((name) => keptName.test(name) && !isMadeUp(name.replace(/^data-/, '')));
  return names.toSorted((one, other) => (one < other ? -1 : 1)).slice(0, mostNames);
}

function headOf(element: PageElement): string {
  const role = element.attributes.get('role')?.toLowerCase() ?? '';
  const marks = [...(roles.has(role) ? [`role=${role}`] : []), ...namesOf(element)];
  return tagOf(element) + marks.map((mark) => `[${mark}]`).join('');
}

const more = '...';
const cut = '(cut)';

interface Part {
  indent: number;
  line: string;
}

/** One line for an element, one for each text in it. Of siblings that look alike the first few are written. */
function linesOf(root: PageElement, mostAlike: number): Part[] {
  const parts: Part[] = [];
  const open: ({ element: PageElement } | { line: string; depth: number })[] = [{ element: root }];
  while (open.length > 0) {
    const next = open.pop() as (typeof open)[number];
    if ('line' in next) {
      parts.push({ indent: next.depth, line: next.line });
      continue;
    }
    const { element } = next;
    parts.push({ indent: element.depth, line: headOf(element) });
    if (element.depth >= deepest) continue;
    const inside: typeof open = [];
    const seen = new Map<string, number>();
    for (const child of element.content) {
      if (typeof child === 'string') {
        const shape = textShape(child);
        if (shape !== '' && inside.length < 200) inside.push({ line: `"${shape}"`, depth: element.depth + 1 });
        continue;
      }
      const head = headOf(child);
      const count = (seen.get(head) ?? 0) + 1;
      seen.set(head, count);
      if (count <= mostAlike) inside.push({ element: child });
      else if (count === mostAlike + 1) inside.push({ line: more, depth: element.depth + 1 });
    }
    open.push(...inside.toReversed());
  }
  return parts;
}

const write = ({ indent, line }: Part) => `${' '.repeat(indent)}${line}\n`;

/**
 * The structure of a page without its content: tags, roles, names of attributes and how texts are written. No text, no number, no address, no
 * id, no class and no value of an attribute. What is too large is written with fewer siblings, then cut.
 */
export function outlinePage(page: PageNode): string {
  const { root } = indexPage(page);
  for (const mostAlike of [6, 4, 2]) {
    const text = linesOf(root, mostAlike).map(write).join('');
    if (text.length <= longestOutline) return text;
  }
  let text = '';
  for (const part of linesOf(root, 1)) {
    const line = write(part);
    if (text.length + line.length + cut.length + 1 > longestOutline) return `${text}${cut}\n`;
    text += line;
  }
  return text;
}

const elementLine = new RegExp(
  `^ {0,${deepest}}(?:h[1-6]|${tagPattern})(?:\\[role=(?:${[...roles].join('|')})\\])?(?:\\[${namePattern}\\]){0,${mostNames}}$`,
);
const textLine = new RegExp(`^ {0,${deepest + 1}}"[Aa9x $,.:;/()%+#*|~-]{1,${longestShape}}"$`);
const otherLine = /^ {0,41}\.\.\.$|^\(cut\)$/;
const longestLine = 800;

/**
 * Whether a text can be an outline: every line has its form. There is no room for a text, a number or a value of the page. The names of its
 * elements and of `data-*` are the page's own, so a page can say a few words by them.
 */
export function isOutline(text: string): boolean {
  if (text.length > longestOutline || !text.endsWith('\n')) return false;
  return text
    .slice(0, -1)
    .split('\n')
    .every((line) => line.length <= longestLine && (elementLine.test(line) || textLine.test(line) || otherLine.test(line)));
}
