import { createLoopGuard } from '@headhaul/domain/boards/health/loop-guard';
import { createRowQueue } from './row-queue.ts';

/** A frame has 16.7 ms for everything, and the board needs most of it. */
const budgetMs = 4;
/** In a hidden tab there are no frames. */
const hiddenDelayMs = 250;
/** So many rows are read within a few frames, in any order. Only of those beyond it we ask which are on the screen. */
const manyRows = 100;
const inputs = ['scroll', 'wheel', 'keydown', 'pointerdown'] as const;
/** A board draws what has scrolled into sight in the frame of the scrolling, also on a slow computer. */
const scrollFrameMs = 50;

export interface RowHandlers {
  /** A row that isn't read before the screen is drawn: what was drawn for another load must not be seen. */
  onTouched(row: Element): void;
  /** The row left the list, or the element is no row any more. It may come back with another load. */
  onGone(row: Element): void;
  /** Looks at the row and returns what is to be written. Reads come before writes, so that the page isn't laid out in between. */
  read(row: Element): (() => void) | null;
  /** Something threw at this row. The others go on. */
  onUnreadable(row: Element): void;
  /** After a round of reads and writes. */
  onRound(): void;
}

export interface RowWatch {
  /** From the top of the list to its end. */
  rows(): Element[];
  /** The same in no order, without looking through the page. */
  known(): Element[];
  /** Reads rows again, because something else has changed. Without `isMeant` all of them. */
  readAll(isMeant?: (row: Element) => boolean): void;
  /** How often reading was paused since the last time, because the page answered each of our changes with one of its own. */
  takeStorms(): number;
  stop(): void;
}

interface WatchOptions {
  container: Element;
  rowSelectors: readonly string[];
  /** Those that are read: a row's key, and fields that are no text. */
  attributes: readonly string[];
  ignore: readonly string[];
  /** What opens right below a row is about that row. */
  panels: readonly string[];
  /** Whether the node is one that we put there. */
  isOwn(node: Node): boolean;
  handlers: RowHandlers;
}

const isElement = (node: Node): node is Element => node.nodeType === 1;
const elementOf = (node: Node) => (isElement(node) ? node : node.parentElement);

