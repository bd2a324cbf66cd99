// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { type RowHandlers, type RowWatch, watchRows } from './watch-rows.ts';

let watch: RowWatch | null = null;

afterEach(() => {
  watch?.stop();
  watch = null;
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  document.body.innerHTML = '';
});

const at = (id: string) => document.getElementById(id) as Element;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const threeRows = '<p id="row-1">one</p><div id="wrap"><p id="row-2">two</p></div><p id="row-3">three</p>';

function open(own: Partial<RowHandlers> = {}, rows = threeRows) {
  document.body.innerHTML = `<div id="list">${rows}</div>`;
  const gone: Element[] = [];
  const read: Element[] = [];
  const handlers: RowHandlers = {
    onTouched: () => undefined,
    onGone: (row) => void gone.push(row),
    read: (row) => {
      read.push(row);
      return null;
    },
    onUnreadable: () => undefined,
    onRound: () => undefined,
    ...own,
  };
  watch = watchRows({
    container: at('list'),
    rowSelectors: ["p[id^='row-']"],
    attributes: ['id', 'title'],
    ignore: [],
    panels: ['aside'],
    isOwn: () => false,
    handlers,
  });
  return { gone, read };
}

test('an element that is no row any more is left, and found again when it is one', async () => {
  const { gone, read } = open();
  const row = at('row-1');
  await vi.waitFor(() => expect(read).toHaveLength(3));
  row.id = 'advert';
  await Promise.resolve();
  expect(gone).toEqual([row]);
  row.id = 'row-9';
  await vi.waitFor(() => expect(read.at(-1)).toBe(row));
  expect(gone).toEqual([row]);
});

test('the rows are known without looking through the page: those that came, without those that left or are something else now', async () => {
  open();
  at('list').insertAdjacentHTML('afterbegin', '<p id="row-0">zero</p>');
  at('row-2').remove();
  at('row-3').id = 'advert';
  await Promise.resolve();
  expect(new Set(watch?.known())).toEqual(new Set([at('row-0'), at('row-1')]));
  expect(watch?.rows()).toEqual([at('row-0'), at('row-1')]);
});

test('a row that leaves is left, also with what is around it and under another name', async () => {
  const { gone } = open();
  const [inner, last] = [at('row-2'), at('row-3')];
  at('wrap').remove();
  last.id = 'other';
  last.remove();
  await Promise.resolve();
  expect(new Set(gone)).toEqual(new Set([inner, last]));
  expect(gone).toHaveLength(2);
});

test('a row is read again when an attribute changes that is read, and only then', async () => {
  const { read } = open();
  await vi.waitFor(() => expect(read).toHaveLength(3));
  at('row-1').setAttribute('class', 'odd');
  at('row-2').setAttribute('title', 'a rate that only the title has');
  await vi.waitFor(() => expect(read).toHaveLength(4));
  expect(read.at(-1)).toBe(at('row-2'));
});

test('a row is read again when something opens right below it, changes there or closes', async () => {
  const { read } = open();
  await vi.waitFor(() => expect(read).toHaveLength(3));
  const row = at('row-1');
  const panel = document.createElement('aside');
  const changes = [() => row.after(panel), () => panel.append('loads@harborpine.example'), () => panel.remove()];
  for (const [turn, change] of changes.entries()) {
    change();
    await vi.waitFor(() => expect(read).toHaveLength(4 + turn));
    expect(read.at(-1)).toBe(row);
  }
});

test('of a long list the rows on the screen are read first', async () => {
  vi.stubGlobal('IntersectionObserver', function watchSight(onSeen: (entries: { target: Element; isIntersecting: boolean }[]) => void) {
    const observe = (target: Element) => {
      if (target.id === 'row-190') onSeen([{ target, isIntersecting: true }]);
    };
    return { observe, unobserve: () => undefined, disconnect: () => undefined };
  });
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => setTimeout(run, 0));
  vi.stubGlobal('cancelAnimationFrame', clearTimeout);
  // Each look at the clock is a frame later, so a round reads one row.
  let nowMs = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    nowMs += 25;
    return nowMs;
  });
  const rows = Array.from({ length: 200 }, (_, at) => `<p id="row-${at + 1}">${at}</p>`);
  const { read } = open({}, rows.join(''));
  await vi.waitFor(() => expect(read.length).toBeGreaterThan(2));
  expect(read.slice(0, 3).map(({ id }) => id)).toEqual(['row-190', 'row-1', 'row-2']);
});

