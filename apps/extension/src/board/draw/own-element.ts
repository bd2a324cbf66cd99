import { dress, type Part } from './styles.ts';

const own = new WeakSet<Node>();

/** Whether the node is an element of ours. One that the board copied from us is not. */
export function isOwnElement(node: Node): boolean {
  return own.has(node);
}

/** What happens inside stays there, so that the board doesn't open a row. */
const kept = ['click', 'dblclick', 'pointerdown', 'pointerup', 'mousedown', 'mouseup', 'keydown', 'keyup', 'keypress'] as const;

/** An element whose inside is closed to the page. */
export function createOwnElement(document: Document, tag: string, part: Part): { host: HTMLElement; root: ShadowRoot } {
  return createClosedElement(document, tag, (root) => dress(root, part));
}

/** The same, in clothes of its own. */
export function createClosedElement(document: Document, tag: string, clothe: (root: ShadowRoot) => void) {
  const host = document.createElement(tag);
  const root = host.attachShadow({ mode: 'closed' });
  own.add(host);
  clothe(root);
  for (const type of kept) root.addEventListener(type, (event) => event.stopPropagation());
  return { host, root };
}

/** A page can hide our element, or lay it over something else, by its style sheets. What the user presses there isn't meant. */
export function isSeenIn(host: HTMLElement, around: DOMRectReadOnly): boolean {
  if (!host.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) return false;
  const own = host.getBoundingClientRect();
  const [x, y] = [(own.left + own.right) / 2, (own.top + own.bottom) / 2];
  return x >= around.left && x <= around.right && y >= around.top && y <= around.bottom;
}
