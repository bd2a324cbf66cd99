// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { demoConfig } from './config/demo.ts';
import { openDemoBoard } from './testing/demo-board.ts';
import { demo, endRun, eventually, expectTrue, labelOf, openRoots, over240, press, roots, start } from './testing/demo-run.ts';

beforeEach(openRoots);
afterEach(endRun);

describe('the banner of a page that changed', () => {
  const bannerOf = () => roots.get(document.querySelector('hh-banner') as Element) as ShadowRoot;
  const buttons = () => [...bannerOf().querySelectorAll('button')] as [HTMLButtonElement, HTMLButtonElement];

  async function openChanged() {
    const board = await openDemoBoard('wide');
    const before = document.documentElement.outerHTML;
    const results = board.container.closest('#results') as Element;
    results.id = 'pane';
    start(over240);
    await eventually(() => expect(document.querySelector('hh-banner')).not.toBeNull());
    return { before, results, board };
  }

  it('says so, is first for the Tab key, and goes when the page can be read again', async () => {
    const { results, board } = await openChanged();
    expect(document.querySelectorAll('hh-banner')).toHaveLength(1);
    expect(document.body.previousElementSibling?.localName).toBe('hh-banner');
    expect(bannerOf().querySelector('[role="status"]')?.textContent).toBe(
      'Layout changed; filters paused. Our marks are off so that no wrong number is shown.',
    );
    results.id = 'results';
    await eventually(() => expectTrue(board));
    expect(document.querySelector('hh-banner')).toBeNull();
  });

  it('goes without a trace when the board is switched off', async () => {
    const { before, results } = await openChanged();
    demo.run?.stop();
    results.id = 'results';
    expect(document.documentElement.outerHTML).toBe(before);
  });

  it('is there where the browser does not know a selector, and goes too', async () => {
    await openDemoBoard('wide');
    const before = document.documentElement.outerHTML;
    start(over240, { ...demoConfig, container: ['[data-test='] });
    expect(document.querySelectorAll('hh-banner')).toHaveLength(1);
    demo.run?.stop();
    expect(document.documentElement.outerHTML).toBe(before);
  });

  it('tries again at once, and tells the worker to look for a newer configuration', async () => {
    const { results, board } = await openChanged();
    const [again] = buttons();
    const told = demo.reports.length;
    again.dispatchEvent(new MouseEvent('click'));
    expect(demo.reports).toHaveLength(told);
    press(again);
    expect(demo.reports.slice(told).map(({ state }) => state)).toEqual(['DEGRADED']);
    expect(bannerOf().querySelector('[role="status"]')?.textContent).toContain('Trying again.');
    results.id = 'results';
    press(again);
    expect(document.querySelector('hh-banner')).toBeNull();
    await eventually(() => expectTrue(board));
  });

  it('once dismissed, stays away', async () => {
    const { results } = await openChanged();
    const [, dismiss] = buttons();
    dismiss.dispatchEvent(new MouseEvent('click'));
    expect(document.querySelector('hh-banner')).not.toBeNull();
    press(dismiss);
    expect(document.querySelector('hh-banner')).toBeNull();
    results.id = 'results';
    await eventually(() => expect(demo.reports.at(-1)?.state).toBe('READING'));
    results.id = 'pane';
    await eventually(() => expect(demo.reports.at(-1)?.state).toBe('DEGRADED'));
    expect(document.querySelector('hh-banner')).toBeNull();
  });
});

describe('the banner of a page with a field that moved', () => {
  const titleOf = () => roots.get(document.querySelector('hh-banner') as Element)?.querySelector('[role="status"]')?.textContent ?? null;
  const rates = () => [...document.querySelectorAll('[data-test="rate-total"], [data-moved="rate-total"]')];
  const dismiss = () => press(roots.get(document.querySelector('hh-banner') as Element)?.querySelector('.close') as Element);

  /** All the rates at once, as a new version of the page does it. */
  function move(isBack = false): void {
    for (const rate of rates()) {
      rate.toggleAttribute('data-moved', !isBack);
      if (isBack) rate.setAttribute('data-test', 'rate-total');
      else rate.removeAttribute('data-test');
      rate.setAttribute('data-moved', 'rate-total');
      rate.append('');
    }
  }

  const expectNoRates = (rows: readonly Element[]) =>
    eventually(() => {
      for (const row of rows) {
        expect(labelOf(row)).toMatch(/: Rate per mile not known\. Rate not read$/);
        expect(row.getAttribute('data-hh')).toBeNull();
      }
    });

  it('names it, rows say nothing of it, and all comes back with it', async () => {
    const board = await openDemoBoard('wide', { shown: 24 });
    start(over240);
    await eventually(() => expectTrue(board));
    expect(titleOf()).toBeNull();
    expect(demo.run?.report()).toMatchObject({ state: 'READING', unread: [] });
    move();
    await expectNoRates(board.rows());
    expect(titleOf()).toBe('Rates can’t be read on this page. Figures and filter rules that need them are off. The rest works.');
    expect(demo.run?.report()).toMatchObject({ state: 'READING', rows: 24, unread: ['rateTotal'] });
    expect(demo.reports.at(-1)?.unread).toEqual(['rateTotal']);
    move(true);
    await eventually(() => expectTrue(board));
    expect(titleOf()).toBeNull();
    expect(demo.reports.at(-1)?.unread).toEqual([]);
  });

  it('is another one than that of a page that can’t be read at all, also when one of them was dismissed', async () => {
    const board = await openDemoBoard('wide', { shown: 24 });
    start(over240);
    await eventually(() => expectTrue(board));
    move();
    await eventually(() => expect(titleOf()).toContain('Rates can’t be read'));
    dismiss();
    expect(titleOf()).toBeNull();
    const results = board.container.closest('#results') as Element;
    results.id = 'pane';
    await eventually(() => expect(titleOf()).toContain('Layout changed'));
    expect(demo.reports.at(-1)).toMatchObject({ state: 'DEGRADED', unread: [] });
  });
});