test('a row that throws costs the others nothing', async () => {
  const written: string[] = [];
  const onUnreadable = vi.fn<RowHandlers['onUnreadable']>();
  const onRound = vi.fn();
  open({
    onUnreadable,
    onRound,
    onTouched: (row) => {
      if (row.id === 'row-1') throw new Error('touched');
    },
    read: (row) => {
      if (row.id === 'row-2') throw new Error('read');
      return () => {
        if (row.id === 'row-1') throw new Error('written');
        written.push(row.id);
      };
    },
  });
  await vi.waitFor(() => expect(written).toEqual(['row-3']));
  expect(new Set(onUnreadable.mock.calls.map(([row]) => row.id))).toEqual(new Set(['row-1', 'row-2']));
  expect(onRound).toHaveBeenCalled();
});

test('a page that answers each of our changes can’t excuse it with input that it made itself', async () => {
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => setTimeout(run, 0));
  vi.stubGlobal('cancelAnimationFrame', clearTimeout);
  let rounds = 0;
  open({
    onRound: () => {
      rounds += 1;
      document.dispatchEvent(new Event('scroll'));
      at('row-1').textContent = `round ${rounds}`;
    },
  });
  await pause(1_000);
  expect(rounds).toBe(100);
  expect([watch?.takeStorms(), watch?.takeStorms()]).toEqual([1, 0]);
});

/** A list that draws its rows when it is scrolled. */
async function scrollTo(draw: () => void): Promise<void> {
  at('list').addEventListener('scroll', draw, { once: true });
  const scroll = new Event('scroll');
  // Only the browser's own scrolling counts, and it is the browser's word that an event is its own.
  Object.defineProperty(scroll, 'isTrusted', { value: true });
  at('list').dispatchEvent(scroll);
  for (let turn = 0; turn < 3; turn += 1) await Promise.resolve();
}

test('what is drawn while the page is scrolled is read before the screen is drawn, once in a frame', async () => {
  const frames: FrameRequestCallback[] = [];
  vi.stubGlobal('requestAnimationFrame', (run: FrameRequestCallback) => frames.push(run));
  const touched: string[] = [];
  const { read } = open({ onTouched: (row) => void touched.push(row.id) });
  frames.shift()?.(0);
  touched.length = 0;
  await scrollTo(() => at('row-1').append(' mile'));
  expect(read.slice(3)).toEqual([at('row-1')]);
  expect(touched).toEqual([]);
  // Until the next frame, what else changes waits, and says nothing meanwhile.
  await scrollTo(() => at('row-3').append(' miles'));
  expect(read).toHaveLength(4);
  expect(touched).toEqual(['row-3']);
  frames.shift()?.(0);
  expect(read.slice(4)).toEqual([at('row-3')]);
});

test('rows for which a round has no time left say nothing until the next one', async () => {
  const frames: FrameRequestCallback[] = [];
  vi.stubGlobal('requestAnimationFrame', (run: FrameRequestCallback) => frames.push(run));
  let [nowMs, rowMs] = [0, 0];
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  const [touched, read]: [string[], string[]] = [[], []];
  open({
    onTouched: (row) => void touched.push(row.id),
    read(row) {
      read.push(row.id);
      nowMs += rowMs;
      return null;
    },
  });
  frames.shift()?.(0);
  [touched.length, read.length, rowMs] = [0, 0, 5];
  await scrollTo(() => {
    for (const id of ['row-1', 'row-2', 'row-3']) at(id).append(' more');
  });
  expect(read).toEqual(['row-1']);
  expect(touched).toEqual(['row-2', 'row-3']);
  while (frames.length > 0) frames.shift()?.(0);
  expect(read).toEqual(['row-1', 'row-2', 'row-3']);
});
