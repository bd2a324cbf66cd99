// @vitest-environment happy-dom
import { TaughtBoardConfig } from '@headhaul/contracts/boards/learned-config';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { demo, endRun, eventually, noMarks, openRoots, press, pressRead, roots, start, stopClock } from '../board/testing/demo-run.ts';
import { connectNobody } from '../live/testing/live-port.ts';
import { createLesson } from './page/lesson.ts';
import { runLesson } from './page/run-lesson.ts';
import { startTeaching } from './page/start-teaching.ts';
import { demoDay, makeMarket, openDemoPage } from './testing/demo-page.ts';
import { headerOf } from './to-board-config.ts';
import { firstTaughtVersion } from './worker/taught-pages.ts';

beforeEach(openRoots);
afterEach(endRun);

const page = { hostname: 'localhost', pathname: '/board' };
const header = { board: 'demo', ...page, version: firstTaughtVersion, at: '2026-11-18T00:00:00.000Z' } as const;
const options = { document, page, board: 'demo', today: demoDay, before: null } as const;

let end: (() => void) | undefined;
afterEach(() => {
  end?.();
  end = undefined;
});

async function open(switches: Record<string, string> = { hash: '1' }, rows = 12) {
  const board = await openDemoPage('wide', switches);
  const { postings } = await makeMarket();
  await board.show(postings.slice(0, rows));
  return { postings, board };
}

const panel = () => roots.get(document.querySelector('hh-teach') as Element) as ShadowRoot;
const buttonNamed = (name: string) =>
  [...panel().querySelectorAll('button')].find((one) => (one.getAttribute('aria-label') ?? one.textContent) === name) as HTMLButtonElement;
const ours = () => document.querySelectorAll('hh-teach, hh-teach-marks, hh-teach-veil, hh-teach-table').length;

function begin(send = vi.fn(async () => 'SAVED' as unknown)) {
  end = runLesson({ ...options, send });
  return send;
}

function learn() {
  const { learned, fault } = createLesson(options).read();
  expect(fault).toBeNull();
  return TaughtBoardConfig.parse({ ...learned, ...headerOf(header) });
}

