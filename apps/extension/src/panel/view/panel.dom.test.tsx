// @vitest-environment happy-dom
import type { BoardLoad } from '@headhaul/domain/boards/board-load';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createReactPage } from '../../testing/react-page.ts';
import type { FromPanel, PanelQuestion, PanelView } from '../messages.ts';
import { brief, driver, driverId, facts, load, loadId, lookup, nowMs, profit, saved, unknownFacts } from '../testing/panel-world.ts';
import { Panel } from './panel.tsx';

const ok = (value: unknown, more = {}) => ({ ok: true, value, atMs: nowMs, isOld: false, ...more });
const unreachable = { ok: false, failure: 'UNREACHABLE' };

const page = createReactPage();
let asked: FromPanel[] = [];
let opened: string[] = [];
let changed: () => void = () => undefined;
let answers: Partial<Record<PanelQuestion, unknown>>;

beforeEach(() => {
  vi.useFakeTimers({ now: nowMs, toFake: ['Date', 'setInterval', 'clearInterval'] });
  asked = [];
  opened = [];
  answers = {
    'panel:view': { standing: 'READY', row: { board: 'demo', load, readAtMs: nowMs, state: 'HERE' } } satisfies PanelView,
    'panel:facts': ok(facts),
    'panel:lookup': ok(lookup),
    'panel:drivers': ok({ drivers: [driver], chosenId: null }),
    'panel:profit': ok(profit),
    'panel:route': ok({ route: null }),
    'panel:matches': { view: null },
    'panel:save': ok({ saved, isNew: true }),
    'panel:mark': ok({ ...brief, mark: 'BLOCKED' }),
  };
});

afterEach(async () => {
  vi.useRealTimers();
});

async function show(): Promise<void> {
  await page.draw(
    <Panel
      host={{
        async ask(message) {
          asked.push(message);
          return answers[message.type] ?? null;
        },
        mail: async () => ({ mails: {}, isWhole: true }),
        onChanged(listener) {
          changed = listener;
          return () => undefined;
        },
        findTab: async () => 7,
        reportLayout: async () => true,
        openWeb: (path) => opened.push(path),
      }}
    />,
  );
}

const rowOf = (change: Partial<BoardLoad> = {}, state: NonNullable<PanelView['row']>['state'] = 'HERE'): PanelView => ({
  standing: 'READY',
  row: { board: 'demo', load: { ...load, ...change }, readAtMs: nowMs - 120_000, state },
});
const text = () => document.body.textContent ?? '';
const button = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('button, a')].find((one) => one.textContent?.trim() === name) as HTMLElement;
const press = (name: string) => act(async () => button(name).click());
const type = (selector: string, value: string) =>
  act(async () => {
    const input = document.querySelector(selector) as HTMLInputElement;
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value')?.set?.call(input, value);
    input.dispatchEvent(new Event(input.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }));
  });
const submit = () =>
  act(async () => document.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })));
const sent = <Q extends PanelQuestion>(question: Q) => asked.filter((message) => message.type === question) as FromPanel<Q>[];

describe('without a load', () => {
  it.each<[string, unknown, string[], string | null, string | null]>([
    ['nobody opened one', { standing: 'READY', row: null }, ['Open a load board'], null, null],
    ['signed out', { standing: 'SIGNED_OUT', row: null }, ['You’re signed out', 'Signed out', 'Cleared here:'], 'Sign in', '/login'],
    [
      'plan ended',
      { standing: 'PAUSED', row: null },
      ['Your plan has ended.', 'Marks, filters and sending are off', 'Your loads, drivers and templates are safe'],
      'See plans',
      '/dispatcher/subscriptions',
    ],
    ['worker silent', null, ['Headhaul did not start'], 'Try again', null],
  ])('%s', async (_, view, words, name, path) => {
    answers['panel:view'] = view;
    await show();
    for (const word of words) expect(text()).toContain(word);
    expect(sent('panel:facts')).toEqual([]);
    if (name !== null) await press(name);
    expect(opened).toEqual(path === null ? [] : [path]);
  });

  it('the next row is shown when it is opened', async () => {
    answers['panel:view'] = { standing: 'READY', row: null };
    await show();
    answers['panel:view'] = rowOf();
    await act(async () => changed());
    expect(text()).toContain('Milwaukee, WI');
  });
});

