import type { Page } from '@playwright/test';

/** What must be on the page: elements with this text. */
export interface Wanted {
  selector: string;
  /** A pattern for the text. Without one, any text matches. */
  text?: string;
  /** All elements (at least one), some, none, or at least one that does not match. */
  are: 'all' | 'some' | 'none' | 'some other';
  /** The list must also show other rows than before. */
  isOtherRows?: boolean;
}

interface Sample {
  /** From the event to the end of the frame that shows what was wanted. */
  paintMs: number;
  /** From the event to when the browser presented the next frame, by its own measurement. Null if it reported none. */
  presentedMs: number | null;
}

const giveUpMs = 20_000;

/**
 * Does something by mouse or key and measures how long it takes until the result is painted: from the event's time stamp until after the
 * frame in which the page has what is wanted. Null if the page had it before.
 */
export async function timePaint(
  page: Page,
  event: 'keydown' | 'click' | 'pointerdown',
  wanted: Wanted,
  act: () => Promise<void>,
  withinMs = giveUpMs,
): Promise<Sample | null> {
  const armed = await page.evaluateHandle(arm, { event, wanted, withinMs });
  const wasThere = await armed.evaluate(({ wasThere }) => wasThere);
  await act();
  const sample = await armed.evaluate(({ seen }) => seen);
  await armed.dispose();
  return wasThere ? null : sample;
}

/** Runs in the page. */
function arm({ event, wanted, withinMs }: { event: string; wanted: Wanted; withinMs: number }): {
  wasThere: boolean;
  seen: Promise<Sample>;
} {
  const { selector, are, isOtherRows = false } = wanted;
  const pattern = new RegExp(wanted.text ?? '', 'i');
  const rowsNow = () => Array.from(document.querySelectorAll('tr[data-id]'), (row) => row.getAttribute('data-id')).join();
  const rowsBefore = rowsNow();
  // Joins cells with a space, because they are apart on the screen.
  const textOf = (element: Element) =>
    element instanceof HTMLTableRowElement
      ? [...element.cells].map(({ textContent }) => textContent).join(' ')
      : (element.textContent ?? '');
  const isShown = () => {
    if (isOtherRows && rowsNow() === rowsBefore) return false;
    const texts = Array.from(document.querySelectorAll(selector), textOf);
    if (are === 'all') return texts.length > 0 && texts.every((text) => pattern.test(text));
    if (are === 'none') return !texts.some((text) => pattern.test(text));
    return texts.some((text) => pattern.test(text) === (are === 'some'));
  };
  const seen = new Promise<Sample>((resolve, reject) => {
    let start = 0;
    let presented: number | null = null;
    const timings = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (entry.name === event && Math.abs(entry.startTime - start) < 1) presented = entry.duration;
    });
    timings.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
    const finish = (paintMs: number) => {
      // The browser reports the event a little later.
      setTimeout(() => {
        timings.disconnect();
        resolve({ paintMs, presentedMs: presented });
      }, 60);
    };
    const look = () => {
      if (performance.now() - start > withinMs) return reject(new Error(`${selector} did not come to be`));
      if (!isShown()) return requestAnimationFrame(look);
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => finish(performance.now() - start);
      port2.postMessage(null);
    };
    window.addEventListener(
      event,
      ({ timeStamp }) => {
        start = timeStamp;
        requestAnimationFrame(look);
      },
      { capture: true, once: true },
    );
  });
  // The caller awaits this promise later. Until then a rejection must not count as unhandled.
  seen.catch(() => undefined);
  return { wasThere: isShown(), seen };
}
