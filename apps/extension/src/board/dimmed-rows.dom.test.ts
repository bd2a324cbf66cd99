// @vitest-environment happy-dom
import type { BrokerBrief } from '@headhaul/contracts/boards/postings';
import type { FilterSet } from '@headhaul/domain/boards/filters/rules';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { brokerKeyOf } from '../panel/broker-key.ts';
import type { FromBoardPanel } from '../panel/messages.ts';
import { demoConfig } from './config/demo.ts';
import { type DemoBoard, openDemoBoard } from './testing/demo-board.ts';
import { eventually, press, pressRead, roots, start } from './testing/demo-run.ts';
import { beginMails, buttonOf, endMails, insideOf, mailRun, writes } from './testing/mail-run.ts';

/** Of the demo's lanes, the second and the third are shorter. */
const longHauls: FilterSet = { rules: [{ kind: 'MILES_BETWEEN', min: 500, max: null }], onUnknown: 'KEEP', action: 'DIM' };
const blockedBrief: BrokerBrief = {
  id: '0190b000-0000-7000-8000-000000000009',
  name: 'Redgate',
  mark: 'BLOCKED',
  markReason: 'double brokered',
  grade: null,
  matchedBy: 'NAME',
  daysToPay: null,
  paidLoads: 0,
  risks: [],
};

let told: FromBoardPanel[] = [];
let blocked: string | null = null;
let opens = { isOpen: true };

beforeEach(() => {
  beginMails();
  HTMLElement.prototype.hidePopover = () => undefined;
});
afterEach(() => {
  endMails();
  document.querySelector('hh-why')?.remove();
  [told, blocked, opens] = [[], null, { isOpen: true }];
});

async function answer(message: FromBoardPanel): Promise<unknown> {
  told.push(message);
  if (message.type !== 'panel:brokers') return opens;
  const brief = ({ name }: { name: string | null }) => (name === blocked ? blockedBrief : null);
  return {
    brokers: Object.fromEntries(
      message.brokers.map((one) => [brokerKeyOf(one), { brief: brief(one), isNew: false, factor: null, atMs: Date.now() }]),
    ),
  };
}

async function open(): Promise<DemoBoard & { dimmed: Element; match: Element }> {
  const board = await openDemoBoard('wide');
  start(
    longHauls,
    demoConfig,
    async (message) => {
      mailRun.told.push(message);
      return message.type === 'mail:rows' ? { mails: {}, isWhole: false } : mailRun.answer(message);
    },
    answer,
  );
  await eventually(() => expect(document.querySelectorAll('hh-row')).toHaveLength(12));
  const [, dimmed, , match] = board.rows() as [Element, Element, Element, Element];
  return { ...board, dimmed, match };
}

const partOf = (row: Element) => insideOf(row)?.querySelector('.mail') as HTMLElement;
const rateOf = (row: Element) => insideOf(row)?.querySelector('button') as HTMLElement;
const whyOf = (row: Element) => insideOf(row)?.querySelector('.why') as HTMLElement;
const popover = () => (document.querySelector('hh-why') === null ? undefined : roots.get(document.querySelector('hh-why') as Element));
const lines = () => [...(popover()?.querySelectorAll('li') ?? [])].map(({ className, textContent }) => `${className} ${textContent}`);
const choices = () => [...(popover()?.querySelectorAll('footer button') ?? [])].map(({ textContent }) => textContent);
const choose = (name: string) =>
  pressRead([...(popover()?.querySelectorAll('button') ?? [])].find(({ textContent }) => textContent === name) as Element);
const pressKey = (target: Element, key: string) =>
  target.dispatchEvent(
    Object.defineProperty(new KeyboardEvent('keydown', { key, bubbles: true, composed: true }), 'isTrusted', { value: true }),
  );
const focused = (row: Element) => insideOf(row)?.activeElement;