/** Follows the rows of one list with one observer. */
export function watchRows({ container, rowSelectors, attributes, ignore, panels, isOwn, handlers }: WatchOptions): RowWatch {
  const document = container.ownerDocument;
  const rowSelector = rowSelectors.join(',');
  const ignored = ignore.join(',');
  const panelSelector = panels.join(',');
  /** Every element that was seen as a row. A board may use it for something else later. */
  const known = new Set<Element>();
  const dirty = createRowQueue<Element>();
  const guard = createLoopGuard();
  const stopped = new AbortController();
  let frame = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pausedUntilMs = 0;
  let scrolledMs = Number.NEGATIVE_INFINITY;
  let storms = 0;

  const sight = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) dirty.setVisible(target, isIntersecting);
  });

  function schedule(): void {
    if (frame !== 0 || timer !== undefined || dirty.size() === 0) return;
    const waitMs = Math.max(pausedUntilMs - performance.now(), document.hidden ? hiddenDelayMs : 0);
    if (waitMs > 0) timer = setTimeout(flush, waitMs);
    else frame = requestAnimationFrame(flush);
  }

  /**
   * What scrolls into sight is read and drawn before the screen is, so a row is laid out once with what we say, instead of once without and
   * once with it. Once in a frame: what changes after that waits for the next one.
   */
  function readAtOnce(touched: readonly Element[]): void {
    if (stopped.signal.aborted) return;
    flush();
    for (const row of touched) if (dirty.has(row)) attempt(row, () => handlers.onTouched(row));
    if (frame === 0 && timer === undefined) frame = requestAnimationFrame(goOn);
  }

  function goOn(): void {
    frame = 0;
    if (dirty.size() > 0) flush();
  }

  function isScrolling(): boolean {
    const nowMs = performance.now();
    const isWaiting = frame !== 0 || timer !== undefined || pausedUntilMs > nowMs;
    return !isWaiting && !document.hidden && nowMs - scrolledMs < scrollFrameMs;
  }

  function unschedule(): void {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    frame = 0;
    timer = undefined;
  }

  /** One odd row must not cost the others their round. */
  function attempt<T>(row: Element, run: () => T): T | null {
    try {
      return run();
    } catch {
      handlers.onUnreadable(row);
      return null;
    }
  }

  function flush(): void {
    unschedule();
    const startMs = performance.now();
    const pauseMs = guard.noteRound(startMs);
    if (pauseMs > 0) {
      pausedUntilMs = startMs + pauseMs;
      storms += 1;
      schedule();
      return;
    }
    const writes: (() => void)[] = [];
    for (const row of dirty.take()) {
      sight.unobserve(row);
      dirty.drop(row);
      if (!row.isConnected) continue;
      const write = attempt(row, () => handlers.read(row));
      if (write !== null) writes.push(() => attempt(row, write));
      if (performance.now() - startMs > budgetMs) break;
    }
    for (const write of writes) write();
    handlers.onRound();
    schedule();
  }

  function touch(row: Element): void {
    known.add(row);
    dirty.add(row);
    if (dirty.size() > manyRows) sight.observe(row);
  }

  function leave(row: Element): void {
    known.delete(row);
    dirty.drop(row);
    sight.unobserve(row);
    handlers.onGone(row);
  }

  function rowsIn(node: Node): Element[] {
    if (!isElement(node)) return [];
    return [...(node.matches(rowSelector) ? [node] : []), ...node.querySelectorAll(rowSelector)];
  }

  function rowAt(element: Element | null): Element | null {
    if (element === container) return null;
    for (let at = element; at !== null && at !== container; at = at.parentElement) if (known.has(at)) return at;
    const row = element?.closest(rowSelector) ?? null;
    return row !== null && row !== container && container.contains(row) ? row : null;
  }

  /** The rows that went with a node, whatever they look like by now. */
  function knownIn(node: Node): Element[] {
    if (!isElement(node)) return [];
    if (known.has(node)) return [node];
    return node.firstElementChild === null ? [] : [...known].filter((row) => node.contains(row));
  }

  function areOwn(nodes: NodeList): boolean {
    for (const node of nodes) if (!isOwn(node)) return false;
    return true;
  }

  const isOurChange = ({ type, addedNodes, removedNodes }: MutationRecord) =>
    type === 'childList' && areOwn(addedNodes) && areOwn(removedNodes);

  /** The row above a panel that opened, closed or says something else. */
  function rowAbove({ target, addedNodes, removedNodes, previousSibling }: MutationRecord): Element | null {
    if (panelSelector === '') return null;
    const isPanel = (node: Node): node is Element => isElement(node) && node.matches(panelSelector);
    const inside = elementOf(target)?.closest(panelSelector) ?? [...addedNodes].find(isPanel);
    const left = [...removedNodes].some(isPanel) ? previousSibling : null;
    const above = inside?.previousElementSibling ?? left;
    return above !== null && isElement(above) && above.matches(rowSelector) && container.contains(above) ? above : null;
  }

  /** Which rows a change is about. No text is read here. */
  function sortRecord(record: MutationRecord, touched: Set<Element>): void {
    const element = elementOf(record.target);
    const row = rowAt(element);
    // A row that gets another load has twenty changes, and the first one is enough.
    if (row !== null && touched.has(row)) return;
    if (isOurChange(record)) return;
    if (row !== null) {
      if (ignored === '' || element?.closest(ignored) == null) touched.add(row);
      return;
    }
    const above = rowAbove(record);
    if (above !== null) touched.add(above);
    for (const node of record.addedNodes) for (const added of rowsIn(node)) touched.add(added);
    for (const node of record.removedNodes) for (const removed of knownIn(node)) touched.add(removed);
  }

  /** Returns the rows that are to be read. */
  function checkRow(row: Element): Element[] {
    const isInside = container.contains(row);
    const isRow = isInside && row.matches(rowSelector);
    if (!isRow && known.has(row)) leave(row);
    const rows = isRow ? [row] : isInside ? [...row.querySelectorAll(rowSelector)] : [];
    for (const one of rows) touch(one);
    return rows;
  }

  function wait(touched: readonly Element[]): void {
    for (const row of touched) attempt(row, () => handlers.onTouched(row));
    schedule();
  }

  const observer = new MutationObserver((records) => {
    const touched = new Set<Element>();
    for (const record of records) sortRecord(record, touched);
    const rows = [...touched].flatMap(checkRow);
    if (rows.length > 0 && isScrolling()) queueMicrotask(() => readAtOnce(rows));
    else wait(rows);
  });
  // Some frameworks write into a text where it stands, so the text's own changes count too.
  observer.observe(container, { childList: true, subtree: true, characterData: true, attributeFilter: [...attributes] });

  const rows = () => [...container.querySelectorAll(rowSelector)];
  function readAll(isMeant: (row: Element) => boolean = () => true): void {
    const meant = rows().filter(isMeant);
    for (const row of meant) touch(row);
    wait(meant);
  }

  const { signal } = stopped;
  // A script of the page can make events too. Only those of the user excuse changes.
  const noteInput = ({ isTrusted, type }: Event) => {
    if (!isTrusted) return;
    guard.noteInput();
    if (type === 'scroll') scrolledMs = performance.now();
  };
  for (const input of inputs) document.addEventListener(input, noteInput, { capture: true, passive: true, signal });
  const turn = () => {
    unschedule();
    schedule();
  };
  document.addEventListener('visibilitychange', turn, { signal });
  readAll();

  return {
    rows,
    known: () => [...known].filter((row) => row.matches(rowSelector)),
    readAll,
    takeStorms() {
      const taken = storms;
      storms = 0;
      return taken;
    },
    stop() {
      observer.disconnect();
      sight.disconnect();
      stopped.abort();
      unschedule();
      known.clear();
      dirty.clear();
    },
  };
}
