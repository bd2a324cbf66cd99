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

/** What a button does. While it is being done, the button can't be pressed again. */
export type Run = () => void | Promise<void>;

export function makeButton(document: Document, label: string, className: string, run: Run): HTMLButtonElement {
  const button = make(document, 'button', className, label);
  button.type = 'button';
  // A script of the page can make clicks too. Only those of the user count.
  button.addEventListener('click', async ({ isTrusted }) => {
    if (!isTrusted) return;
    const done = run();
    button.disabled = done instanceof Promise;
    await done;
    button.disabled = false;
  });
  return button;
}