describe('the load', () => {
  it('is shown as read; what is not shown and what was not read are told apart', async () => {
    await show();
    for (const words of [
      'Milwaukee, WI',
      'Conley, GA',
      'Rate$2,450',
      'Trip812 mi',
      'PickupNov 19 to Nov 20',
      'TrailerVan',
      'WeightNot read',
    ])
      expect(text()).toContain(words);
    expect(text()).toContain('The board doesn’t show: commodity, comments.');
    expect(text()).not.toMatch(/\b0 lb/);
  });

  it.each([
    ['AWAY', 'isn’t on your screen now'],
    ['CLOSED', 'tab is closed or shows another page'],
    ['DEGRADED', 'layout changed'],
    ['OFF', 'off on this board'],
  ] as const)('%s says so and from when it is', async (state, words) => {
    answers['panel:view'] = rowOf({}, state);
    await show();
    expect(text()).toContain(words);
    expect(text()).toMatch(/As read at \d+:\d\d/);
  });

  it('is hostile text that stays text', async () => {
    const evil = '<img src=x onerror="document.title=1"><script>alert(1)</script>';
    answers['panel:view'] = rowOf({
      comments: evil,
      commodity: evil,
      reference: evil,
      origin: { ...load.origin, city: evil },
      broker: { ...load.broker, name: evil },
      contact: { ...load.contact, name: evil, emails: [{ address: 'javascript:alert(1)', from: 'comments' }] },
    });
    answers['panel:facts'] = ok({ ...facts, broker: { ...facts.broker, mark: 'BLOCKED', markReason: evil } });
    await show();
    expect(text()).toContain(evil);
    expect(document.querySelectorAll('main img, main script, footer img')).toHaveLength(0);
    for (const link of document.querySelectorAll('a')) expect(link.getAttribute('href')).toMatch(/^tel:\+\d+$/);
  });

  it('is looked at again and again while it is seen, and asks the API nothing for that', async () => {
    await show();
    const before = asked.filter(({ type }) => type !== 'panel:view').length;
    await act(async () => vi.advanceTimersByTimeAsync(20_000));
    expect(sent('panel:view').length).toBeGreaterThan(8);
    expect(asked.filter(({ type }) => type !== 'panel:view')).toHaveLength(before);
  });
});

describe('profit', () => {
  it('is the API’s: rate per mile with its sign, floor, target and ask, deadhead and what isn’t known', async () => {
    await show();
    for (const words of ['▲', '$2.97', '$600 net a day', '$270 over target', 'Floor$1,910', 'Target$2,180', 'Ask$2,600'])
      expect(text()).toContain(words);
    expect(text()).toContain('Deadhead 31 mi, from where the driver is empty.');
    expect(text()).toContain('Not known: tolls.');
    expect(sent('panel:profit')).toHaveLength(1);
  });

  it('is counted with the chosen driver, who is remembered', async () => {
    await show();
    await type('#driver', driverId);
    expect(sent('panel:profit').at(-1)).toMatchObject({ driverId });
    expect(sent('panel:choose-driver')).toEqual([{ type: 'panel:choose-driver', driverId }]);
    expect(text()).toContain('Omar Haddad, truck 126, empty in Racine, WI');
  });

  it('says no rate, under floor and unknown without a colour alone', async () => {
    const scale = { ...profit.profit.scale, rateCents: null, floorCents: null, verdict: { tone: 'unknown', text: 'Enter a rate' } };
    answers['panel:profit'] = ok({ profit: { ...profit.profit, rpm: null, netPerDayCents: null, scale }, deadhead: null });
    await show();
    for (const words of ['– a mile', 'No rate posted', 'Target$2,180Ask$2,600', 'Deadhead not known']) expect(text()).toContain(words);
    expect(text()).not.toContain('▲');
    expect(text()).not.toContain('Floor$');
    expect(document.querySelector('.own')).toBeNull();
  });

  it('says why it can’t be counted, and tries again', async () => {
    answers['panel:profit'] = unreachable;
    await show();
    expect(text()).toContain('Couldn’t load the profit. Headhaul doesn’t answer.');
    answers['panel:profit'] = ok(profit);
    await press('Try again');
    expect(text()).toContain('$2.97');
    expect(sent('panel:profit').at(-1)).toMatchObject({ isFresh: true });
  });
});

