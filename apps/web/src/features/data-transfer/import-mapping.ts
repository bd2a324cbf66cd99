import { ColumnMapping, type ImportColumn, importColumns } from '@headhaul/contracts/data-transfer';

/** The columns in the order and company people think of them in. */
export const columnGroups: readonly { title: string; columns: readonly ImportColumn[] }[] = [
  { title: 'Broker', columns: ['brokerName', 'brokerMc', 'brokerLoadNumber', 'rc'] },
  { title: 'Pickup', columns: ['pickupCity', 'pickupState', 'pickupZip', 'pickupDay', 'pickupTime'] },
  { title: 'Delivery', columns: ['deliveryCity', 'deliveryState', 'deliveryZip', 'deliveryDay', 'deliveryTime'] },
  { title: 'Money', columns: ['linehaul', 'fuelSurcharge', 'driverPay', 'invoicedDay', 'paidDay'] },
  { title: 'Load', columns: ['loadNumber', 'status', 'equipment', 'weightLb', 'commodity', 'loadedMiles', 'deadheadMiles', 'driverName'] },
];

const everyColumn = columnGroups.flatMap(({ columns }) => columns);

/** Says which column of the file holds this, or that none does. */
export function mapColumn(mapping: ColumnMapping, column: ImportColumn, at: number | null): ColumnMapping {
  const { [column]: _, ...others } = mapping;
  return at === null ? others : { ...others, [column]: at };
}

/** What must be said and isn't, in the order it stands in. */
export function missingColumns(mapping: ColumnMapping): ImportColumn[] {
  return everyColumn.filter((column) => importColumns[column].required && mapping[column] === undefined);
}

/** What is read, in the order it stands in. */
function mappedColumns(mapping: ColumnMapping): ImportColumn[] {
  return everyColumn.filter((column) => mapping[column] !== undefined);
}

/** One column often holds a place or a day and a time; these read it together. */
const together: readonly (readonly ImportColumn[])[] = [
  ['pickupCity', 'pickupState', 'pickupZip'],
  ['deliveryCity', 'deliveryState', 'deliveryZip'],
  ['pickupDay', 'pickupTime'],
  ['deliveryDay', 'deliveryTime'],
];

interface ReadColumn {
  column: ImportColumn;
  /** It and those that read the same cell with it. */
  covers: readonly ImportColumn[];
}

/** What is read, a cell that several read together once. */
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

/** Others that read the same column of the file though it can hardly mean both. */
export function alsoReadAs(mapping: ColumnMapping, column: ImportColumn): ImportColumn[] {
  const at = mapping[column];
  if (at === undefined) return [];
  const partners = together.find((set) => set.includes(column)) ?? [];
  return everyColumn.filter((other) => other !== column && mapping[other] === at && !partners.includes(other));
}

/** Columns of the file that nothing reads. */
export function unreadTitles(header: readonly string[], mapping: ColumnMapping): string[] {
  const read = new Set(Object.values(mapping));
  return header.flatMap((title, at) => (read.has(at) || title === '' ? [] : [title]));
}

/** A column's title, or its place where it has none. */
export function titleAt(header: readonly string[], at: number): string {
  return header[at] || `Column ${at + 1}`;
}

/** A few different values of a column, to know it by. */
export function samplesOf(rows: readonly { cells: readonly string[] }[], at: number | undefined, count = 3): string[] {
  if (at === undefined) return [];
  return [...new Set(rows.map(({ cells }) => cells[at] ?? ''))].filter((value) => value !== '').slice(0, count);
}

/** "2 things left: pickup city, rate" */
export function formatLeft(missing: readonly ImportColumn[]): string {
  const names = missing.map((column) => importColumns[column].words).map((words) => words.charAt(0).toLowerCase() + words.slice(1));
  return `${missing.length} ${missing.length === 1 ? 'thing' : 'things'} left: ${names.join(', ')}`;
}

/** What was kept of a choice, as far as it fits the file. */
export function fitMapping(kept: unknown, header: readonly string[]): ColumnMapping | null {
  const parsed = ColumnMapping.safeParse(kept);
  return parsed.success && Object.values(parsed.data).every((at) => at !== undefined && at < header.length) ? parsed.data : null;
}
