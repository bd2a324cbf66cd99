import { createOwnElement } from './own-element.ts';
import type { Part } from './styles.ts';

interface NoticeOptions {
  tag: string;
  part: Part;
  /** What has happened. */
  title: string;
  text: string;
  action: { label: string; run(): void };
  second?: { label: string; run(): void };
  onClosed(): void;
}

/** A line of ours that lies over the board's page and moves nothing of it. */
export interface Notice {
  show(): void;
  hide(): void;
  say(text: string, title?: string): void;
}

const svgSpace = 'http://www.w3.org/2000/svg';

function drawShape(document: Document, name: 'rect' | 'path', attributes: Record<string, string>): SVGElement {
  const shape = document.createElementNS(svgSpace, name);
  for (const [key, value] of Object.entries(attributes)) shape.setAttribute(key, value);
  return shape;
}

/** The app's icon in its small form. Shapes and no picture: the board's policy may forbid those. */
export function drawIcon(document: Document): SVGElement {
  const icon = document.createElementNS(svgSpace, 'svg');
  icon.setAttribute('viewBox', '0 0 16 16');
  icon.setAttribute('aria-hidden', 'true');
  icon.append(
    drawShape(document, 'rect', { width: '16', height: '16', rx: '3.5', fill: '#1e60dc' }),
    drawShape(document, 'path', { fill: '#ffffff', d: 'M8 1 13 8H10.5L12.5 16H3.5L5.5 8H3Z' }),
    drawShape(document, 'path', { fill: '#f79500', d: 'M7 12h2v4H7zM7 8h2v2H7z' }),
  );
  return icon;
}

export function createNotice(document: Document, { tag, part, title, text, action, second, onClosed }: NoticeOptions): Notice {
  const { host, root } = createOwnElement(document, tag, part);
  const [box, lamp, words, heading, rest] = [
    document.createElement('section'),
    document.createElement('i'),
    document.createElement('p'),
    document.createElement('b'),
    document.createTextNode(''),
  ];

  function createButton(label: string, run: () => void): HTMLButtonElement {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = label;
    // A script of the page can make clicks too. Only those of the user count.
    button.addEventListener('click', ({ isTrusted }) => {
      if (isTrusted) run();
    });
    return button;
  }

  const hide = () => host.remove();
  const say = (now: string, what = heading.textContent) => {
    heading.textContent = what;
    rest.data = now === '' ? '' : ` ${now}`;
  };
  function close(): void {
    hide();
    onClosed();
  }
  const closeButton = createButton('×', close);
  closeButton.className = 'close';
  closeButton.setAttribute('aria-label', 'Dismiss');
  box.setAttribute('aria-label', 'Headhaul');
  lamp.setAttribute('aria-hidden', 'true');
  words.setAttribute('role', 'status');
  say(text, title);
  words.append(heading, rest);
  const buttons = [action, ...(second === undefined ? [] : [second])].map(({ label, run }) => createButton(label, run));
  box.append(drawIcon(document), lamp, words, ...buttons, closeButton);
  box.addEventListener('keydown', ({ key, isTrusted }) => {
    if (key === 'Escape' && isTrusted) close();
  });
  root.append(box);

  return {
    // Before the body, so that the first Tab on the page leads to it.
    show: () => {
      if (!host.isConnected) document.documentElement.insertBefore(host, document.body);
    },
    hide,
    say,
  };
}
