import type { PageNode } from '@headhaul/domain/boards/teach/page-tree';

/** Beyond these the rest of the page is not looked at. */
export interface TreeLimits {
  /** For a computer that is busy with other things: as many nodes as are allowed take a few hundred milliseconds where it isn't. */
  ms: number;
  nodes: number;
  depth: number;
  /** Characters of one text. */
  text: number;
}
export const treeLimits: TreeLimits = { ms: 2_000, nodes: 20_000, depth: 60, text: 2_000 };

export interface PageTree {
  root: PageNode;
  nodeOf: ReadonlyMap<Element, PageNode>;
  elementOf: ReadonlyMap<PageNode, Element>;
  /** The page is larger than what was looked at. */
  isCut: boolean;
}

/** What a user types, code, drawings, other pages. Nothing of them is read. */
const skipped = new Set(
  'script style noscript template svg math canvas video audio iframe object embed input textarea select option datalist link meta head'.split(
    ' ',
  ),
);
const keptAttribute = /^(?:id|role|itemprop|data-[a-z0-9-]{1,50})$/;
const contactLink = /^(?:mailto|tel):/i;
const longestAttribute = 200;
const mostAttributes = 40;

/** The names of attributes. Of values only that of `role`, which is looked up in a list. */
export function attributeNamesOf(element: Element): [string, string][] {
  return [...element.attributes].slice(0, mostAttributes).map(({ name, value }) => [name, name === 'role' ? value : '']);
}

function attributesOf(element: Element): [string, string][] {
  const kept: [string, string][] = [];
  for (const { name, value } of element.attributes) {
    if (kept.length >= mostAttributes) break;
    if (value.length > longestAttribute) continue;
    // Of links only those that hold an address or a number.
    if (name === 'href' ? contactLink.test(value) : keptAttribute.test(name)) kept.push([name, value]);
  }
  return kept;
}

/**
 * The page as plain data. Reads names, attributes and texts, and asks for nothing that would make the browser lay the page out. `isOwn`
 * says which elements are ours.
 */
export function readTree(
  top: Element,
  isOwn: (element: Element) => boolean,
  limits: TreeLimits = treeLimits,
  readAttributes = attributesOf,
): PageTree {
  const nodeOf = new Map<Element, PageNode>();
  const elementOf = new Map<PageNode, Element>();
  const untilMs = performance.now() + limits.ms;
  let isCut = false;

  function open(element: Element): { node: PageNode; content: (PageNode | string)[] } {
    const content: (PageNode | string)[] = [];
    const node: PageNode = { tag: element.localName, attributes: readAttributes(element), content };
    nodeOf.set(element, node);
    elementOf.set(node, element);
    return { node, content };
  }

  const first = open(top);
  const waiting: { element: Element; content: (PageNode | string)[]; depth: number }[] = [
    { element: top, content: first.content, depth: 0 },
  ];
  // One level after the other: when there is too much, something is left out at the bottom and not half of the page.
  for (let at = 0; at < waiting.length; at += 1) {
    const { element, content, depth } = waiting[at] as (typeof waiting)[number];
    for (let child = element.firstChild; child !== null; child = child.nextSibling) {
      if (nodeOf.size >= limits.nodes || performance.now() > untilMs) {
        isCut = true;
        return { root: first.node, nodeOf, elementOf, isCut };
      }
      if (child.nodeType === 3) {
        const text = child.nodeValue ?? '';
        if (text.trim() !== '' || content.length > 0) content.push(text.slice(0, limits.text));
      } else if (child.nodeType === 1) {
        const inner = child as Element;
        if (isOwn(inner)) continue;
        const made = open(inner);
        content.push(made.node);
        if (skipped.has(inner.localName)) continue;
        if (depth + 1 < limits.depth) waiting.push({ element: inner, content: made.content, depth: depth + 1 });
        else isCut = true;
      }
    }
  }
  return { root: first.node, nodeOf, elementOf, isCut };
}
