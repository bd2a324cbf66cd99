import type { MailQuestion, Place } from '../../mail/messages.ts';
import type { PressedButton } from '../../mail/page-mail.ts';
import { popoverWidth } from './mail-styles.ts';
import { dropUnmeantPresses } from './meant-presses.ts';
import { createOwnElement } from './own-element.ts';

export const mailTag = 'hh-mail';
const gap = 6;

interface PopoverActions {
  send(): void;
  /** Closed without sending. */
  cancel(): void;
  open(place: Place): void;
}

/** What the user reads before a mail leaves, beside the row. One for the page, and on the page only while it is open. */
export interface MailPopover {
  ask(question: MailQuestion, button: Pick<PressedButton, 'near' | 'hasFocus'>, actions: PopoverActions): void;
  close(): void;
}

type Make = (tag: string, text?: string, className?: string) => HTMLElement;

function buildFacts(make: Make, { to, from, subject }: MailQuestion): HTMLElement {
  const list = make('dl');
  for (const [name, value] of [
    ['To', to],
    ['From', from],
    ['Subject', subject],
  ])
    list.append(make('dt', name), make('dd', value));
  return list;
}

function buildWarnings(make: Make, { warnings, blocked }: MailQuestion): HTMLElement {
  const list = make('ul');
  if (blocked !== null) list.append(make('li', blocked.text, 'bad'));
  for (const { tone, text } of warnings) list.append(make('li', text, tone));
  return list;
}

export function createMailPopover(document: Document): MailPopover {
  const { host, root } = createOwnElement(document, mailTag, 'mail');
  const inside = document.createElement('div');
  root.append(inside);
  host.popover = 'manual';
  const make: Make = (tag, text = '', className = '') => Object.assign(document.createElement(tag), { textContent: text, className });
  let cancel: (() => void) | null = null;

  function close(): void {
    cancel = null;
    host.remove();
  }

  function giveUp(): void {
    const closed = cancel;
    close();
    closed?.();
  }

  function buildButton(text: string, className: string, press: () => void): HTMLButtonElement {
    const button = make('button', text, className) as HTMLButtonElement;
    button.type = 'button';
    // A script of the page can make clicks too. Only those of the user count.
    button.addEventListener('click', ({ isTrusted }) => {
      if (isTrusted) press();
    });
    return button;
  }

  /** An address that stands only in the comments is never taken by itself. */
  function buildChoice(address: string, send: HTMLButtonElement): HTMLElement {
    const [label, box] = [make('label'), make('input') as HTMLInputElement];
    box.type = 'checkbox';
    box.addEventListener('change', ({ isTrusted }) => {
      if (isTrusted) send.disabled = !box.checked;
    });
    send.disabled = true;
    label.append(box, `Send to ${address}`);
    return label;
  }

  function build(question: MailQuestion, actions: PopoverActions): HTMLElement {
    const section = make('section');
    const title = make('h2', question.title);
    title.id = 'title';
    section.setAttribute('role', 'dialog');
    section.tabIndex = -1;
    section.setAttribute('aria-labelledby', title.id);
    const beginning = make('p', question.beginning, 'beginning');
    // Its text may be longer than its box, so it can be scrolled by keys.
    beginning.tabIndex = 0;
    const footer = make('footer');
    section.append(title, buildWarnings(make, question), buildFacts(make, question), beginning);
    const { blocked } = question;
    if (blocked === null) {
      const send = buildButton(question.sendLabel, 'send', actions.send);
      if (!question.isToChosen) section.append(buildChoice(question.to, send));
      footer.append(send);
    } else footer.append(buildButton('Open mailboxes', 'send', () => actions.open(blocked.place)));
    footer.append(buildButton('Cancel', '', giveUp));
    section.append(footer);
    return section;
  }

  /** Tab goes round, Escape closes. */
  function onKey(event: KeyboardEvent): void {
    if (event.key === 'Escape') {
      event.preventDefault();
      giveUp();
      return;
    }
    if (event.key !== 'Tab') return;
    const stops = [...root.querySelectorAll<HTMLElement>('button:not(:disabled), input, .beginning')];
    const at = stops.indexOf(root.activeElement as HTMLElement);
    const next = event.shiftKey ? stops.at(at < 1 ? -1 : at - 1) : stops[(at + 1) % stops.length];
    event.preventDefault();
    next?.focus();
  }
  root.addEventListener('keydown', (event) => onKey(event as KeyboardEvent));
  const noteShown = dropUnmeantPresses(root);

  return {
    ask(question, { near, hasFocus }, actions) {
      const isWaitedFor = hasFocus();
      giveUp();
      cancel = actions.cancel;
      inside.replaceChildren(build(question, actions));
      document.documentElement.append(host);
      host.showPopover();
      noteShown();
      const { clientWidth, clientHeight } = document.documentElement;
      const { height } = host.getBoundingClientRect();
      const isBelow = near.bottom + gap + height <= clientHeight;
      host.style.left = `${Math.max(8, Math.min(near.left, clientWidth - popoverWidth - 8))}px`;
      host.style.top = `${Math.max(8, isBelow ? near.bottom + gap : Math.min(near.top - gap - height, clientHeight - height - 8))}px`;
      // Who types elsewhere meanwhile must not send by it.
      root.querySelector<HTMLElement>(isWaitedFor ? 'input, button.send' : 'section')?.focus();
    },
    close,
  };
}
