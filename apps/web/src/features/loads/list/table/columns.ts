import type { LoadSort } from '@headhaul/contracts/loads/list';
import { type ColumnFieldKey, columnFieldKeys, fieldOfLoad } from '@headhaul/domain/loads/fields';
import { useMediaQuery } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import type { SkeletonColumn } from '../../../../shared/list/list-states/list-skeleton.tsx';
import { useSession } from '../../../../shared/session/session-store.ts';
import { loadColumnsKey, readStored, writeStored } from '../../../../shared/storage-keys.ts';

export type ColumnKey =
  | 'pickup'
  | 'delivery'
  | 'driver'
  | 'broker'
  | 'equipment'
  | 'rc'
  | 'tags'
  | 'rate'
  | 'rpm'
  | 'documents'
  | 'age'
  | ColumnFieldKey;

export interface LoadColumn {
  key: ColumnKey;
  title: string;
  widthPx: number;
  skeleton: SkeletonColumn;
  /** How the figure is calculated, as a tooltip of the column's head. */
  hint?: string;
  sort?: LoadSort;
  /** The order after the first click. Ages read best with the newest load first, money with the highest amount first. */
  firstOrder?: 'asc' | 'desc';
  isNumber?: boolean;
  isShownAtFirst: boolean;
}

/** The columns that a person can choose. Status, number and lane are always there. */
export const loadColumns: readonly LoadColumn[] = [
  { key: 'pickup', title: 'Pickup', widthPx: 88, skeleton: { kind: 'two' }, sort: 'PICKUP', isShownAtFirst: true },
  { key: 'delivery', title: 'Delivery', widthPx: 88, skeleton: { kind: 'two' }, sort: 'DELIVERY', isShownAtFirst: true },
  { key: 'driver', title: 'Driver', widthPx: 128, skeleton: { kind: 'two' }, isShownAtFirst: true },
  { key: 'broker', title: 'Broker', widthPx: 136, skeleton: { kind: 'two' }, isShownAtFirst: true },
  { key: 'equipment', title: 'Equipment', widthPx: 100, skeleton: { kind: 'two' }, isShownAtFirst: false },
  { key: 'rc', title: 'RC', widthPx: 110, skeleton: { kind: 'two' }, isShownAtFirst: false },
  { key: 'tags', title: 'Tags', widthPx: 110, skeleton: { kind: 'text' }, isShownAtFirst: false },
  ...columnFieldKeys.map((key): LoadColumn => {
    const { label, row } = fieldOfLoad(key);
    return { key, title: label, widthPx: row?.columnPx ?? 0, skeleton: { kind: 'text' }, isShownAtFirst: false };
  }),
  {
    key: 'rate',
    title: 'Rate',
    // Wide enough for "$12,345.67", because the cell has no padding at the left.
    widthPx: 82,
    skeleton: { kind: 'figure', align: 'right' },
    hint: 'Gross: linehaul, fuel surcharge and billable fees, without lumper',
    sort: 'GROSS',
    firstOrder: 'desc',
    isNumber: true,
    isShownAtFirst: true,
  },
  {
    key: 'rpm',
    title: 'RPM',
    widthPx: 50,
    skeleton: { kind: 'figure', align: 'right' },
    hint: 'Gross divided by all miles, loaded and deadhead',
    isNumber: true,
    isShownAtFirst: true,
  },
  { key: 'documents', title: 'Docs', widthPx: 74, skeleton: { kind: 'documents' }, hint: 'Rate con, BOL, POD', isShownAtFirst: true },
  {
    key: 'age',
    title: 'Age',
    widthPx: 60,
    skeleton: { kind: 'figure', align: 'right' },
    hint: 'Since the load was booked',
    sort: 'CREATED',
    firstOrder: 'desc',
    isNumber: true,
    isShownAtFirst: true,
  },
];

const atFirst: readonly ColumnKey[] = loadColumns.filter(({ isShownAtFirst }) => isShownAtFirst).map(({ key }) => key);

/** Column names from another version are left out. */
function readColumns(names: readonly string[] | undefined): readonly ColumnKey[] {
  const known = loadColumns.map(({ key }) => key).filter((key) => names?.includes(key));
  return known.length === 0 ? atFirst : known;
}

/** Below these window widths the lane would have to shrink, so the least used columns shrink or go first. */
const narrowPx = { age: 1_437, documents: 1_393, names: 1_319 };
type Narrowness = 'none' | keyof typeof narrowPx;
const narrowNamePx = 112;
/** The extra space between the last cell and the edge. The age column has it in its width. */
const endPx = 16;

function useNarrowness(): Narrowness {
  const below = (px: number) => `(max-width: ${px - 0.02}px)`;
  const options = { getInitialValueInEffect: false };
  const isBelowAge = useMediaQuery(below(narrowPx.age), false, options);
  const isBelowDocuments = useMediaQuery(below(narrowPx.documents), false, options);
  const isBelowNames = useMediaQuery(below(narrowPx.names), false, options);
  if (isBelowNames) return 'names';
  return isBelowDocuments ? 'documents' : isBelowAge ? 'age' : 'none';
}

/** A narrow window drops the age, then the documents, then narrows the names. */
function fitColumns(shown: readonly ColumnKey[], narrowness: Narrowness): LoadColumn[] {
  const gone: readonly ColumnKey[] = narrowness === 'none' ? [] : narrowness === 'age' ? ['age'] : ['age', 'documents'];
  const left = loadColumns.filter(({ key }) => shown.includes(key) && !gone.includes(key));
  return left.map((column, index) => {
    const isName = column.key === 'driver' || column.key === 'broker';
    const widthPx = narrowness === 'names' && isName ? narrowNamePx : column.widthPx;
    return { ...column, widthPx: index === left.length - 1 && column.key !== 'age' ? widthPx + endPx : widthPx };
  });
}

/** The columns of a view, remembered for this person. A saved view has its own columns until the person changes them here. */
export function useLoadColumns(view: string, saved: readonly string[] | undefined) {
  const key = loadColumnsKey(useSession()?.id ?? '');
  const [byView, setByView] = useState(() => readStored(key) ?? {});
  const names = byView[view] ?? saved;
  const shown = useMemo(() => readColumns(names), [names]);
  const narrowness = useNarrowness();
  // The array stays the same until the columns change, because every row holds it.
  const columns = useMemo(() => fitColumns(shown, narrowness), [shown, narrowness]);
  const show = (keys: readonly string[]) => {
    const next = { ...byView, [view]: [...keys] };
    setByView(next);
    writeStored(key, next);
  };
  return { columns, shown, show };
}
