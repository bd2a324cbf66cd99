// What a board's page and the worker say to each other over the port that is open while somebody looks at the page. The page says nothing
// but that it is still there.

export const livePortName = 'live';

export type LiveNews =
  /** Whether the worker hears of mails at once. While it doesn't, pages ask more often. */
  | { type: 'live:state'; isUp: boolean }
  /** Somebody wrote about these loads, or took a mail back. Null: it may have been any. */
  | { type: 'live:mails'; fingerprints: string[] | null };

/** Each message keeps the worker for another 30 seconds. */
export const stillHere = 0;

/** The worker's own messages reach the page as it sent them, so the outline is enough. */
export function isLiveNews(raw: unknown): raw is LiveNews {
  return typeof raw === 'object' && raw !== null && 'type' in raw && (raw.type === 'live:state' || raw.type === 'live:mails');
}