describe('a lesson', () => {
  it('lies over the page, changes nothing of it, and leaves no trace', async () => {
    await open();
    const before = document.body.outerHTML;
    const send = begin();
    pressRead(buttonNamed('Change: Origin'));
    pressRead(buttonNamed('Cancel'));
    pressRead(buttonNamed('See what we read'));
    expect(document.body.outerHTML).toBe(before);
    expect(document.querySelector('hh-teach-table')).not.toBeNull();
    expect(send).not.toHaveBeenCalled();
    pressRead(buttonNamed('Close'));
    // The worker gives back the site that was allowed for the lesson.
    expect(send).toHaveBeenCalledExactlyOnceWith({ type: 'teach:end' });
    expect(ours()).toBe(0);
    expect(document.documentElement.querySelectorAll('[data-hh]')).toHaveLength(0);
  });

  it('that another one follows in its place tells the worker nothing', async () => {
    await open();
    const send = begin();
    end?.();
    expect(ours()).toBe(0);
    expect(send).not.toHaveBeenCalled();
  });

  it.each([
    [{ outcome: 'OFFERED', owner: { name: 'Nina Ruiz', isYou: false } }, 'when Nina Ruiz says yes under Extension in Headhaul'],
    [{ outcome: 'OFFERED', owner: { name: 'Ann Reyes', isYou: true } }, 'Say yes under Extension in Headhaul'],
    [{ outcome: 'REFUSED', detail: '20 pages wait.' }, '20 pages wait. It still works on this computer.'],
    [{ outcome: 'UNREACHABLE' }, "Headhaul doesn't answer."],
  ])('is offered to the company by a click after it was saved: %j', async (outcome, said) => {
    await open();
    const send = begin(vi.fn(async (message: { type: string }) => (message.type === 'teach:save' ? 'SAVED' : outcome)) as never);
    pressRead(buttonNamed('See what we read'));
    pressRead(buttonNamed('Looks right, turn it on'));
    await eventually(() => expect(buttonNamed('Share with the company')).toBeDefined());
    expect(send).toHaveBeenCalledTimes(1);
    pressRead(buttonNamed('Share with the company'));
    await eventually(() => expect(panel().textContent).toContain(said));
    expect(send).toHaveBeenLastCalledWith({ type: 'teach:offer' });
  });

  it('does nothing on clicks that a script makes', async () => {
    await open();
    const send = begin();
    const before = panel().textContent;
    for (const button of panel().querySelectorAll('button')) button.dispatchEvent(new MouseEvent('click'));
    expect(panel().textContent).toBe(before);
    pressRead(buttonNamed('See what we read'));
    buttonNamed('Looks right, turn it on').dispatchEvent(new MouseEvent('click'));
    await Promise.resolve();
    expect(send).not.toHaveBeenCalled();
  });

  it('keeps nothing by a double click, nor by a press before the table could be compared', async () => {
    await open();
    stopClock();
    const send = begin();
    press(buttonNamed('See what we read'));
    expect(document.querySelector('hh-teach-table')).toBeNull();
    pressRead(buttonNamed('See what we read'));
    press(buttonNamed('Looks right, turn it on'));
    pressRead(buttonNamed('Looks right, turn it on'), { detail: 2 });
    expect(send).not.toHaveBeenCalled();
    pressRead(buttonNamed('Looks right, turn it on'));
    expect(send).toHaveBeenCalledOnce();
  });

  it('takes one answer after the other without a pause: the list of fields was read before', async () => {
    await open();
    begin();
    pressRead(buttonNamed('Add a field'));
    press(buttonNamed('Change: Origin'));
    expect(panel().querySelector('h2')?.textContent).toBe('Click the origin in any row');
  });

  it.each<[string, (host: HTMLElement) => void]>([
    ['hidden it', (host) => Object.assign(host, { checkVisibility: () => false })],
    ['moved it out of sight', (host) => Object.assign(host, { getBoundingClientRect: () => new DOMRect(-900, 0, 360, 700) })],
    ['taken it into an element of its own', (host) => document.body.append(host)],
  ])('does nothing where the page has %s', async (_, change) => {
    await open();
    const send = begin();
    pressRead(buttonNamed('See what we read'));
    change(document.querySelector('hh-teach') as HTMLElement);
    pressRead(buttonNamed('Looks right, turn it on'));
    expect(send).not.toHaveBeenCalled();
  });

  it.each([
    ['teach:save', ['See what we read', 'Looks right, turn it on']],
    ['teach:offer', ['See what we read', 'Looks right, turn it on', 'Share with the company']],
  ])('%s is said once, however often its button is pressed before the answer', async (type, names) => {
    await open();
    const unanswered = new Promise(() => undefined);
    const send = begin(vi.fn((message: { type: string }) => (message.type === type ? unanswered : Promise.resolve('SAVED'))) as never);
    for (const name of names) {
      await eventually(() => expect(buttonNamed(name)).toBeDefined());
      pressRead(buttonNamed(name));
    }
    pressRead(buttonNamed(names.at(-1) ?? ''));
    expect(send.mock.calls.flat().filter((message) => (message as { type: string }).type === type)).toHaveLength(1);
  });

  it('the click on a cell never reaches the board', async () => {
    await open();
    const heard = vi.fn();
    document.body.addEventListener('click', heard);
    begin();
    pressRead(buttonNamed('Change: Trip miles'));
    const cell = document.querySelector("[data-test='trip']") as Element;
    Object.assign(document, { elementsFromPoint: () => [document.querySelector('hh-teach-veil'), cell] });
    pressRead(document.querySelector('hh-teach-veil') as Element);
    expect(heard).not.toHaveBeenCalled();
    expect(document.querySelector('hh-teach-veil')).toBeNull();
    document.body.removeEventListener('click', heard);
  });

  it('a cell that is no weight is refused, and the panel says so', async () => {
    await open();
    begin();
    pressRead(buttonNamed('Change: Weight'));
    Object.assign(document, { elementsFromPoint: () => [document.querySelector("[data-test='origin']")] });
    pressRead(document.querySelector('hh-teach-veil') as Element);
    expect(panel().querySelector('.fault')?.textContent).toContain("doesn't read as this field");
  });

  it('says why a page can’t be taught', async () => {
    await open({ hash: '1' }, 3);
    begin();
    expect(panel().textContent).toContain('Open a search with at least five loads first.');
  });

  it.each([
    ['REFUSED', 'reload the page'],
    ['STORAGE_FULL', 'free up disk space'],
  ])('says when it wasn’t saved: %s', async (outcome, words) => {
    await open();
    begin(vi.fn(async () => outcome));
    pressRead(buttonNamed('See what we read'));
    pressRead(buttonNamed('Looks right, turn it on'));
    await vi.waitFor(() => expect(panel().textContent).toContain(words));
  });

  it('text of the page stays text', async () => {
    const { postings } = await makeMarket();
    const board = await openDemoPage('wide');
    await board.show(postings.slice(0, 8).map((one) => ({ ...one, company: '<img src=x onerror=alert(1)> Freight LLC' })));
    begin();
    pressRead(buttonNamed('See what we read'));
    const table = roots.get(document.querySelector('hh-teach-table') as Element);
    expect(table?.querySelector('img') ?? panel().querySelector('img')).toBeNull();
    expect(table?.textContent).toContain('<img src=x');
  });

  it('what moves while the user looks is read anew before it is kept', async () => {
    const { board, postings } = await open();
    const lesson = createLesson(options);
    await board.show(postings.slice(40, 60));
    const { learned, taught } = lesson.read();
    expect(learned).not.toBeNull();
    expect(taught.loads).toHaveLength(20);
  });
});

