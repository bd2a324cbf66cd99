import type { PressedButton } from '../../mail/page-mail.ts';
import { dropUnmeantPresses } from './meant-presses.ts';
import { createOwnElement } from './own-element.ts';
import { createSight } from './sight.ts';
import type { Part } from './styles.ts';

const gap = 6;

interface Opened {
  content: HTMLElement;
  /** As wide as the style sheet makes it. */
  widthPx: number;
  /** What has the focus first, for whoever waited for it. Whoever types elsewhere meanwhile must not press by it. */
  first: string;
  /** Closed by the user without a choice. */
  giveUp(): void;
}

/** What the user reads beside a row before something is done. One for the page, and on the page only while it is open. */
export interface Popover {
  open(opened: Opened, button: Pick<PressedButton, 'near' | 'hasFocus'>): void;
  close(): void;
  /** Closes it as the user does. */
  giveUp(): void;
  make: Make;
  button(text: string, className: string, press: () => void): HTMLButtonElement;
}

type Make = (tag: string, text?: string, className?: string) => HTMLElement;

/** Tab goes round inside, Escape closes. What is pressed counts if it was shown and seen for as long as it takes to read. */
export function createPopover(document: Document, tag: string, part: Part): Popover {
  const { host, root } = createOwnElement(document, tag, part);
  const inside = document.createElement('div');
  root.append(inside);
  host.popover = 'manual';
  const make: Make = (name, text = '', className = '') => Object.assign(document.createElement(name), { textContent: text, className });
  let cancel: (() => void) | null = null;

  function close(): void {
    cancel = null;
    sight.stop();
    host.remove();
  }

  function giveUp(): void {
    const closed = cancel;
    close();
    closed?.();
  }

  function onKey(event: KeyboardEvent): void {
    if (event.key === 'Escape') {
      event.preventDefault();
      giveUp();
      return;
    }
    if (event.key !== 'Tab') return;
    const stops = [...root.querySelectorAll<HTMLElement>('button:not(:disabled), input, [tabindex="0"]')];
    const at = stops.indexOf(root.activeElement as HTMLElement);
    const next = event.shiftKey ? stops.at(at < 1 ? -1 : at - 1) : stops[(at + 1) % stops.length];
    event.preventDefault();
    next?.focus();
  }
  root.addEventListener('keydown', (event) => onKey(event as KeyboardEvent));
  const noteShown = dropUnmeantPresses(root);
  const sight = createSight(noteShown);
  root.addEventListener(
    'click',
    (event) => {
      if (sight.isSeen(host)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    { capture: true },
  );

  return {
    open({ content, widthPx, first, giveUp: onGivenUp }, { near, hasFocus }) {
      const isWaitedFor = hasFocus();
      giveUp();
      cancel = onGivenUp;
      inside.replaceChildren(content);
      document.documentElement.append(host);
      host.showPopover();
      noteShown();
      sight.lookAt(host);
      const { clientWidth, clientHeight } = document.documentElement;
      const { height } = host.getBoundingClientRect();
      const isBelow = near.bottom + gap + height <= clientHeight;
      host.style.left = `${Math.max(8, Math.min(near.left, clientWidth - widthPx - 8))}px`;
      host.style.top = `${Math.max(8, isBelow ? near.bottom + gap : Math.min(near.top - gap - height, clientHeight - height - 8))}px`;
      root.querySelector<HTMLElement>(isWaitedFor ? first : 'section')?.focus();
    },
    close,
    giveUp,
    make,
    button(text, className, press) {
      const button = make('button', text, className) as HTMLButtonElement;
      button.type = 'button';
      // A script of the page can make clicks too. Only those of the user count.
      button.addEventListener('click', ({ isTrusted }) => {
        if (isTrusted) press();
      });
      return button;
    },
  };
}
