import type { BoardField } from '@headhaul/domain/boards/board-load';
import { labelOf } from '@headhaul/domain/boards/field-labels';
import { figureFields, formatField, listedFields } from '../field-labels.ts';
import type { LessonReading } from './lesson.ts';
import { createOverlay, make } from './own-parts.ts';
import { tableCss } from './styles.ts';

const tableTag = 'hh-teach-table';
const mostRows = 8;

function classOf(field: BoardField): string {
  if (figureFields.has(field)) return 'figure';
  return field === 'origin' || field === 'destination' ? 'place' : '';
}

/** The table "Here's what we read", over the board and beside the panel. */
export function createResultTable(document: Document, { fields, taught }: LessonReading): HTMLElement {
  const { host, root } = createOverlay(document, tableTag, tableCss);
  const shown = listedFields.filter((field) => fields.includes(field));
  const loads = taught.loads.slice(0, mostRows);
  const read = loads.flatMap((load) => shown.filter((field) => formatField(field, load) !== null)).length;
  const title = "Here's what we read";
  const count = make(document, 'b', '', `${read} of ${loads.length * shown.length} cells read`);
  const hint = make(document, 'small', '', `First ${loads.length} rows of this page, `, count, '. Compare a few with the board behind it.');
  const caption = make(document, 'caption', '', title, hint);
  const heads = shown.map((field) => make(document, 'th', classOf(field), labelOf(field)));
  const rows = loads.map((load, index) => {
    const cells = shown.map((field) => {
      const value = formatField(field, load);
      if (value !== null) return make(document, 'td', classOf(field), value);
      const isUnread = load.read.failed.includes(field);
      return make(document, 'td', `${isUnread ? 'unread' : 'off'} ${classOf(field)}`, isUnread ? 'Not known' : 'Not posted');
    });
    return make(document, 'tr', '', make(document, 'td', 'at', String(index + 1)), ...cells);
  });
  const head = make(document, 'thead', '', make(document, 'tr', '', make(document, 'th', 'at', '#'), ...heads));
  const box = make(document, 'div', '', make(document, 'table', '', caption, head, make(document, 'tbody', '', ...rows)));
  // Wider than the page, it is scrolled by keyboard too.
  box.tabIndex = 0;
  box.setAttribute('role', 'region');
  box.setAttribute('aria-label', title);
  root.append(box);
  return host;
}
