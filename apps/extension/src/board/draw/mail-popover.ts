import type { MailQuestion, Place } from '../../mail/messages.ts';
import type { PressedButton } from '../../mail/page-mail.ts';
import { popoverWidth } from './mail-styles.ts';
import { createPopover, type Popover } from './popover.ts';

export const mailTag = 'hh-mail';

interface PopoverActions {
  send(): void;
  leaveDriverOut(): void;
  /** Closed without sending. */
  cancel(): void;
  open(place: Place): void;
}

/** What the user reads before a mail leaves, beside the row. */
export interface MailPopover {
  ask(question: MailQuestion, button: Pick<PressedButton, 'near' | 'hasFocus'>, actions: PopoverActions): void;
  close(): void;
}

function buildFacts({ make }: Popover, { to, from, subject }: MailQuestion): HTMLElement {
  const list = make('dl');
  for (const [name, value] of [
    ['To', to],
    ['From', from],
    ['Subject', subject],
  ])
    list.append(make('dt', name), make('dd', value));
  return list;
}

function buildWarnings({ make }: Popover, { warnings, blocked }: MailQuestion): HTMLElement {
  const list = make('ul');
  if (blocked !== null) list.append(make('li', blocked.text, 'bad'));
  for (const { tone, text } of warnings) list.append(make('li', text, tone));
  return list;
}

/** An address that stands only in the comments is never taken by itself. */
function buildChoice({ make }: Popover, address: string, send: HTMLButtonElement): HTMLElement {
  const [label, box] = [make('label'), make('input') as HTMLInputElement];
  box.type = 'checkbox';
  box.addEventListener('change', ({ isTrusted }) => {
    if (isTrusted) send.disabled = !box.checked;
  });
  send.disabled = true;
  label.append(box, `Send to ${address}`);
  return label;
}

function buildDriver({ make, button }: Popover, driver: string, leaveOut: () => void): HTMLElement {
  const words = make('dd', `${driver} `);
  const out = button('Leave out', 'out', leaveOut);
  out.setAttribute('aria-label', `Leave out ${driver}`);
  words.append(out);
  return words;
}

export function createMailPopover(document: Document): MailPopover {
  const popover = createPopover(document, mailTag, 'mail');
  const { make, button } = popover;

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
    const facts = buildFacts(popover, question);
    if (question.driver !== null) facts.append(make('dt', 'For'), buildDriver(popover, question.driver, actions.leaveDriverOut));
    section.append(title, buildWarnings(popover, question), facts, beginning);
    const { blocked } = question;
    if (blocked === null) {
      const send = button(question.sendLabel, 'send', actions.send);
      if (!question.isToChosen) section.append(buildChoice(popover, question.to, send));
      footer.append(send);
    } else footer.append(button('Open mailboxes', 'send', () => actions.open(blocked.place)));
    footer.append(button('Cancel', '', popover.giveUp));
    section.append(footer);
    return section;
  }

  return {
    ask(question, pressed, actions) {
      const content = build(question, actions);
      popover.open({ content, widthPx: popoverWidth, first: 'input, button.send', giveUp: actions.cancel }, pressed);
    },
    close: popover.close,
  };
}
