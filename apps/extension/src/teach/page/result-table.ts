import type { BoardField } from '@headhaul/domain/boards/board-load';
import { fieldLabels, formatField, labelOf } from '../field-labels.ts';
import type { LessonReading } from './lesson.ts';
import { createOverlay, make } from './own-parts.ts';
import { tableCss } from './styles.ts';

const tableTag = 'hh-teach-table';
const mostRows = 8;

/** The table "Here's what we read", over the board and beside the panel. */
export function createResultTable(document: Document, { fields, taught }: LessonReading): HTMLElement {
  const { host, root } = createOverlay(document, tableTag, tableCss);
  const shown = (Object.keys(fieldLabels) as BoardField[]).filter((field) => fields.includes(field));
  const loads = taught.loads.slice(0, mostRows);
  const cells = loads.flatMap((load) => shown.map((field) => formatField(field, load)));
  const read = cells.filter((value) => value !== null).length;
  const caption = make(
    document,
    'caption',
    '',
    "Here's what we read",
    make(
      document,
      'small',
      '',
      `First ${loads.length} rows of this page. ${read} of ${cells.length} cells read. Compare a few with the board.`,
    ),
  );
  const head = make(document, 'tr', '', ...shown.map((field) => make(document, 'th', '', labelOf(field))));
  const rows = loads.map((load) =>
    make(
      document,
      'tr',
      '',
      ...shown.map((field) => {
        const value = formatField(field, load);
        if (value !== null) return make(document, 'td', '', value);
        const isUnread = load.read.failed.includes(field);
        return make(document, 'td', isUnread ? 'unread' : 'off', isUnread ? 'Not known' : 'Not posted');
      }),
    ),
  );
  root.append(
    make(
      document,
      'div',
      '',
      make(document, 'table', '', caption, make(document, 'thead', '', head), make(document, 'tbody', '', ...rows)),
    ),
  );
  return host;
}
