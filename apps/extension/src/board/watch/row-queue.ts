/** Rows that wait to be read. Those on the screen come first. */
export interface RowQueue<Row> {
  add(row: Row): void;
  drop(row: Row): void;
  setVisible(row: Row, isVisible: boolean): void;
  has(row: Row): boolean;
  size(): number;
  /** Takes rows out one by one. What isn't asked for stays. */
  take(): Generator<Row>;
  clear(): void;
}

/** Sorting thousands of rows would take longer than a round may, so no row is looked at before its turn. */
export function createRowQueue<Row>(): RowQueue<Row> {
  const waiting = new Set<Row>();
  const visible = new Set<Row>();
  return {
    add: (row) => void waiting.add(row),
    drop(row) {
      waiting.delete(row);
      visible.delete(row);
    },
    setVisible(row, isVisible) {
      if (isVisible && waiting.has(row)) visible.add(row);
      else visible.delete(row);
    },
    has: (row) => waiting.has(row),
    size: () => waiting.size,
    *take() {
      for (const row of visible) if (waiting.delete(row)) yield row;
      for (const row of waiting) {
        waiting.delete(row);
        yield row;
      }
    },
    clear() {
      waiting.clear();
      visible.clear();
    },
  };
}
