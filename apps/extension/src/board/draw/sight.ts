import { readAfterMs } from './meant-presses.ts';

/** Tells whether the user sees an element of ours, or whether the page has laid something over it. */
export interface Sight {
  /** Looks at this element from now on, and at others only while a press on them waits. */
  lookAt(element: Element): void;
  /** Whether the element has been seen for as long as it takes to read. False while the browser hasn't said. */
  isSeen(element: Element): boolean;
  /**
   * Does it as soon as the element has been seen for as long as it takes to read, so whoever comes and presses in one movement is served too.
   * Never when something is over the element, or was a moment ago: then the press was meant for that, and is dropped.
   */
  whenSeen(element: Element, run: () => void, onDropped: () => void): void;
  /** The pointer or the focus is gone. What the browser says of the element from now on has nothing to do with the next press. */
  leave(element: Element): void;
  /** Forgets all that was seen, and what waits. */
  stop(): void;
}

/** The browser looks no more often. Less isn't allowed. */
const lookEveryMs = 100;

/** Firefox doesn't say what lies over an element. */
const seesAll: Sight = {
  lookAt: () => undefined,
  isSeen: () => true,
  whenSeen: (_, run) => run(),
  leave: () => undefined,
  stop: () => undefined,
};

const canTell = () => typeof IntersectionObserverEntry === 'function' && 'isVisible' in IntersectionObserverEntry.prototype;

interface Press {
  run(): void;
  onDropped(): void;
}

interface Look {
  /** Null while the browser hasn't said. */
  isVisible: boolean | null;
  /** Since when, if it is. Before the browser's first word a page could have had something over it. */
  sinceMs: number;
  waiting: Press | null;
  /** The time is over, and the browser's next word decides. */
  isRipe?: boolean;
  timer?: ReturnType<typeof setTimeout>;
}

/** `onUncovered`: something was over the element until now. */
export function createSight(onUncovered: () => void = () => undefined): Sight {
  if (!canTell()) return seesAll;
  const looks = new Map<Element, Look>();
  let target: Element | null = null;
  /** Something was over them when they were last looked at, also if that was long ago: nobody saw it go. */
  let covered = new WeakSet<Element>();

  /** Looks no longer at what nobody asks about. */
  function release(element: Element): void {
    if (element === target || looks.get(element)?.waiting != null) return;
    looks.delete(element);
    observer.unobserve(element);
  }

  function end(element: Element, look: Look): Press | null {
    const { waiting } = look;
    clearTimeout(look.timer);
    [look.waiting, look.isRipe] = [null, false];
    release(element);
    return waiting;
  }

  function wait(element: Element, look: Look, ms: number): void {
    clearTimeout(look.timer);
    look.timer = setTimeout(() => {
      look.isRipe = true;
      // Its last word may be of a while ago. Who is looked at anew is spoken of at once.
      observer.unobserve(element);
      observer.observe(element);
    }, ms);
  }

  function note(element: Element, isNow: boolean): void {
    const look = looks.get(element);
    if (look === undefined) return;
    const isNew = look.isVisible !== true;
    look.isVisible = isNow;
    if (!isNow) {
      covered.add(element);
      end(element, look)?.onDropped();
    } else if (look.isRipe === true) end(element, look)?.run();
    else if (isNew) {
      look.sinceMs = performance.now();
      if (covered.has(element)) {
        end(element, look)?.onDropped();
        onUncovered();
      } else if (look.waiting !== null) wait(element, look, readAfterMs);
    }
  }

  const observer = new IntersectionObserver(
    (entries) => {
      // Not in the types yet.
      for (const entry of entries) note(entry.target, (entry as IntersectionObserverEntry & { isVisible: boolean }).isVisible);
    },
    { trackVisibility: true, delay: lookEveryMs } as IntersectionObserverInit,
  );

  function lookAt(element: Element): Look {
    const before = target;
    target = element;
    if (before !== null) release(before);
    const look = looks.get(element) ?? { isVisible: null, sinceMs: 0, waiting: null };
    if (looks.has(element)) return look;
    looks.set(element, look);
    observer.observe(element);
    return look;
  }

  const leftMs = ({ sinceMs }: Look) => readAfterMs - (performance.now() - sinceMs);

  return {
    lookAt: (element) => void lookAt(element),
    isSeen(element) {
      const look = looks.get(element);
      return look?.isVisible === true && (!covered.has(element) || leftMs(look) <= 0);
    },
    whenSeen(element, run, onDropped) {
      const look = lookAt(element);
      if (look.isVisible === true && leftMs(look) <= 0) {
        covered.delete(element);
        run();
      } else if (look.isVisible === false || (look.isVisible === true && covered.has(element))) onDropped();
      else {
        look.waiting = { run, onDropped };
        if (look.isVisible === true) wait(element, look, leftMs(look));
      }
    },
    leave(element) {
      if (element !== target) return;
      target = null;
      release(element);
    },
    stop() {
      observer.disconnect();
      for (const { timer } of looks.values()) clearTimeout(timer);
      looks.clear();
      [target, covered] = [null, new WeakSet()];
    },
  };
}