describe('the broker', () => {
  it('has authority, bond, age, changes, the factor’s answer and the own history, each with its source and age', async () => {
    await show();
    for (const words of [
      'Authority active, 9 years old',
      'Bond on file, $75,000',
      'Phone changed 12 days ago',
      'FMCSA, checked 12 min ago',
      'Ridgeway: approved, $11,200 of $15,000 left',
      'By its list of Nov 12, 2026',
      '14 loads in 12 months',
      'Pays in 24 days, terms 30, 12 paid loads',
      'Short paid 1 of 12',
      'Detention paid on 2 of 3',
      'Ann wrote 1 h ago: Milwaukee, WI to Conley, GA, replied',
    ])
      expect(text()).toContain(words);
    // The kept record is young, so no lookup is spent.
    expect(sent('panel:lookup')).toEqual([]);
  });

  it('that nobody knows is unknown everywhere, and FMCSA is asked once', async () => {
    answers['panel:facts'] = ok(unknownFacts);
    answers['panel:lookup'] = ok({ ...lookup, outcome: 'NOT_FOUND', found: null });
    await show();
    for (const words of [
      'Not in your broker list',
      'Authority, bond and age not looked up',
      'FMCSA has no broker with this MC number',
      'No factor set for your company',
      'No loads with this broker yet',
      'No emails in 60 days',
    ])
      expect(text()).toContain(words);
    expect(sent('panel:lookup')).toEqual([{ type: 'panel:lookup', mc: '428816', isFresh: false }]);
  });

  it('shows what is kept when no lookup is left', async () => {
    answers['panel:facts'] = ok({ ...facts, record: { ...facts.record, checkedAt: '2026-11-10T00:00:00.000Z' } });
    answers['panel:lookup'] = { ok: false, failure: 'REFUSED', text: 'Broker lookups: 300 of 300 used.', isPlanEnded: false };
    await show();
    expect(text()).toContain('Broker lookups: 300 of 300 used.');
    expect(text()).toContain('FMCSA, checked 8 days ago');
  });

  it('warns about a match by name and a phone that isn’t on file', async () => {
    answers['panel:facts'] = ok({ ...facts, matchedBy: 'NAME', broker: { ...facts.broker, phone: '+13125550999' }, record: null });
    answers['panel:lookup'] = unreachable;
    await show();
    expect(text()).toContain('2 things to check before you book');
    expect(text()).toContain('The posting’s phone is not the one on file');
  });

  it('says what the factor has used only when it is known', async () => {
    const { standing } = facts.factor;
    answers['panel:facts'] = ok({ ...facts, factor: { ...facts.factor, standing: { ...standing, usedCents: null } } });
    await show();
    expect(text()).toContain('limit $15,000, used not known');
  });

  it('is blocked with a reason, which is required; what was known is asked for anew', async () => {
    await show();
    await press('Block');
    expect((button('Block for everybody') as HTMLButtonElement).disabled).toBe(true);
    await submit();
    expect(sent('panel:mark')).toEqual([]);
    await type('.mark input', ' Short pay ');
    await submit();
    expect(sent('panel:mark')).toMatchObject([{ mark: 'BLOCKED', reason: 'Short pay', mc: '428816', name: 'Lakeshore Freight' }]);
    expect(sent('panel:facts').at(-1)).toMatchObject({ isFresh: true });
  });

  it('can be unblocked, and a change that fails says so', async () => {
    answers['panel:facts'] = ok({ ...facts, broker: { ...facts.broker, mark: 'BLOCKED', markReason: 'Short pay' } });
    answers['panel:mark'] = unreachable;
    await show();
    expect(text()).toContain('Blocked by your company: Short pay');
    await press('Unblock');
    expect(sent('panel:mark')).toMatchObject([{ mark: 'NONE', reason: '' }]);
    expect(text()).toContain('Couldn’t save the change');
  });

  it('keeps its mark when somebody gives up on a change that failed: nothing is there to be tried again', async () => {
    answers['panel:facts'] = ok({ ...facts, broker: { ...facts.broker, mark: 'PREFERRED', markReason: null } });
    answers['panel:mark'] = unreachable;
    await show();
    await press('Block');
    await type('.mark input', 'Short pay');
    await submit();
    expect(text()).toContain('Couldn’t save the change');
    await press('Cancel');
    expect(text()).not.toContain('Couldn’t save the change');
    expect(button('Try again')).toBeUndefined();
    expect(sent('panel:mark').map(({ mark }) => mark)).toEqual(['BLOCKED']);
  });

  it('of before says from when it is', async () => {
    answers['panel:facts'] = ok(facts, { isOld: true, atMs: nowMs - 600_000 });
    await show();
    expect(text()).toMatch(/Headhaul doesn’t answer\. As of \d+:\d\d/);
  });
});

