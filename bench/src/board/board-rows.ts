/** A load in a row of the board, in milliseconds of the page's clock. */
export interface RowSpan {
  /** Since when the row shows it. */
  shownMs: number;
  /** When our element in the row first said something about it. Null: never. */
  saidMs: number | null;
  /** When the row showed another load, or left the list. Null: it still shows it. */
  goneMs: number | null;
}

/** No row waits longer, even where the browser has other things to do. */
export const mostWaitMs = 500;

export interface RowWaits {
  shown: number;
  /** Of each row that said something. */
  waitsMs: number[];
  /** Rows that said nothing for longer than allowed, whether they said something afterwards or never. */
  late: number;
  /** Rows that showed their load for less time than that, and rows that still have time. */
  left: number;
}

export function measureWaits(spans: readonly RowSpan[], nowMs: number): RowWaits {
  const waits: RowWaits = { shown: spans.length, waitsMs: [], late: 0, left: 0 };
  for (const { shownMs, saidMs, goneMs } of spans) {
    const waitedMs = (saidMs ?? goneMs ?? nowMs) - shownMs;
    if (saidMs !== null) waits.waitsMs.push(waitedMs);
    if (waitedMs > mostWaitMs) waits.late += 1;
    else if (saidMs === null) waits.left += 1;
  }
  return waits;
}

export const toldName = 'headhaulRowSpans';

/**
 * Notes when rows get another load, and when our element in them says something about it: also where it is no mark, as on a row without a
 * rate. Runs in the world of the script on the board, where the inside of our elements can be kept, before the first one is made.
 */
export function followRows(name: string): void {
  const spans: RowSpan[] = [];
  const current = new Map<Element, { id: string; span: RowSpan }>();
  const roots = new WeakMap<Element, ShadowRoot>();
  const attach = Element.prototype.attachShadow;
  const isRow = (node: Node): node is Element => node instanceof Element && node.id.startsWith('row-');

  function end(row: Element): void {
    const before = current.get(row);
    current.delete(row);
    if (before !== undefined) before.span.goneMs = performance.now();
  }

  function show(row: Element): void {
    if (!row.isConnected || current.get(row)?.id === row.id) return;
    end(row);
    const span = { shownMs: performance.now(), saidMs: null, goneMs: null };
    spans.push(span);
    current.set(row, { id: row.id, span });
  }

  function hear(host: Element): void {
    const row = host.closest("[id^='row-']");
    const label = roots.get(host)?.querySelector('button')?.getAttribute('aria-label') ?? '';
    const span = row === null ? undefined : current.get(row)?.span;
    if (span !== undefined && label !== '' && label !== 'Reading this load') span.saidMs ??= performance.now();
  }

  const watcher = new MutationObserver((records) => {
    for (const { target, type, addedNodes, removedNodes } of records) {
      if (type === 'attributes' && isRow(target)) show(target);
      const root = target.getRootNode();
      if (root instanceof ShadowRoot) hear(root.host);
      for (const node of removedNodes) if (isRow(node) && !node.isConnected) end(node);
      for (const node of addedNodes) {
        if (isRow(node)) show(node);
        if (node instanceof Element && node.localName === 'hh-row') hear(node);
      }
    }
  });
  Element.prototype.attachShadow = function attachShadow(init) {
    const root = attach.call(this, init);
    if (this.localName !== 'hh-row') return root;
    roots.set(this, root);
    watcher.observe(root, { subtree: true, attributeFilter: ['aria-label'] });
    return root;
  };
  const list = document.querySelector('#results');
  if (list !== null) watcher.observe(list, { childList: true, subtree: true, attributeFilter: ['id'] });
  Object.assign(globalThis, { [name]: { read: () => ({ spans, nowMs: performance.now() }) } });
}
