import type { MailView } from '../../mail/row-view.ts';
import { isHeldPress } from './meant-presses.ts';
import { attributeWriter, textWriter } from './written.ts';

interface MailButtonActions {
  /** The pointer or the focus has come. */
  enter(): void;
  /** One of them is gone. */
  leave(): void;
  /** The pointer goes down. The click comes when it goes up. */
  aim(): void;
  press(): void;
  /** The pointer or the focus has come to the reason, or gone. */
  enterWhy(): void;
  leaveWhy(): void;
  /** Why does the row step back? */
  ask(): void;
  /** Back to the rate, by the arrow key. */
  back(): void;
  step(by: -1 | 1): void;
}

/** The button beside the rate that writes to the broker, and the words beside it. It stands inside the row's element, whose inside is closed to the page. */
export interface MailButton {
  element: HTMLElement;
  /** The reason, which can be pressed. */
  why: HTMLElement;
  /** `why`: why the row steps back. It has the place of the note, and the button waits until the pointer or the focus comes. */
  show(view: MailView, why: string | null): void;
  /** Says nothing until it is shown again. It keeps its place and the keyboard's focus. */
  blank(): void;
  /** What comes after the rate: the reason, else the button. */
  focus(): void;
  focusButton(): void;
  hasFocus(): boolean;
}

function createStop(document: Document): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  // One stop for the Tab key in each row is the rate. From there the arrow key leads here.
  button.tabIndex = -1;
  button.append('');
  return button;
}

function buildTemplate(document: Document): HTMLElement {
  const [part, button, note, why] = [
    document.createElement('span'),
    createStop(document),
    document.createElement('span'),
    createStop(document),
  ];
  part.className = 'mail';
  part.hidden = true;
  note.className = 'note';
  note.append('');
  why.className = 'why';
  why.setAttribute('aria-haspopup', 'dialog');
  part.append(button, note, why);
  return part;
}

const templates = new WeakMap<Document, HTMLElement>();

function cloneTemplate(document: Document): HTMLElement {
  const template = templates.get(document) ?? buildTemplate(document);
  templates.set(document, template);
  return template.cloneNode(true) as HTMLElement;
}

export function createMailButton(document: Document, actions: MailButtonActions): MailButton {
  const element = cloneTemplate(document);
  const [button, note, why] = [...element.children] as [HTMLButtonElement, HTMLElement, HTMLButtonElement];
  // Most rows say the same as the one before in their place, so most of this writes nothing.
  const write = {
    part: attributeWriter(element, 'class'),
    look: attributeWriter(button, 'class'),
    label: attributeWriter(button, 'aria-label'),
    isBusy: attributeWriter(button, 'aria-disabled'),
    words: textWriter(button.firstChild as Text),
    tone: attributeWriter(note, 'class'),
    note: textWriter(note.firstChild as Text),
    title: attributeWriter(note, 'title'),
    why: textWriter(why.firstChild as Text),
  };
  let isShown = false;
  let hasButton = true;
  let isHeld = false;
  /** Of ours. */
  function focused(): Element | null {
    const root = element.getRootNode() as ShadowRoot;
    return root.host === document.activeElement ? root.activeElement : null;
  }

  button.addEventListener('pointerenter', () => actions.enter());
  button.addEventListener('focus', () => actions.enter());
  button.addEventListener('pointerleave', () => actions.leave());
  button.addEventListener('blur', () => actions.leave());
  button.addEventListener('pointerdown', () => actions.aim());
  button.addEventListener('click', ({ isTrusted, detail }) => {
    // A script of the page can make clicks too. Only those of the user count. The second click of a double click would undo the first.
    if (isTrusted && detail < 2) actions.press();
  });
  why.addEventListener('pointerenter', () => actions.enterWhy());
  why.addEventListener('focus', () => actions.enterWhy());
  why.addEventListener('pointerleave', () => actions.leaveWhy());
  why.addEventListener('blur', () => actions.leaveWhy());
  why.addEventListener('click', ({ isTrusted, detail }) => {
    if (isTrusted && detail < 2) actions.ask();
  });
  function onKey(event: KeyboardEvent): void {
    if (isHeldPress(event)) event.preventDefault();
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : null;
    if (step !== null) actions.step(step);
    else if (event.key === 'ArrowLeft') {
      if (event.target === button && isHeld) why.focus();
      else actions.back();
    } else if (event.key === 'ArrowRight' && event.target === why) button.focus();
    else return;
    event.preventDefault();
  }
  for (const stop of [button, why]) stop.addEventListener('keydown', onKey);

  return {
    element,
    why,
    show({ button: words, note: text, look, tone, label, isBusy }, reason) {
      if (!isShown) element.hidden = false;
      if (hasButton !== (words !== null)) button.hidden = words === null;
      isShown = true;
      hasButton = words !== null;
      // The focus would be lost with the reason.
      if (isHeld && reason === null && focused() === why) {
        if (hasButton) button.focus();
        else actions.back();
      }
      isHeld = reason !== null;
      write.part(isHeld ? 'mail held' : 'mail');
      write.words(words ?? '');
      write.look(look);
      write.label(label);
      // Not `disabled`: the focus would be lost.
      write.isBusy(String(isBusy));
      write.tone(`note ${tone}`);
      write.note(text);
      write.title(text);
      if (reason !== null) write.why(reason);
    },
    blank() {
      if (!isShown) return;
      write.part(isHeld ? 'mail held blank' : 'mail blank');
      write.label('Reading this load');
    },
    focus: () => (isHeld ? why : button).focus(),
    focusButton: () => button.focus(),
    hasFocus: () => focused() === button || focused() === why,
  };
}
