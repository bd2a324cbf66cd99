/** A cell of an exported table. A day or a moment is wall time as the screen shows it. */
export type TableCell = string | number | null | { day: string } | { moment: string };

export interface TableColumn {
  title: string;
  widthCharacters?: number;
}

export interface ExportedTable {
  name: string;
  columns: readonly TableColumn[];
  /** Rows in batches: waiting once per row would cost more than writing it. */
  batches: AsyncIterable<readonly TableCell[][]>;
}