describe('a row that steps back', () => {
  it('has the reason where others have the button, and the button beside it', async () => {
    const { dimmed, match } = await open();
    expect([partOf(dimmed).className, whyOf(dimmed).textContent, buttonOf(dimmed).textContent]).toEqual([
      'mail held',
      '362 mi, want at least 500',
      'Email',
    ]);
    expect([partOf(match).className, buttonOf(match).textContent]).toEqual(['mail', 'Email']);
  });

  it('says why, rule by rule, on a press of the user and no other', async () => {
    const { dimmed } = await open();
    whyOf(dimmed).click();
    expect(popover()).toBeUndefined();
    press(whyOf(dimmed));
    expect(popover()?.querySelector('h2')?.textContent).toBe('Why this row is dimmed');
    expect(popover()?.querySelector('p')?.textContent).toBe('Joliet, IL to Columbus, OH. 1 rule says no.');
    expect(lines()).toEqual(['FAIL ✕Trip miles362 mi, at least 500']);
    expect(choices()).toEqual(['Show this row', 'Email anyway', 'Edit rules']);
  });

  it('is asked by the keyboard too: w, or the arrow keys from its rate', async () => {
    const { dimmed, match } = await open();
    pressKey(rateOf(match), 'w');
    expect(popover()).toBeUndefined();
    rateOf(dimmed).focus();
    pressKey(rateOf(dimmed), 'ArrowRight');
    expect(focused(dimmed)).toBe(whyOf(dimmed));
    pressKey(whyOf(dimmed), 'ArrowRight');
    expect(focused(dimmed)).toBe(buttonOf(dimmed));
    pressKey(buttonOf(dimmed), 'ArrowLeft');
    expect(focused(dimmed)).toBe(whyOf(dimmed));
    pressKey(whyOf(dimmed), 'ArrowLeft');
    expect(focused(dimmed)).toBe(rateOf(dimmed));
    pressKey(rateOf(dimmed), 'w');
    expect(popover()?.activeElement?.textContent).toBe('Show this row');
    pressKey(popover()?.activeElement as Element, 'Escape');
    expect([popover(), focused(dimmed)]).toEqual([undefined, rateOf(dimmed)]);
  });
});

describe('the choice', () => {
  it('“Show this row” brings back this one, wherever it is drawn, until another search', async () => {
    const { dimmed, rows, showFrom } = await open();
    press(whyOf(dimmed));
    choose('Show this row');
    expect([popover(), dimmed.getAttribute('data-hh'), partOf(dimmed).className]).toEqual([undefined, null, 'mail']);
    expect(insideOf(dimmed)?.querySelector('.note')?.textContent).toBe('362 mi, want at least 500');
    const others = () => rows().map((row) => row.getAttribute('data-hh'));
    expect(others().slice(0, 7)).toEqual(['match', null, 'dim', 'match', 'match', 'match', 'dim']);
    showFrom(1);
    await eventually(() => expect(others().slice(0, 6)).toEqual([null, 'dim', 'match', 'match', 'match', 'dim']));
    const again = await openDemoBoard('wide');
    await eventually(() =>
      expect(
        again
          .rows()
          .map((row) => row.getAttribute('data-hh'))
          .slice(0, 3),
      ).toEqual(['match', 'dim', 'dim']),
    );
  });

  it('“Email anyway” writes as the button does, with the load as it is read then', async () => {
    const { dimmed } = await open();
    press(whyOf(dimmed));
    press([...(popover()?.querySelectorAll('footer button') ?? [])][1] as Element);
    expect(writes()).toEqual([]);
    choose('Email anyway');
    expect(writes()).toHaveLength(1);
    expect(writes()[0]?.load).toMatchObject({ reference: 'HP-0001', origin: { city: 'Joliet' } });
  });

  it('is gone with the load, and nothing is done for the one that comes', async () => {
    const { dimmed, showFrom } = await open();
    press(whyOf(dimmed));
    const email = [...(popover()?.querySelectorAll('footer button') ?? [])][1] as Element;
    showFrom(5);
    await eventually(() => expect(popover()).toBeUndefined());
    pressRead(email);
    expect(writes()).toEqual([]);
  });

  it('has no mail where the row has no address', async () => {
    const { rows, showFrom } = await open();
    const [row] = rows() as [Element];
    showFrom(12);
    await eventually(() => expect([partOf(row).className, buttonOf(row).hidden]).toEqual(['mail held', true]));
    press(whyOf(row));
    expect(choices()).toEqual(['Show this row', 'Edit rules']);
  });

  it('“Edit rules” opens them in the side panel, or says how', async () => {
    const { dimmed } = await open();
    press(whyOf(dimmed));
    choose('Edit rules');
    expect(told.filter(({ type }) => type !== 'panel:brokers')).toEqual([{ type: 'panel:rules' }]);
    opens = { isOpen: false };
    press(whyOf(dimmed));
    choose('Edit rules');
    await vi.waitFor(() => expect(roots.get(document.querySelector('hh-note') as Element)?.textContent).toContain('To edit rules, press'));
  });

  it('leads to the broker where the team has blocked it, because no rule would help', async () => {
    blocked = 'Redgate Freight Svc';
    const { dimmed } = await open();
    await eventually(() => expect(whyOf(dimmed).textContent).toBe('Blocked: double brokered'));
    press(whyOf(dimmed));
    expect(popover()?.querySelector('p')?.textContent).toBe('Joliet, IL to Columbus, OH. Your team blocked this broker.');
    expect(lines()).toEqual(['FAIL ✕Blocked: double brokered', 'FAIL ✕Trip miles362 mi, at least 500']);
    choose('Open broker');
    expect(told.find(({ type }) => type === 'panel:open')).toMatchObject({ load: { reference: 'HP-0001' } });
  });
});
