/**
 * A page as plain data: what an element is called, what names it carries, and its texts. No classes: many boards make them anew with each
 * build, and nothing tells those from others for sure.
 */
export interface PageNode {
  tag: string;
  /** Pairs and no object, because a page may name an attribute like a method of objects. */
  attributes: readonly (readonly [name: string, value: string])[];
  /** Texts and elements in their order. */
  content: readonly (PageNode | string)[];
}

export interface PageElement {
  node: PageNode;
  tag: string;
  attributes: ReadonlyMap<string, string>;
  parent: PageElement | null;
  children: PageElement[];
  content: (PageElement | string)[];
  /** Among the elements of its parent, from 1. */
  position: number;
  depth: number;
  /** All text inside it. */
  text: string;
}

export interface IndexedPage {
  root: PageElement;
  /** In the order of the document. */
  all: readonly PageElement[];
  elementOf: ReadonlyMap<PageNode, PageElement>;
}

/** Whatever is beyond is not looked at. A list of loads is found with much less. */
export const pageLimits = { elements: 20_000, depth: 60, text: 2_000, attributes: 40 } as const;

/** A name that stands in a selector as it is. */
const plainTag = /^[a-z][a-z0-9-]{0,39}$/;

function toElement(node: PageNode, parent: PageElement | null, position: number): PageElement {
  return {
    node,
    tag: plainTag.test(node.tag) ? node.tag : '',
    attributes: new Map(node.attributes.slice(0, pageLimits.attributes)),
    parent,
    children: [],
    content: [],
    position,
    depth: parent === null ? 0 : parent.depth + 1,
    text: '',
  };
}

/** Goes through the page without recursion, so that no depth of it can end the program. */
export function indexPage(page: PageNode): IndexedPage {
  const root = toElement(page, null, 1);
  const all: PageElement[] = [];
  const elementOf = new Map<PageNode, PageElement>();
  const open = [root];
  while (open.length > 0 && all.length < pageLimits.elements) {
    const element = open.pop() as PageElement;
    all.push(element);
    elementOf.set(element.node, element);
    if (element.depth >= pageLimits.depth) continue;
    for (const part of element.node.content) {
      if (typeof part === 'string') element.content.push(part.slice(0, pageLimits.text));
      else {
        const child = toElement(part, element, element.children.length + 1);
        element.children.push(child);
        element.content.push(child);
      }
      if (element.children.length >= pageLimits.elements) break;
    }
    for (const child of element.children.toReversed()) open.push(child);
  }
  for (const element of all.toReversed()) {
    let text = '';
    for (const part of element.content) {
      text += typeof part === 'string' ? part : part.text;
      if (text.length >= pageLimits.text) break;
    }
    element.text = text.slice(0, pageLimits.text);
  }
  return { root, all, elementOf };
}

export function isInside(element: PageElement, outer: PageElement): boolean {
  for (let at: PageElement | null = element; at !== null; at = at.parent) if (at === outer) return true;
  return false;
}
