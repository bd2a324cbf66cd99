/**
 * The fields of a load that are stored as they are given. One entry defines the field in the record, the form
 * input, the database, the history, the comparison of two people's changes and the details. If the entry says so,
 * it is also in the list, the import and the export.
 */
interface Described {
  /** The column in the table `loads`. */
  column: string;
  /** The field's name in the history, the details and the list. */
  label: string;
  /** Belongs to this one haul, so a copy of the load starts without it. */
  isOnce?: true;
  /** The details show it on its own line. Otherwise another line contains it. */
  hasFact?: true;
  /** The rows of lists contain it. With a width, people can also choose it as a column. */
  row?: { columnPx?: number };
  /** The title in imports and exports. `synonyms` are other names that offices use. */
  table?: { title: string; synonyms: readonly string[] };
}

export type LoadField = Described &
  ({ kind: 'text'; maxLength: number } | { kind: 'whole'; min: number; max: number; unit?: string } | { kind: 'flag' });

export const loadFields = {
  commodity: {
    column: 'commodity',
    label: 'Commodity',
    kind: 'text',
    maxLength: 200,
    hasFact: true,
    table: { title: 'Commodity', synonyms: ['freight', 'goods', 'product', 'cargo'] },
  },
  lengthFt: { column: 'length_ft', label: 'Length', kind: 'whole', min: 1, max: 200, unit: 'ft' },
  weightLb: {
    column: 'weight_lb',
    label: 'Weight',
    kind: 'whole',
    min: 0,
    max: 500_000,
    unit: 'lb',
    hasFact: true,
    row: {},
    table: { title: 'Weight, lb', synonyms: ['weight', 'weight lbs', 'lbs', 'weight lb', 'weight pounds'] },
  },
  weightBolLb: {
    column: 'weight_bol_lb',
    label: 'BOL weight',
    kind: 'whole',
    min: 0,
    max: 500_000,
    unit: 'lb',
    isOnce: true,
    hasFact: true,
  },
  pieces: { column: 'pieces', label: 'Pieces', kind: 'whole', min: 0, max: 1_000_000, hasFact: true },
  pallets: { column: 'pallets', label: 'Pallets', kind: 'whole', min: 0, max: 1_000, hasFact: true },
  hazmatClass: { column: 'hazmat_class', label: 'Hazmat class', kind: 'text', maxLength: 20, hasFact: true },
  temperatureMinF: { column: 'temperature_min_f', label: 'Lowest temperature', kind: 'whole', min: -100, max: 200, unit: '°F' },
  temperatureMaxF: { column: 'temperature_max_f', label: 'Highest temperature', kind: 'whole', min: -100, max: 200, unit: '°F' },
  actualMiles: { column: 'actual_miles', label: 'Actual miles', kind: 'whole', min: 0, max: 20_000, isOnce: true },
} as const satisfies Record<string, LoadField>;

type Fields = typeof loadFields;
export type LoadFieldKey = keyof Fields;
type KeysWith<Wanted> = { [Key in LoadFieldKey]: Fields[Key] extends Wanted ? Key : never }[LoadFieldKey];
export type RowFieldKey = KeysWith<{ row: object }>;
export type ColumnFieldKey = KeysWith<{ row: { columnPx: number } }>;
export type TableFieldKey = KeysWith<{ table: object }>;

/** The type of the field's value in a load. */
export type LoadFieldValue<Key extends LoadFieldKey> = Fields[Key] extends { kind: 'flag' }
  ? boolean
  : Fields[Key] extends { kind: 'whole' }
    ? number | null
    : string | null;
export type LoadFieldValues = { [Key in LoadFieldKey]: LoadFieldValue<Key> };

export const loadFieldKeys = Object.keys(loadFields) as LoadFieldKey[];
const keysWith = <Key extends LoadFieldKey>(isWanted: (field: LoadField) => boolean) =>
  loadFieldKeys.filter((key) => isWanted(loadFields[key])) as Key[];
export const rowFieldKeys = keysWith<RowFieldKey>(({ row }) => row !== undefined);
export const columnFieldKeys = keysWith<ColumnFieldKey>(({ row }) => row?.columnPx !== undefined);
export const tableFieldKeys = keysWith<TableFieldKey>(({ table }) => table !== undefined);

export function fieldOfLoad(key: LoadFieldKey): LoadField {
  return loadFields[key];
}

/** One value for each field. */
export function mapLoadFields<Value, Key extends LoadFieldKey = LoadFieldKey>(
  toValue: (field: LoadField, key: Key) => Value,
  keys: readonly Key[] = loadFieldKeys as Key[],
): Record<Key, Value> {
  return Object.fromEntries(keys.map((key) => [key, toValue(fieldOfLoad(key), key)])) as Record<Key, Value>;
}

/** "42,000 lb", "Yes"; null when there is nothing to say. */
export function formatLoadField(key: LoadFieldKey, value: string | number | boolean | null): string | null {
  if (value === null || typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  const field = fieldOfLoad(key);
  const unit = field.kind === 'whole' && field.unit !== undefined ? ` ${field.unit}` : '';
  return `${value.toLocaleString('en-US')}${unit}`;
}

/** Like `emptyLoadFields`, for a row in a list. */
export function emptyRowFields(): Pick<LoadFieldValues, RowFieldKey> {
  const empty = emptyLoadFields();
  return mapLoadFields((_field, key) => empty[key], rowFieldKeys) as Pick<LoadFieldValues, RowFieldKey>;
}

/** The fields of a load about which nothing is known yet. */
export function emptyLoadFields(): LoadFieldValues {
  return mapLoadFields(({ kind }) => (kind === 'flag' ? false : null)) as LoadFieldValues;
}
