import { createOverlay, make } from './own-parts.ts';
import { marksCss, veilCss } from './styles.ts';

const marksTag = 'hh-teach-marks';
const veilTag = 'hh-teach-veil';

export interface Mark {
  element: Element;
  kind: 'row' | 'sure' | 'ask' | 'pick' | 'over';
  label?: string;
}

export interface Marks {
  show(marks: readonly Mark[]): void;
  remove(): void;
}

const mostMarks = 600;
/** Rows come and go without an event that tells. */
const placeEveryMs = 400;

/** Outlines over cells of the page. They follow the cells; the cells know nothing of them. */
export function createMarks(document: Document): Marks {
  const { host, root } = createOverlay(document, marksTag, marksCss);
  const ended = new AbortController();
  const view = document.defaultView;
  let boxes: { box: HTMLElement; element: Element }[] = [];
  let frame = 0;

  function place(): void {
    frame = 0;
    const rects = boxes.map(({ element }) => element.getBoundingClientRect());
    for (const [at, { box, element }] of boxes.entries()) {
      const { left = 0, top = 0, width = 0, height = 0 } = rects[at] ?? {};
      box.hidden = !element.isConnected || width === 0;
      Object.assign(box.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
    }
  }
  function placeSoon(): void {
    if (frame === 0) frame = requestAnimationFrame(place);
  }

  view?.addEventListener('scroll', placeSoon, { capture: true, passive: true, signal: ended.signal });
  view?.addEventListener('resize', placeSoon, { signal: ended.signal });
  const timer = setInterval(placeSoon, placeEveryMs);

  return {
    show(marks) {
      for (const { box } of boxes) box.remove();
      boxes = marks.slice(0, mostMarks).map(({ element, kind, label }) => ({
        element,
        box: make(document, 'i', kind, ...(label === undefined ? [] : [make(document, 'b', '', label)])),
      }));
      root.append(...boxes.map(({ box }) => box));
      if (!host.isConnected) document.documentElement.insertBefore(host, document.body);
      place();
    },
    remove() {
      ended.abort();
      clearInterval(timer);
      cancelAnimationFrame(frame);
      host.remove();
    },
  };
}

export interface VeilHandlers {
  /** The pointer is over this element of the page. */
  onOver(element: Element | null): void;
  onClick(element: Element | null): void;
  /** The Escape key, wherever the focus is. */
  onEscape(): void;
}

/** Lies over the page while the user chooses a cell. Says which element is below, and lets nothing through. */
export function createVeil(document: Document, { onOver, onClick, onEscape }: VeilHandlers): { show(): void; hide(): void } {
  const { host } = createOverlay(document, veilTag, veilCss);
  const below = ({ clientX, clientY }: MouseEvent) =>
    document.elementsFromPoint(clientX, clientY).find(({ localName }) => !localName.startsWith('hh-')) ?? null;
  let over: Element | null = null;
  let shown = new AbortController();

  /** On the window, before the page's listeners on its document. Those that the page has put on the window hear of our veil alone. */
  function listen<K extends keyof WindowEventMap>(type: K, hear: (event: WindowEventMap[K]) => void): void {
    document.defaultView?.addEventListener(type, hear, { capture: true, signal: shown.signal });
  }
  const onVeil = (hear: (event: MouseEvent) => void) => (event: MouseEvent) => {
    if (event.target !== host) return;
    event.stopImmediatePropagation();
    event.preventDefault();
    if (event.isTrusted) hear(event);
  };
  function showBelow(event: MouseEvent): void {
    const element = below(event);
    if (element === over) return;
    over = element;
    onOver(element);
  }
  function leaveByKey(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !event.isTrusted) return;
    event.stopImmediatePropagation();
    onEscape();
  }
  return {
    show() {
      if (host.isConnected) return;
      document.documentElement.insertBefore(host, document.body);
      shown = new AbortController();
      for (const type of ['pointerdown', 'pointerup', 'mousedown', 'mouseup', 'dblclick', 'contextmenu'] as const)
        listen(
          type,
          onVeil(() => {}),
        );
      listen('mousemove', onVeil(showBelow));
      listen(
        'click',
        onVeil((event) => onClick(below(event))),
      );
      listen('keydown', leaveByKey);
    },
    hide() {
      shown.abort();
      host.remove();
    },
  };
}
