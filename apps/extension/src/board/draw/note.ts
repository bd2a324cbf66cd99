import { createOwnElement } from './own-element.ts';

export const noteTag = 'hh-note';
const gap = 4;
const widest = 300;

/** The words beside a row's mark. One for the page, and on the page only while it is shown. */
export interface Note {
  show(near: Element, lines: readonly string[]): void;
  hide(): void;
}

export function createNote(document: Document): Note {
  const { host, root } = createOwnElement(document, noteTag, 'note');
  const words = document.createElement('div');
  root.append(words);
  // What it says is in the mark's label too.
  host.setAttribute('aria-hidden', 'true');
  host.popover = 'manual';

  return {
    show(near, lines) {
      words.replaceChildren(...lines.map((line) => Object.assign(document.createElement('p'), { textContent: line })));
      const { left, bottom } = near.getBoundingClientRect();
      const room = document.documentElement.clientWidth - widest;
      host.style.left = `${Math.max(0, Math.min(left, room))}px`;
      host.style.top = `${bottom + gap}px`;
      if (!host.isConnected) document.documentElement.append(host);
      // Above everything, whatever the board has put on top.
      host.hidePopover();
      host.showPopover();
    },
    hide: () => host.remove(),
  };
}
