/** The rows that the page is judged by: the last ones, each load once. */
const judgedRows = 50;

export interface HealthLimits {
  /** Rows that must have been seen before the page is judged. */
  minRows: number;
  quorumPct: number;
}

export interface PageHealth {
  note(key: string, isRead: boolean): void;
  /** The rows that the page is judged by, and the share of them, in percent, of which enough was read. */
  judged(): { rows: number; quorumPct: number };
  /** Too few of the last rows could be read: the board has changed its page, and nothing may be decided from the rest. */
  isDegraded(): boolean;
  forget(): void;
}

export function createPageHealth({ minRows, quorumPct }: HealthLimits): PageHealth {
  const seen = new Map<string, boolean>();
  const countRead = () => [...seen.values()].filter(Boolean).length;
  return {
    note(key, isRead) {
      // A row that is drawn again and again must not push the others out.
      seen.delete(key);
      seen.set(key, isRead);
      const [oldest] = seen.keys();
      if (seen.size > judgedRows && oldest !== undefined) seen.delete(oldest);
    },
    judged: () => ({ rows: seen.size, quorumPct: seen.size === 0 ? 100 : (countRead() * 100) / seen.size }),
    isDegraded: () => seen.size >= minRows && countRead() * 100 < seen.size * quorumPct,
    forget: () => seen.clear(),
  };
}
