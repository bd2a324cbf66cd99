// @vitest-environment happy-dom
import { isOutline } from '@headhaul/domain/boards/outline/outline';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { endRun, eventually, openRoots, pressRead, roots } from '../board/testing/demo-run.ts';
import { makeOutline, runReport } from './page/show-report.ts';
import { makeMarket, openDemoPage } from './testing/demo-page.ts';

const page = { hostname: 'loads.prairie.example' };
let end: (() => void) | undefined;
beforeEach(openRoots);
afterEach(endRun);
afterEach(() => {
  end?.();
  end = undefined;
});

afterAll(() => {
  document.body.innerHTML = '';
  for (const name of document.body.getAttributeNames()) document.body.removeAttribute(name);
});

const panel = () => roots.get(document.querySelector('hh-teach') as Element) as ShadowRoot;
const buttonNamed = (name: string) => [...panel().querySelectorAll('button')].find((one) => one.textContent === name) as HTMLButtonElement;

describe('the outline of the demo board', () => {
  it.each(['wide', 'compact', 'cards'] as const)('%s: shows how the rows are built, and no word of a posting', async (layout) => {
    const board = await openDemoPage(layout, { hash: '1' });
    const { postings } = await makeMarket();
    await board.show(postings.slice(0, 40));
    const outline = makeOutline(document);
    expect(isOutline(outline)).toBe(true);
    expect(outline).toContain('"Aa, AA"');
    expect(outline).toContain('$9,999');
    const words = postings
      .slice(0, 40)
      .flatMap((posting) => Object.values(posting).flatMap((value) => String(value).match(/[A-Za-z]{4,}|[0-8]{3,}/g) ?? []));
    // What a tag or a name of an attribute may be called is no word of a posting.
    const said = [...outline.matchAll(/"([^"]*)"/g)]
      .map(([, shape]) => shape ?? '')
      .join(' ')
      .toLowerCase();
    expect(words.length).toBeGreaterThan(200);
    expect(words.filter((word) => said.includes(word.toLowerCase()))).toEqual([]);
  });

  it('reads nothing that the user types, no value, and nothing of ours', () => {
    document.body.innerHTML = `<hh-row data-ours="x">Ours</hh-row><form><input value="secret"><textarea>secret</textarea></form>
      <div id="secret" class="secret" data-user="secret" onclick="secret()" role="secret"><!-- secret -->Hi</div><script>secret()</script>`;
    const outline = makeOutline(document);
    expect(outline).not.toMatch(/secret|ours|onclick|hh-row/);
    expect(outline).toContain('div[data-user]');
  });
});

describe('a report', () => {
  it('shows all that would be sent, and sends that by a click of the user', async () => {
    document.body.innerHTML = '<table><tbody><tr><td>Dallas, TX</td></tr></tbody></table>';
    const before = document.body.outerHTML;
    const send = vi.fn(async () => 'SENT');
    end = runReport({ document, page, send });
    const shown = panel().querySelector('.preview')?.textContent;
    expect(shown).toBe(makeOutline(document));
    buttonNamed('Send outline').dispatchEvent(new MouseEvent('click'));
    expect(send).not.toHaveBeenCalled();
    pressRead(buttonNamed('Send outline'));
    await eventually(() => expect(panel().textContent).toContain('Outline sent'));
    expect(send).toHaveBeenCalledExactlyOnceWith({ type: 'teach:report', outline: shown });
    pressRead(buttonNamed('Close'));
    expect(document.querySelector('hh-teach')).toBeNull();
    expect(document.body.outerHTML).toBe(before);
  });

  it('stays closed when the answer comes after it was closed', async () => {
    const sent = Promise.withResolvers<string>();
    end = runReport({ document, page, send: () => sent.promise });
    pressRead(buttonNamed('Send outline'));
    end();
    sent.resolve('SENT');
    await sent.promise;
    await Promise.resolve();
    await Promise.resolve();
    expect(document.querySelector('hh-teach')).toBeNull();
  });

  it('is not sent when the user doesn’t want it, and says when nobody answers', async () => {
    const send = vi.fn(async () => Promise.reject(new Error('gone')));
    end = runReport({ document, page, send });
    pressRead(buttonNamed("Don't send"));
    expect(document.querySelector('hh-teach')).toBeNull();
    expect(send).toHaveBeenCalledExactlyOnceWith({ type: 'teach:end' });
    end = runReport({ document, page, send });
    pressRead(buttonNamed('Send outline'));
    await eventually(() => expect(panel().textContent).toContain("Headhaul doesn't answer."));
    expect(buttonNamed('Try again')).toBeDefined();
  });
});
