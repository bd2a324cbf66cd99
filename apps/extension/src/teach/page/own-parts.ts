import { createClosedElement } from '../../board/draw/own-element.ts';
import { wear } from '../../board/draw/styles.ts';

/** An element of ours over the page, closed to it. */
export function createOverlay(document: Document, tag: string, css: string): { host: HTMLElement; root: ShadowRoot } {
  return createClosedElement(document, tag, (root) => wear(root, css));
}

type Child = Node | string;

export function make<K extends keyof HTMLElementTagNameMap>(
  document: Document,
  tag: K,
  className: string,
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  if (className !== '') element.className = className;
  // Text of the page goes in as text and never as markup.
  element.append(...children);
  return element;
}

export function makeButton(document: Document, label: string, className: string, run: () => void): HTMLButtonElement {
  const button = make(document, 'button', className, label);
  button.type = 'button';
  // A script of the page can make clicks too. Only those of the user count.
  button.addEventListener('click', ({ isTrusted }) => {
    if (isTrusted) run();
  });
  return button;
}
