/** A part of the screen. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export const widthOf = ({ left, right }: Box) => Math.max(0, right - left);
export const heightOf = ({ top, bottom }: Box) => Math.max(0, bottom - top);
export const areaOf = (box: Box) => widthOf(box) * heightOf(box);

export function intersect(one: Box, other: Box): Box {
  return {
    left: Math.max(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
  };
}

/** Browsers round sizes. */
const tolerance = 1;
export const isWithin = (inner: Box, outer: Box) =>
  areaOf(inner) > 0 &&
  inner.left >= outer.left - tolerance &&
  inner.right <= outer.right + tolerance &&
  inner.top >= outer.top - tolerance &&
  inner.bottom <= outer.bottom + tolerance;

/** More than their edges lie over each other. */
export function overlaps(one: Box, other: Box): boolean {
  const both = intersect(one, other);
  return widthOf(both) > tolerance && heightOf(both) > tolerance;
}

const clipping = /hidden|clip|auto|scroll/;

/** What of an element's inside is seen: neither cut off by what is around it nor beyond the window. Asked at one moment of the page. */
export function createClips(document: Document): (element: Element) => Box {
  const view = document.defaultView ?? window;
  const known = new Map<Element, Box>();
  return function clipOf(element: Element): Box {
    const before = known.get(element);
    if (before !== undefined) return before;
    const { parentElement } = element;
    const around = parentElement === null ? { left: 0, top: 0, right: view.innerWidth, bottom: view.innerHeight } : clipOf(parentElement);
    // The window does what these two say of overflow.
    const isWindow = element === document.documentElement || element === document.body;
    const { overflowX, overflowY, position } = view.getComputedStyle(element);
    let box = around;
    if (!isWindow && (clipping.test(overflowX) || clipping.test(overflowY))) {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      const [x, y] = [clipping.test(overflowX), clipping.test(overflowY)];
      box = intersect(around, {
        left: x ? left : around.left,
        right: x ? right : around.right,
        top: y ? top : around.top,
        bottom: y ? bottom : around.bottom,
      });
    } else if (position === 'fixed') box = { left: 0, top: 0, right: view.innerWidth, bottom: view.innerHeight };
    known.set(element, box);
    return box;
  };
}

/** More than a row of any board has. A page may be made of more, and each is measured in each place. */
const mostThings = 200;

/** Texts, pictures and buttons of a row. */
export function thingsIn(row: Element): (Text | Element)[] {
  const things: (Text | Element)[] = [];
  const walker = row.ownerDocument.createTreeWalker(row, 1 | 4);
  for (let node = walker.nextNode(); node !== null && things.length < mostThings; node = walker.nextNode()) {
    if (node instanceof Text ? node.data.trim() !== '' : (node as Element).matches('img, svg, button, input, select, canvas'))
      things.push(node as Text | Element);
  }
  return things;
}

/** Of a text the box around its letters, whatever the element around them takes. */
export function boxOf(thing: Text | Element): Box {
  if (thing instanceof Element) return thing.getBoundingClientRect();
  const range = thing.ownerDocument.createRange();
  range.selectNodeContents(thing);
  return range.getBoundingClientRect();
}
