import type { MailView } from '../../mail/row-view.ts';
import { isHeldPress } from './meant-presses.ts';

interface MailButtonActions {
  /** The pointer goes down. The click comes when it goes up. */
  aim(): void;
  press(): void;
  /** Back to the rate, by the arrow key. */
  back(): void;
  step(by: -1 | 1): void;
}

/** The button beside the rate that writes to the broker. It stands inside the row's element, whose inside is closed to the page. */
export interface MailButton {
  element: HTMLElement;
  show(view: MailView): void;
  /** Says nothing until it is shown again. It keeps its place and the keyboard's focus. */
  blank(): void;
  focus(): void;
  hasFocus(): boolean;
}

function buildTemplate(document: Document): HTMLElement {
  const [part, button, note] = [document.createElement('span'), document.createElement('button'), document.createElement('span')];
  part.className = 'mail';
  part.hidden = true;
  button.type = 'button';
  // One stop for the Tab key in each row is the rate. From there the arrow key leads here.
  button.tabIndex = -1;
  note.className = 'note';
  part.append(button, note);
  return part;
}

const templates = new WeakMap<Document, HTMLElement>();

function cloneTemplate(document: Document): HTMLElement {
  const template = templates.get(document) ?? buildTemplate(document);
  templates.set(document, template);
  return template.cloneNode(true) as HTMLElement;
}

/** Most rows say the same as the one before in their place, so most of this writes nothing. */
function write(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

function set(element: HTMLElement, name: string, value: string): void {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

export function createMailButton(document: Document, actions: MailButtonActions): MailButton {
  const element = cloneTemplate(document);
  const [button, note] = [...element.children] as [HTMLButtonElement, HTMLElement];

  button.addEventListener('pointerdown', () => actions.aim());
  button.addEventListener('click', ({ isTrusted, detail }) => {
    // A script of the page can make clicks too. Only those of the user count. The second click of a double click would undo the first.
    if (isTrusted && detail < 2) actions.press();
  });
  button.addEventListener('keydown', (event) => {
    if (isHeldPress(event)) event.preventDefault();
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : null;
    if (step === null && event.key !== 'ArrowLeft') return;
    event.preventDefault();
    if (step === null) actions.back();
    else actions.step(step);
  });

  return {
    element,
    show({ button: words, note: text, look, tone, label, isBusy }) {
      if (element.hidden) element.hidden = false;
      set(element, 'class', 'mail');
      if (button.hidden !== (words === null)) button.hidden = words === null;
      write(button, words ?? '');
      set(button, 'class', look);
      set(button, 'aria-label', label);
      // Not `disabled`: the focus would be lost.
      set(button, 'aria-disabled', String(isBusy));
      set(note, 'class', `note ${tone}`);
      write(note, text);
      set(note, 'title', text);
    },
    blank() {
      if (element.hidden) return;
      set(element, 'class', 'mail blank');
      set(button, 'aria-label', 'Reading this load');
    },
    focus: () => button.focus(),
    hasFocus: () => (button.getRootNode() as ShadowRoot).activeElement === button,
  };
}