describe('after a change of the layout', () => {
  it.each(['attrs', 'rows', 'nested'])(
    'broken=%s: no row is read wrongly, the page says so, and it can be taught again',
    async (broken) => {
      await open();
      const config = learn();
      await open({ hash: '1', broken });
      start(undefined, config);
      await eventually(() => expect(demo.reports.at(-1)?.state).toBe('DEGRADED'));
      expect(document.querySelectorAll('hh-row, [data-hh]')).toHaveLength(0);
      const banner = roots.get(document.querySelector('hh-banner') as Element);
      expect(banner?.textContent).toContain('Layout changed; filters paused.');
      demo.run?.stop();
      const again = learn();
      expect(again).not.toEqual(config);
      start(undefined, again);
      await eventually(() => expect(document.querySelectorAll('hh-row').length).toBe(12));
      expect(demo.reports.at(-1)?.state).toBe('READING');
    },
  );

  it('the banner offers a lesson where somebody can give it', async () => {
    await open();
    const config = learn();
    await open({ hash: '1', broken: 'attrs' });
    const teach = vi.fn();
    const { runBoard } = await import('../board/run-board.ts');
    demo.run = runBoard({
      config,
      filters: [],
      marks: noMarks,
      document,
      page,
      onState: () => undefined,
      sendMail: async () => null,
      connectLive: connectNobody,
      sendPanel: async () => null,
      teach,
    });
    await eventually(() => expect(document.querySelector('hh-banner')).not.toBeNull());
    const banner = roots.get(document.querySelector('hh-banner') as Element) as ShadowRoot;
    const button = [...banner.querySelectorAll('button')].find(({ textContent }) => textContent === 'Teach it, one minute');
    pressRead(button as Element);
    expect(teach).toHaveBeenCalledTimes(1);
  });
});

describe('the script in a frame', () => {
  function load() {
    const listeners = new Set<(raw: unknown) => boolean>();
    const found = startTeaching({
      document,
      page,
      send: async () => 'SAVED',
      listen(receive) {
        listeners.add(receive);
        return () => listeners.delete(receive);
      },
    });
    return { found, listeners };
  }

  it('says what it found, and draws nothing before it is told to', async () => {
    await open();
    const { found, listeners } = load();
    expect(found.rows).toBe(12);
    expect(found.fields).toBeGreaterThan(8);
    expect(ours()).toBe(0);
    for (const receive of listeners) receive({ type: 'teach:begin', board: 'demo', before: null });
    expect(document.querySelector('hh-teach')).not.toBeNull();
    expect(listeners.size).toBe(0);
    // A second click on "Teach" begins anew, and the first panel goes.
    const second = load();
    expect(ours()).toBe(0);
    for (const receive of second.listeners) receive({ type: 'teach:begin', board: 'demo', before: null });
    expect(document.querySelectorAll('hh-teach')).toHaveLength(1);
    load();
  });

  it('a page without loads has nothing', async () => {
    document.body.innerHTML = '<main><p>Sign in</p></main>';
    expect(load().found).toEqual({ rows: 0, fields: 0 });
  });
});
