// A list that draws only the rows on the screen. Rows that leave it are kept and used again for other loads.
import { make, switches } from './dom.js';

/** Rows above and below the screen that are drawn too, and rows that are kept for later use. */
const overscan = 6;
const keptRows = 20;

/** @param {{ items: object[], rowHeight: number, role: string, header?: HTMLElement, createRow(): any }} options */
export function createList({ items, rowHeight, role, header, createRow }) {
  const isMoved = switches.broken === 'container';
  const content = make('div', { classes: [isMoved ? 'b-inner' : 'b-content'], role: role === 'table' ? 'rowgroup' : 'list' });
  const spacer = make('div', { classes: ['b-spacer'] }, content);
  const viewport = make('div', { classes: [isMoved ? 'b-pane' : 'b-viewport'], test: isMoved ? 'pane' : 'results' }, spacer);
  viewport.id = isMoved ? 'pane' : 'results';
  const root = make(
    'div',
    { classes: ['b-list'], role: role === 'table' ? 'table' : undefined, label: 'Loads' },
    ...(header ? [header] : []),
    viewport,
  );
  if (role === 'table') root.setAttribute('aria-rowcount', String(items.length + 1));

  const counts = { created: 0, rebound: 0 };
  const shown = new Map();
  const kept = [];
  let opened = { key: null, extra: 0 };
  let frame = 0;

  const openedIndex = () => (opened.key === null ? -1 : items.findIndex(({ key }) => key === opened.key));
  const offsetOf = (index, open) => index * rowHeight + (open >= 0 && index > open ? opened.extra : 0);
  function indexAt(y, open) {
    if (open < 0 || y < (open + 1) * rowHeight) return Math.floor(y / rowHeight);
    return Math.max(open, Math.floor((y - opened.extra) / rowHeight));
  }

  function takeRow() {
    const row = kept.pop();
    if (row !== undefined) {
      counts.rebound += 1;
      return row;
    }
    counts.created += 1;
    return createRow();
  }

  function render() {
    frame = 0;
    const open = openedIndex();
    spacer.style.height = `${offsetOf(items.length, open)}px`;
    const first = Math.max(0, indexAt(viewport.scrollTop, open) - overscan);
    const last = Math.min(items.length, indexAt(viewport.scrollTop + viewport.clientHeight, open) + 1 + overscan);
    const wanted = items.slice(first, last);
    const keys = new Set(wanted.map(({ key }) => key));
    for (const [key, row] of shown) {
      if (keys.has(key)) continue;
      row.element.remove();
      shown.delete(key);
      if (kept.length < keptRows) kept.push(row);
    }
    let before = content.firstElementChild;
    for (const [index, posting] of wanted.entries()) {
      let row = shown.get(posting.key);
      if (row === undefined) {
        row = takeRow();
        row.bind(posting, first + index);
        shown.set(posting.key, row);
      }
      if (row.element === before) before = before.nextElementSibling;
      else content.insertBefore(row.element, before);
    }
    content.style.transform = `translateY(${offsetOf(first, open)}px)`;
  }

  function schedule() {
    if (frame === 0) frame = requestAnimationFrame(render);
  }
  viewport.addEventListener('scroll', schedule, { passive: true });
  const resize = new ResizeObserver(schedule);
  resize.observe(viewport);

  return {
    root,
    viewport,
    items,
    counts,
    render,
    rows: () => [...shown.values()],
    insertFirst(posting) {
      items.unshift(posting);
      schedule();
    },
    /** Two loads on the screen change places, and their rows stay where they are. */
    swap(one, other) {
      const [a, b] = [items.indexOf(one.posting), items.indexOf(other.posting)];
      if (a < 0 || b < 0 || a === b) return;
      [items[a], items[b]] = [items[b], items[a]];
      one.bind(items[a], a);
      other.bind(items[b], b);
      shown.set(items[a].key, one);
      shown.set(items[b].key, other);
    },
    /** Draws all rows anew. Those that are kept for later use are thrown away. */
    redraw() {
      kept.length = 0;
      for (const row of shown.values()) row.redraw();
    },
    /** The row of this load is so much higher now; null closes it. */
    setOpen(key, extra) {
      opened = { key, extra };
      render();
    },
    dispose() {
      cancelAnimationFrame(frame);
      resize.disconnect();
      root.remove();
    },
  };
}
