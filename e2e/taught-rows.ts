import type { BoardLoad } from '@headhaul/domain/boards/board-load';
import { type DemoLayout, type DemoTruth, demoTruthOf } from '@headhaul/domain/testing/boards/demo-truth';
import { toTruth } from '@headhaul/domain/testing/boards/fixture';
import { emptyTally, type Tally, tallyRow } from '@headhaul/domain/testing/boards/tally';
import { indexTruth, type TrueLoad } from '@headhaul/test-servers/board-marks';
import type { BrowserContext, Frame, Page } from '@playwright/test';
import { demoBoardAddress } from './board-marks.ts';
import { findWorker } from './board-panel.ts';
import { expect } from './product.ts';

interface RowAnswer {
  load: BoardLoad | null;
}
interface KnownFrame {
  tabId: number;
  frameId: number;
  page: { origin: string } | null;
  report: { state: string } | null;
}

/** A zone in which it is morning now, so that no test runs over midnight: boards write "Today". */
export function morningZone(): string {
  const behind = new Date().getUTCHours() - 8;
  return behind === 0 ? 'Etc/GMT' : `Etc/GMT${behind > 0 ? `+${Math.min(behind, 12)}` : behind}`;
}
export const dayIn = (timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone }).format();

export interface Market {
  /** For the board's address. */
  query: string;
  loads: readonly (DemoTruth & TrueLoad)[];
  marks: Map<string, TrueLoad>;
  postings: readonly Record<string, string | number>[];
}

/** The demo board's loads of one day: as it shows them, and as they are. */
export async function readMarket({ request }: Pick<Page, 'request'>, day: string): Promise<Market> {
  const query = `&day=${day}`;
  const ask = async (file: string) => (await request.get(demoBoardAddress(query).replace('/board?', `/board/${file}?`))).json();
  const [{ loads }, { postings }] = await Promise.all([ask('truth.json'), ask('postings.json')]);
  return { query, loads, marks: indexTruth(loads), postings };
}

/** What the extension has read from the rows of these loads, which are on the page now. */
export async function readLoads(context: BrowserContext, origin: string, keys: readonly string[]): Promise<(BoardLoad | null)[]> {
  return findWorker(context).evaluate(
    async ([at, wanted]) => {
      const frames = ((await chrome.storage.session.get('board-frames'))['board-frames'] ?? []) as KnownFrame[];
      const frame = frames.find(({ page, report }) => page?.origin === at && report?.state === 'READING');
      if (frame === undefined) throw new Error(`no frame of ${at} reads: ${JSON.stringify(frames)}`);
      const { tabId, frameId } = frame;
      const answers = wanted.map(
        (key): Promise<RowAnswer | null> => chrome.tabs.sendMessage(tabId, { type: 'board:row', key }, { frameId }),
      );
      return (await Promise.all(answers)).map((answer) => answer?.load ?? null);
    },
    [origin, keys] as const,
  );
}

/** The keys of the rows that the demo board shows now, after what was to be drawn is drawn. */
function readKeys(frame: Frame): Promise<string[]> {
  return frame.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const rows = [...document.querySelectorAll('[id^="row-"]')].map(({ id }) => id.slice('row-'.length));
    const cards = [...document.querySelectorAll('[role="listitem"] > [id]')].map(({ id }) => id);
    return [...rows, ...cards.filter((id) => /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(id))];
  });
}

/** To the next rows: those below, or by a share of the whole list. False at the end. */
async function turn(board: Page, frame: Frame, share: number | null): Promise<boolean> {
  const next = frame.getByRole('button', { name: 'Next' });
  if ((await next.count()) === 0) {
    return board.locator('#results').evaluate((list, part) => {
      const before = list.scrollTop;
      list.scrollTop = before + (part === null ? list.clientHeight : part * list.scrollHeight);
      return list.scrollTop > before;
    }, share);
  }
  if (await next.isDisabled()) return false;
  await next.click();
  return true;
}

/** Rows of the list when the board is opened. */
const listed = 10_000;

interface Reading {
  board: Page;
  layout: DemoLayout;
  market: Market;
  /** Rows after which it is enough. */
  most: number;
  /** Looks at the page in between. */
  look(): Promise<void>;
}

/** Goes through the list as a user does, and compares every field of every row with what is true. */
export async function readThrough(context: BrowserContext, { board, layout, market, most, look }: Reading): Promise<Tally> {
  const openedAt = Date.now();
  const truths = new Map(market.loads.flatMap((load) => [load.key, load.uuid].map((key) => [key, load] as const)));
  const bare = new Set(market.postings.filter(({ weight }) => /^\d+$/.test(String(weight))).map(({ key }) => key));
  const tally = emptyTally();
  const seen = new Set<string>();
  const frame = layout === 'table-iframe' ? (board.frames().find((one) => one !== board.mainFrame()) as Frame) : board.mainFrame();
  const { origin } = new URL(board.url());
  // All of them, or some from all parts of the list. A screen has about twenty.
  const share = most < listed ? 15 / most : null;
  do {
    const keys = (await readKeys(frame)).filter((key) => !seen.has(key));
    let loads: (BoardLoad | null)[] = [];
    await expect(async () => {
      loads = await readLoads(context, origin, keys);
      expect(loads.filter((load) => load === null)).toEqual([]);
    }).toPass({ timeout: 5_000 });
    const minutes = Math.ceil((Date.now() - openedAt) / 60_000) + 1;
    for (const [at, key] of keys.entries()) {
      seen.add(key);
      const truth = truths.get(key);
      const load = loads[at] ?? null;
      if (truth === undefined) throw new Error(`${key} is no load of this market`);
      const truly = demoTruthOf(truth, layout, { minutes, read: load?.ageMinutes ?? null });
      tallyRow(tally, key, load && { ...toTruth(load) }, { ...truly }, { hasBareWeight: bare.has(truth.key) });
    }
    await look();
  } while (tally.rows < most && (await turn(board, frame, share)));
  return tally;
}
