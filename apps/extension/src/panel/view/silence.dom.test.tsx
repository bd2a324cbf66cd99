// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createReactPage } from '../../testing/react-page.ts';
import type { FromPanel, PanelQuestion, PanelView } from '../messages.ts';
import { driver, facts, load, nowMs, profit } from '../testing/panel-world.ts';
import { Panel } from './panel.tsx';

const ok = (value: unknown, more = {}) => ({ ok: true, value, atMs: nowMs, isOld: false, ...more });
const unreachable = { ok: false, failure: 'UNREACHABLE' };
const view: PanelView = { standing: 'READY', row: { board: 'demo', load, readAtMs: nowMs, state: 'HERE' } };

const page = createReactPage();
let asked: FromPanel[] = [];
let answers: Partial<Record<PanelQuestion, unknown>>;

beforeEach(() => {
  vi.useFakeTimers({ now: nowMs, toFake: ['Date', 'setInterval', 'clearInterval'] });
  asked = [];
  answers = {
    'panel:view': view,
    'panel:facts': ok(facts),
    'panel:drivers': ok({ drivers: [driver], chosenId: null }),
    'panel:profit': ok(profit),
    'panel:route': ok({ route: null }),
    'panel:matches': { view: null },
  };
});

afterEach(async () => {
  vi.useRealTimers();
});

async function show(): Promise<void> {
  const host = {
    async ask(message: FromPanel) {
      asked.push(message);
      return answers[message.type] ?? null;
    },
    mail: async () => null,
    onChanged: () => () => undefined,
    findTab: async () => 7,
    reportLayout: async () => true,
    openWeb: () => undefined,
  };
  await page.draw(<Panel host={host} />);
}

const text = () => document.body.textContent ?? '';
const press = (name: string) => act(async () => [...document.querySelectorAll('button')].find((one) => one.textContent === name)?.click());
const sent = <Q extends PanelQuestion>(question: Q) => asked.filter((message) => message.type === question) as FromPanel<Q>[];

describe('without a connection', () => {
  const isOnline = vi.spyOn(navigator, 'onLine', 'get');
  afterEach(() => void isOnline.mockReset());
  const turn = (online: boolean) =>
    act(async () => {
      isOnline.mockReturnValue(online);
      window.dispatchEvent(new Event(online ? 'online' : 'offline'));
    });

  it('says since when, and what is from before', async () => {
    isOnline.mockReturnValue(true);
    await show();
    expect(text()).not.toContain('No connection');
    await turn(false);
    expect(text()).toMatch(/No connection.*Offline since \d+:\d\d.[AP]M\. Filters keep working/);
    await turn(true);
    expect(text()).not.toContain('Offline');
  });

  it('where it is offline from the start no time is made up', async () => {
    isOnline.mockReturnValue(false);
    await show();
    expect(text()).toContain('Offline. Filters keep working');
  });

  it('tries again on a click, and asks what was not answered once there is an answer', async () => {
    isOnline.mockReturnValue(true);
    answers['panel:view'] = { ...view, silentSinceMs: nowMs - 600_000 };
    answers['panel:facts'] = unreachable;
    answers['panel:profit'] = ok(profit, { isOld: true });
    await show();
    expect(text()).toMatch(/Headhaul doesn’t answer since \d+:\d\d/);
    answers['panel:view'] = view;
    answers['panel:facts'] = ok(facts);
    answers['panel:profit'] = ok(profit);
    await press('Try now');
    expect(sent('panel:try')).toHaveLength(1);
    expect(text()).not.toContain('doesn’t answer');
    expect([sent('panel:facts').at(-1)?.isFresh, sent('panel:profit').at(-1)?.isFresh]).toEqual([true, true]);
    // What was answered is not asked again.
    expect(sent('panel:drivers')).toHaveLength(1);
  });
});

it('somebody whose session was ended reads why', async () => {
  const ended = { reason: 'removed', at: '2026-11-18T14:31:00.000Z', companyName: 'Acme', byName: 'Nina', worksElsewhere: false };
  answers['panel:view'] = { standing: 'SIGNED_OUT', row: null, ended };
  await show();
  expect(text()).toMatch(/You’re signed outNina removed you from Acme at .+No load board is read until you sign in again\./);
});
