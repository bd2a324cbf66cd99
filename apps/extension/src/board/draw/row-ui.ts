import type { Decision } from '../decide/decide-row.ts';
import { type BrokerMark, createBrokerMark } from './broker-mark.ts';
import { createMailButton, type MailButton } from './mail-button.ts';
import { createOwnElement } from './own-element.ts';
import { attributeWriter, textWriter } from './written.ts';

export const rowTag = 'hh-row';

export interface RowUiActions {
  press(ui: RowUi): void;
  /** By the pointer or by the keyboard. */
  enter(ui: RowUi): void;
  leave(ui: RowUi): void;
  focus(ui: RowUi): void;
  /** To the row above or below. */
  step(ui: RowUi, by: -1 | 1): void;
  /** By the pointer or by the keyboard, to the button of the mail. */
  enterMail(ui: RowUi): void;
  leaveMail(ui: RowUi): void;
  aimMail(ui: RowUi): void;
  pressMail(ui: RowUi): void;
  /** By the pointer or by the keyboard, to the reason. */
  enterWhy(ui: RowUi): void;
  leaveWhy(ui: RowUi): void;
  /** Why does the row step back? `from`: what was pressed. */
  ask(ui: RowUi, from: HTMLElement): void;
}

/** Our own element in a row. Its inside is closed to the page. */
export interface RowUi {
  host: HTMLElement;
  rate: HTMLElement;
  mail: MailButton;
  broker: BrokerMark;
  bind(decision: Decision): void;
  standIn(cell: Element): void;
  /** Says nothing until it is bound again. It keeps its place and the keyboard's focus. */
  blank(): void;
  /** One row of the list is reached by Tab; the others by the arrow keys from there. */
  setTabStop(isStop: boolean): void;
  focus(): void;
}

/** What a screen reader says, and the first line of the note. */
export function describeRate({ perMile, stands }: Pick<Decision, 'perMile' | 'stands'>): string {
  if (perMile === null) return 'Rate per mile not known';
  return `${perMile} a mile, all miles${stands === null ? '' : `, ${stands}`}`;
}

function labelOf(decision: Decision): string {
  const { lane, verdict, note } = decision;
  const why = verdict === 'PASS' ? 'Fits your filter' : note;
  return [`${lane}: ${describeRate(decision)}`, why].filter((part) => part !== '').join('. ');
}

/** The button has one width for figures of up to this many characters. "1250.00" makes it wider. */
const usualLength = 6;
/** Where the unit has room beside the figure. */
const shortLength = 4;

/** Beside the color, for those who don't see it. */
const arrows = { 'over target': { sign: '▴', name: 'up' }, 'under floor': { sign: '▾', name: 'down' } } as const;

function writeRate({ perMile, stands }: Decision): string {
  return `${stands === null ? '' : arrows[stands].sign}${perMile ?? '–'}`;
}

/** The unit is in the style sheet, so a row has one text of ours to write. A load that fits has its button filled. */
function classesOf({ mark, verdict, perMile, stands }: Decision): string {
  const unit = perMile !== null && perMile.length <= shortLength ? 'rated' : '';
  const width = perMile !== null && perMile.length > usualLength ? 'long' : '';
  const steps = mark === 'dim' ? 'dim' : '';
  return [verdict === 'PASS' ? 'fits' : '', unit, width, stands === null ? '' : arrows[stands].name, steps]
    .filter((name) => name !== '')
    .join(' ');
}

export function createRowUi(document: Document, actions: RowUiActions): RowUi {
  const { host, root } = createOwnElement(document, rowTag, 'row');
  const button = document.createElement('button');
  const words = document.createTextNode('');
  button.type = 'button';
  button.tabIndex = -1;
  button.append(words);
  const mail = createMailButton(document, {
    enter: () => actions.enterMail(ui),
    leave: () => actions.leaveMail(ui),
    aim: () => actions.aimMail(ui),
    press: () => actions.pressMail(ui),
    enterWhy: () => actions.enterWhy(ui),
    leaveWhy: () => actions.leaveWhy(ui),
    ask: () => actions.ask(ui, mail.why),
    back: () => button.focus(),
    step: (by) => actions.step(ui, by),
  });
  const broker = createBrokerMark(document);
  root.append(button, broker.element, mail.element);

  const write = { classes: attributeWriter(button, 'class'), label: attributeWriter(button, 'aria-label'), text: textWriter(words) };

  function say(classes: string, label: string, text: string): void {
    write.classes(classes);
    write.label(label);
    write.text(text);
  }

  const ui: RowUi = {
    host,
    rate: button,
    mail,
    broker,
    bind: (decision) => say(classesOf(decision), labelOf(decision), writeRate(decision)),
    standIn(cell) {
      host.toggleAttribute('data-table', cell.localName === 'td');
      cell.append(host);
    },
    blank() {
      say('', 'Reading this load', '');
      broker.show(null);
      mail.blank();
    },
    setTabStop: (isStop) => {
      button.tabIndex = isStop ? 0 : -1;
    },
    focus: () => button.focus(),
  };

  // A script of the page can make clicks too. Only those of the user count.
  button.addEventListener('click', ({ isTrusted }) => {
    if (isTrusted) actions.press(ui);
  });
  button.addEventListener('pointerenter', () => actions.enter(ui));
  button.addEventListener('pointerleave', () => actions.leave(ui));
  broker.element.addEventListener('pointerenter', () => actions.enter(ui));
  broker.element.addEventListener('pointerleave', () => actions.leave(ui));
  button.addEventListener('focus', () => actions.focus(ui));
  button.addEventListener('blur', () => actions.leave(ui));
  button.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') actions.leave(ui);
    if (event.key === 'ArrowRight') mail.focus();
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    actions.step(ui, event.key === 'ArrowDown' ? 1 : -1);
  });
  root.addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, repeat, isTrusted } = event as KeyboardEvent;
    if (key !== 'w' || ctrlKey || metaKey || altKey || repeat || !isTrusted) return;
    event.preventDefault();
    actions.ask(ui, button);
  });
  return ui;
}
