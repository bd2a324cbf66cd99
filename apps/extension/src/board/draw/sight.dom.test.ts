// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readAfterMs } from './meant-presses.ts';
import { createSight } from './sight.ts';

const onDropped = vi.fn();

let report: (entries: { target: Element; isVisible: boolean }[]) => void = () => undefined;
const watched = new Set<Element>();

/** The browser says it of an element that is looked at. */
function say(target: Element, isVisible: boolean): void {
  if (watched.has(target)) report([{ target, isVisible }]);
}

const pass = (ms: number) => vi.advanceTimersByTime(ms);
const makeButton = () => document.createElement('button');

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  vi.stubGlobal(
    'IntersectionObserverEntry',
    class {
      get isVisible() {
        return false;
      }
    },
  );
  vi.stubGlobal('IntersectionObserver', function watch(onSeen: typeof report) {
    report = onSeen;
    return {
      observe: (target: Element) => watched.add(target),
      unobserve: (target: Element) => watched.delete(target),
      disconnect: () => watched.clear(),
    };
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  watched.clear();
  onDropped.mockClear();
});

describe('a press', () => {
  test('waits until the button has been seen for as long as it takes to read', () => {
    const [sight, button, run] = [createSight(), makeButton(), vi.fn()];
    sight.whenSeen(button, run, onDropped);
    pass(readAfterMs);
    say(button, true);
    pass(readAfterMs - 1);
    say(button, true);
    expect(run).not.toHaveBeenCalled();
    pass(1);
    expect(run).not.toHaveBeenCalled();
    say(button, true);
    expect(run).toHaveBeenCalledTimes(1);
    sight.whenSeen(button, run, onDropped);
    expect(run).toHaveBeenCalledTimes(2);
  });

  test('waits for the rest of that time when the pointer came a moment ago', () => {
    const [sight, button, run] = [createSight(), makeButton(), vi.fn()];
    sight.lookAt(button);
    say(button, true);
    pass(300);
    sight.whenSeen(button, run, onDropped);
    pass(readAfterMs - 300);
    say(button, true);
    expect(run).toHaveBeenCalledTimes(1);
  });

  test('is kept when the pointer goes on to another button', () => {
    const [sight, button, other, run, runOther] = [createSight(), makeButton(), makeButton(), vi.fn(), vi.fn()];
    sight.whenSeen(button, run, onDropped);
    sight.whenSeen(other, runOther, onDropped);
    say(other, true);
    pass(readAfterMs);
    say(other, true);
    expect([run.mock.calls.length, runOther.mock.calls.length]).toEqual([0, 1]);
    say(button, true);
    pass(readAfterMs);
    say(button, true);
    expect(run).toHaveBeenCalledTimes(1);
    expect([...watched]).toEqual([other]);
  });

  test.each([
    ['while it waits', readAfterMs - 1],
    ['when it has waited', readAfterMs],
  ])('is dropped when the button is covered %s: a page takes its bait away for the pointer and puts it back', (_, afterMs) => {
    const [sight, button, run] = [createSight(), makeButton(), vi.fn()];
    sight.lookAt(button);
    say(button, true);
    sight.whenSeen(button, run, onDropped);
    pass(afterMs);
    say(button, false);
    say(button, true);
    pass(10 * readAfterMs);
    expect([run.mock.calls.length, onDropped.mock.calls.length]).toEqual([0, 1]);
  });

  test('on what is covered does nothing, nor on what was uncovered a moment ago', () => {
    const onUncovered = vi.fn();
    const [sight, button, run] = [createSight(onUncovered), makeButton(), vi.fn()];
    sight.whenSeen(button, run, onDropped);
    say(button, false);
    sight.whenSeen(button, run, onDropped);
    say(button, true);
    sight.whenSeen(button, run, onDropped);
    expect([sight.isSeen(button), onUncovered.mock.calls.length, onDropped.mock.calls.length]).toEqual([false, 1, 3]);
    pass(readAfterMs);
    expect([sight.isSeen(button), run.mock.calls.length]).toEqual([true, 0]);
    sight.whenSeen(button, run, onDropped);
    expect(run).toHaveBeenCalledTimes(1);
  });

  test('on what was uncovered while another button was looked at does nothing', () => {
    const [sight, button, run] = [createSight(), makeButton(), vi.fn()];
    sight.lookAt(button);
    say(button, false);
    sight.lookAt(makeButton());
    sight.lookAt(button);
    sight.whenSeen(button, run, onDropped);
    say(button, true);
    sight.whenSeen(button, run, onDropped);
    pass(readAfterMs - 1);
    expect(run).not.toHaveBeenCalled();
    pass(1);
    sight.whenSeen(button, run, onDropped);
    expect(run).toHaveBeenCalledTimes(1);
  });

  test('counts when the button was hidden only while the pointer was elsewhere: a row steps back then', () => {
    const [sight, button, run] = [createSight(), makeButton(), vi.fn()];
    sight.lookAt(button);
    say(button, true);
    sight.leave(button);
    say(button, false);
    sight.lookAt(button);
    say(button, true);
    sight.whenSeen(button, run, onDropped);
    pass(readAfterMs);
    say(button, true);
    expect([run.mock.calls.length, onDropped.mock.calls.length]).toEqual([1, 0]);
  });

  test('is kept when the pointer leaves', () => {
    const [sight, button, run] = [createSight(), makeButton(), vi.fn()];
    sight.whenSeen(button, run, onDropped);
    sight.leave(button);
    say(button, true);
    pass(readAfterMs);
    say(button, true);
    expect([run.mock.calls.length, watched.size]).toEqual([1, 0]);
  });

  test('that waits is forgotten with everything else', () => {
    const [sight, button, run] = [createSight(), makeButton(), vi.fn()];
    sight.lookAt(button);
    say(button, true);
    sight.whenSeen(button, run, onDropped);
    sight.stop();
    pass(readAfterMs);
    expect([run.mock.calls.length, watched.size]).toEqual([0, 0]);
  });
});

test('what is looked at from the beginning counts as seen with the browser’s first word', () => {
  const [sight, panel] = [createSight(), makeButton()];
  sight.lookAt(panel);
  expect(sight.isSeen(panel)).toBe(false);
  say(panel, true);
  expect(sight.isSeen(panel)).toBe(true);
});

test('a browser that doesn’t say it sees all', () => {
  vi.stubGlobal('IntersectionObserverEntry', class {});
  const [sight, button, run] = [createSight(), makeButton(), vi.fn()];
  sight.whenSeen(button, run, onDropped);
  expect([sight.isSeen(button), run.mock.calls.length]).toEqual([true, 1]);
});
