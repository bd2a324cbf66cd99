import type { Verdict } from '@headhaul/domain/boards/filters/rules';
import type { PressedButton } from '../../mail/page-mail.ts';
import type { Decision, Reason } from '../decide/decide-row.ts';
import { createPopover, type Popover } from './popover.ts';
import { whyWidth } from './why-styles.ts';

export const whyTag = 'hh-why';

interface WhyActions {
  /** Shows the row like the others. */
  show(): void;
  /** Null: there is no mail to write, or one was written. */
  email: (() => void) | null;
  /** Opens the rules, or the broker who is blocked, in the side panel. */
  edit(): void;
  /** Closed without a choice. */
  cancel(): void;
}

/** Why a row steps back, rule by rule, and what can be done about it. */
export interface WhyPopover {
  ask(decision: Decision, button: Pick<PressedButton, 'near' | 'hasFocus'>, actions: WhyActions): void;
  close(): void;
}

const signs: Record<Verdict, { sign: string; label: string }> = {
  FAIL: { sign: '✕', label: 'Says no' },
  UNKNOWN: { sign: '?', label: 'Can’t say' },
  PASS: { sign: '✓', label: 'Passes' },
};

const count = (number: number, one: string, many: string) => (number === 1 ? `1 ${one}` : `${number} ${many}`);

/** "Joliet, IL to Columbus, OH. 2 rules say no." */
function summarize({ lane, isBlocked }: Decision, reasons: readonly Reason[]): string {
  if (isBlocked) return `${lane}. Your team blocked this broker.`;
  const number = (wanted: Verdict) => reasons.filter(({ verdict }) => verdict === wanted).length;
  const no = number('FAIL');
  const words =
    no > 0 ? count(no, 'rule says no', 'rules say no') : count(number('UNKNOWN'), 'rule can’t be checked', 'rules can’t be checked');
  return `${lane}. ${words}.`;
}

function buildReason({ make }: Popover, { verdict, rule, found }: Reason): HTMLElement {
  const [line, sign] = [make('li', '', verdict), make('i', signs[verdict].sign)];
  sign.setAttribute('role', 'img');
  sign.setAttribute('aria-label', signs[verdict].label);
  line.append(sign, make('span', rule), make('b', found));
  return line;
}

export function createWhyPopover(document: Document): WhyPopover {
  const popover = createPopover(document, whyTag, 'why');
  const { make, button } = popover;

  function build(decision: Decision, { show, email, edit }: WhyActions): HTMLElement {
    const reasons = decision.reasons();
    const section = make('section');
    const title = make('h2', 'Why this row is dimmed');
    title.id = 'title';
    section.setAttribute('role', 'dialog');
    section.setAttribute('aria-labelledby', title.id);
    section.tabIndex = -1;
    const list = make('ul');
    list.append(...reasons.map((reason) => buildReason(popover, reason)));
    // Twenty rules of a filter don't fit everywhere, so they can be scrolled by keys.
    list.tabIndex = 0;
    const close = button('×', 'close', popover.giveUp);
    close.setAttribute('aria-label', 'Close');
    const footer = make('footer');
    footer.append(button('Show this row', 'show', show));
    if (email !== null) footer.append(button('Email anyway', '', email));
    footer.append(button(decision.isBlocked ? 'Open broker' : 'Edit rules', 'edit', edit));
    section.append(title, make('p', summarize(decision, reasons)), list, footer, close);
    return section;
  }

  return {
    ask(decision, pressed, actions) {
      const closing = { ...actions, show: done(actions.show), email: actions.email && done(actions.email), edit: done(actions.edit) };
      popover.open({ content: build(decision, closing), widthPx: whyWidth, first: '.show', giveUp: actions.cancel }, pressed);
    },
    close: popover.close,
  };

  /** A choice closes it. */
  function done(act: () => void): () => void {
    return () => {
      popover.close();
      act();
    };
  }
}
