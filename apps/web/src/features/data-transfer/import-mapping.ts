import { ColumnMapping, type ImportColumn, importColumns } from '@headhaul/contracts/data-transfer';

/** The columns in groups and in the order that people expect. */
export const columnGroups: readonly { title: string; columns: readonly ImportColumn[] }[] = [
  { title: 'Broker', columns: ['brokerName', 'brokerMc', 'brokerLoadNumber', 'rc'] },
  { title: 'Pickup', columns: ['pickupCity', 'pickupState', 'pickupZip', 'pickupDay', 'pickupTime'] },
  { title: 'Delivery', columns: ['deliveryCity', 'deliveryState', 'deliveryZip', 'deliveryDay', 'deliveryTime'] },
  { title: 'Money', columns: ['linehaul', 'fuelSurcharge', 'driverPay', 'invoicedDay', 'paidDay'] },
  {
    title: 'Load',
    columns: ['loadNumber', 'status', 'isUnused', 'equipment', 'weightLb', 'commodity', 'loadedMiles', 'deadheadMiles', 'driverName'],
  },
];

const everyColumn = columnGroups.flatMap(({ columns }) => columns);

/** Sets which column of the file holds this value. Null means none. */
export function mapColumn(mapping: ColumnMapping, column: ImportColumn, at: number | null): ColumnMapping {
  const { [column]: _, ...others } = mapping;
  return at === null ? others : { ...others, [column]: at };
}

/** Required columns that are not mapped yet, in the order of the form. */
export function missingColumns(mapping: ColumnMapping): ImportColumn[] {
  return everyColumn.filter((column) => importColumns[column].required && mapping[column] === undefined);
}

/** Mapped columns, in the order of the form. */
function mappedColumns(mapping: ColumnMapping): ImportColumn[] {
  return everyColumn.filter((column) => mapping[column] !== undefined);
}

/** A file often has one column for a whole place, or for a day and its time. The columns of a set may read it together. */
const together: readonly (readonly ImportColumn[])[] = [
  ['pickupCity', 'pickupState', 'pickupZip'],
  ['deliveryCity', 'deliveryState', 'deliveryZip'],
  ['pickupDay', 'pickupTime'],
  ['deliveryDay', 'deliveryTime'],
];

interface ReadColumn {
  column: ImportColumn;
  /** This column and the others that read the same cell. */
  covers: readonly ImportColumn[];
}

/** Mapped columns. Columns that read the same cell together appear once. */
export function readColumns(mapping: ColumnMapping): ReadColumn[] {
  const columns = mappedColumns(mapping);
  const sharers = (column: ImportColumn) => {
    const partners = together.find((set) => set.includes(column)) ?? [column];
    return columns.filter((other) => partners.includes(other) && mapping[other] === mapping[column]);
  };
  return columns.flatMap((column) => {
    const covers = sharers(column);
    return covers[0] === column ? [{ column, covers }] : [];
  });
}

/** Other columns that read the same column of the file, although it can hardly mean both. */
export function alsoReadAs(mapping: ColumnMapping, column: ImportColumn): ImportColumn[] {
  const at = mapping[column];
  if (at === undefined) return [];
  const partners = together.find((set) => set.includes(column)) ?? [];
  return everyColumn.filter((other) => other !== column && mapping[other] === at && !partners.includes(other));
}

/** Titles of the columns of the file that no mapping uses. */
export function unreadTitles(header: readonly string[], mapping: ColumnMapping): string[] {
  const read = new Set(Object.values(mapping));
  return header.flatMap((title, at) => (read.has(at) || title === '' ? [] : [title]));
}

/** A column's title, or its number when it has none. */
export function titleAt(header: readonly string[], at: number): string {
  return header[at] || `Column ${at + 1}`;
}

/** A few different values of a column, to recognize it by. */
export function samplesOf(rows: readonly { cells: readonly string[] }[], at: number | undefined, count = 3): string[] {
  if (at === undefined) return [];
  return [...new Set(rows.map(({ cells }) => cells[at] ?? ''))].filter((value) => value !== '').slice(0, count);
}

/** "2 things left: pickup city, rate" */
export function formatLeft(missing: readonly ImportColumn[]): string {
  const names = missing.map((column) => importColumns[column].words).map((words) => words.charAt(0).toLowerCase() + words.slice(1));
  return `${missing.length} ${missing.length === 1 ? 'thing' : 'things'} left: ${names.join(', ')}`;
}

/** The stored mapping, or null when it does not fit the file. */
export function fitMapping(kept: unknown, header: readonly string[]): ColumnMapping | null {
  const parsed = ColumnMapping.safeParse(kept);
  return parsed.success && Object.values(parsed.data).every((at) => at !== undefined && at < header.length) ? parsed.data : null;
}
