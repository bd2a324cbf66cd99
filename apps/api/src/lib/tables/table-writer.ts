import type { TableCell } from '@headhaul/domain/tables/csv';

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
