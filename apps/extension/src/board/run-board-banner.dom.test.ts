// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { demoConfig } from './config/demo.ts';
import { openDemoBoard } from './testing/demo-board.ts';
import { demo, endRun, eventually, expectTrue, openRoots, over240, press, roots, start } from './testing/demo-run.ts';

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