describe('saving', () => {
  it('saves what is shown with one click and opens it', async () => {
    await show();
    await press('Save as draft load');
    const [message] = sent('panel:save');
    expect(message?.posting).toMatchObject({
      pickupDay: '2026-11-19',
      deliveryDay: '2026-11-21',
      phone: '+13125550148',
      phoneExt: '12',
      load: { rateCents: 245_000, brokerMc: '428816' },
    });
    expect(text()).toContain('Saved as 24829 (Draft) 2 min ago by Ann Reyes');
    await press('Open load');
    expect(opened).toEqual([`/dispatcher/my-loads/${loadId}`]);
  });

  it('asks for a day that the board doesn’t show', async () => {
    answers['panel:view'] = rowOf({ delivery: { earliest: null, latest: null, raw: '' } });
    await show();
    await press('Save as draft load');
    expect(sent('panel:save')).toEqual([]);
    expect(text()).toContain('Delivery day, not on the board');
    await type('.save input[type=date]', '2026-11-22');
    await act(async () => document.querySelector('form.save')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })));
    expect(sent('panel:save')[0]?.posting).toMatchObject({ pickupDay: '2026-11-19', deliveryDay: '2026-11-22' });
  });

  it('of a load that somebody saved says so, with the rate of then', async () => {
    answers['panel:facts'] = ok({ ...facts, saved: { ...saved, postedCents: 230_000 } });
    await show();
    expect(text()).toContain('Saved as 24829');
    expect(text()).toContain('The rate was $2,300 then');
    expect(button('Save as draft load')).toBeUndefined();
  });

  it.each([
    [unreachable, 'Couldn’t save this load'],
    [{ ok: false, failure: 'REFUSED', text: 'The board shows no city', isPlanEnded: false }, 'The board shows no city'],
    [{ ok: false, failure: 'SIGNED_OUT' }, 'You’re signed out.'],
    [null, 'Couldn’t save this load'],
  ])('that fails says why', async (answer, words) => {
    answers['panel:save'] = answer;
    await show();
    await press('Save as draft load');
    expect(text()).toContain(words);
    expect(button('Save as draft load')).toBeDefined();
  });
});

describe('calling', () => {
  it('dials the number that is shown, and is counted', async () => {
    await show();
    const link = button('Call (312) 555-0148 ext. 12');
    expect(link.getAttribute('href')).toBe('tel:+13125550148');
    link.addEventListener('click', (event) => event.preventDefault());
    await press('Call (312) 555-0148 ext. 12');
    expect(sent('panel:call')).toHaveLength(1);
  });

  it('offers the numbers on file that the posting doesn’t have', async () => {
    answers['panel:facts'] = ok({ ...facts, broker: { ...facts.broker, phone: '+14145550199' } });
    await show();
    const calls = [...document.querySelectorAll('.calls li')].map((item) => item.textContent);
    expect(calls).toEqual(['Call (312) 555-0148 ext. 12FMCSA record, the posting', 'Call (414) 555-0199your broker list']);
  });

  it('says when there is no number', async () => {
    answers['panel:view'] = rowOf({ contact: { ...load.contact, phones: [] } });
    answers['panel:facts'] = ok(unknownFacts);
    await show();
    expect(text()).toContain('No phone number shown');
    expect(document.querySelector('a')).toBeNull();
  });
});

describe('offline', () => {
  it('is said in place of what couldn’t be asked', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    answers['panel:facts'] = unreachable;
    await show();
    expect(text()).toContain('You’re offline. Couldn’t load the broker.');
    vi.restoreAllMocks();
  });
});
