import type {
  BoardDriver,
  BrokerBrief,
  PostedBrokerFacts,
  PostingFacts,
  PostingInput,
  PostingProfit,
  PostingRoute,
  SavedPosting,
} from '@headhaul/contracts/boards/postings';
import type { BrokerMark } from '@headhaul/contracts/brokers';
import type { BrokerLookup } from '@headhaul/contracts/fmcsa';
import type { SessionEnd } from '@headhaul/contracts/session-end';
import type { BoardId, BoardLoad } from '@headhaul/domain/boards/board-load';
import type { BoardRule } from '@headhaul/domain/boards/filters/rules';
import type { MailedBoardLoad } from '@headhaul/domain/boards/freight';
import type { BoardState, MatchOrder } from '../board/messages.ts';
import type { FilterChoice, FilterSaving, SavedFilter } from '../filters/choose-filter.ts';
import type { MatchesView, RuleCounts } from './matches/messages.ts';

// What a board's page, the side panel and the worker say to each other. A load gets to the API only when the user has
// clicked on its row or on its match; of the other rows the API hears the names and numbers of their brokers. No token is among it.

/** A broker as a row names it. */
export interface RowBroker {
  mc: string | null;
  name: string | null;
}

/** From a board's page. */
export type FromBoardPanel =
  /** The user clicked on our element in the row of this load. The answer is an `OpenAnswer`. */
  | { type: 'panel:open'; load: BoardLoad }
  /** The user wants to edit the rules that hold a row back. The answer is an `OpenAnswer`. */
  | { type: 'panel:rules' }
  /** What is known about the brokers of these rows? The answer is a `BrokersAnswer`. */
  | { type: 'panel:brokers'; brokers: RowBroker[] };

/** False: this browser opens its side panel only from the toolbar's button. */
export interface OpenAnswer {
  isOpen: boolean;
}

/** Firefox opens a sidebar only from our own button. */
export const byHand = 'press the Headhaul button in the toolbar, then “Open side panel”';

/** What is known about a broker, and when it was asked about. */
export interface KnownBroker extends PostedBrokerFacts {
  atMs: number;
}

export interface BrokersAnswer {
  /** By `brokerKeyOf`. What isn't here isn't known yet. */
  brokers: Record<string, KnownBroker>;
}

/** More than any list shows at once. */
export const mostRowBrokers = 300;

/** The page's answer to `board:row`. `load` is null when no row shows this key now. */
export interface RowAnswer {
  state: BoardState;
  load: BoardLoad | null;
}

/** HERE: read a moment ago. AWAY: not on the page now. CLOSED: its tab shows another page or is closed. OFF, DEGRADED: nothing is read there. */
export type RowState = 'HERE' | 'AWAY' | 'CLOSED' | 'DEGRADED' | 'OFF';

/** The row that was opened last. */
export interface RowView {
  board: BoardId;
  load: BoardLoad;
  /** When the load was last read. */
  readAtMs: number;
  state: RowState;
}

export interface PanelView {
  /** PAUSED: the plan has ended, or the extension is turned off for this person. */
  standing: 'READY' | 'SIGNED_OUT' | 'PAUSED';
  row: RowView | null;
  /** Since when Headhaul doesn't answer, if it doesn't. */
  silentSinceMs?: number | undefined;
  /** Why the last session ended, if Headhaul said so. */
  ended?: SessionEnd | undefined;
  /** When the rules were asked for on a board, if they were since the row was opened. */
  rulesAtMs?: number;
}

/** `isOld`: Headhaul doesn't answer now; this is what it said before. */
export type Asked<T> =
  | { ok: true; value: T; atMs: number; isOld: boolean }
  | { ok: false; failure: 'SIGNED_OUT' | 'UNREACHABLE' }
  /** `isPlanEnded`: choosing a plan helps. */
  | { ok: false; failure: 'REFUSED'; text: string; isPlanEnded: boolean };

/** What the panel asks, and the answers. `opId` is new at each click, so a message that is repeated has one effect. */
export interface PanelQuestions {
  'panel:view': { message: object; answer: PanelView };
  /** The matches among the rows seen in this tab. The answer is null when it shows no board. */
  'panel:matches': { message: { tabId: number; order: MatchOrder; isAnew: boolean }; answer: { view: MatchesView | null } };
  /** Asks Headhaul whether it answers again, and has mails that wait tried again. */
  'panel:try': { message: object; answer: null };
  /** Looks for a configuration that can read boards whose pages have changed. */
  'panel:look': { message: object; answer: null };
  /** Opens a match. */
  'panel:show': { message: { tabId: number; frameId: number; load: BoardLoad }; answer: null };
  /** Which filter runs on the user's boards. */
  'panel:filters': { message: object; answer: Asked<FilterChoice> };
  'panel:choose-filter': { message: { filterId: string | null; isOn: boolean }; answer: Asked<FilterChoice> };
  /** What each of these rules, and all together, would find among the rows seen in this tab. Null when it shows no board. */
  'panel:count-rules': { message: { tabId: number; rules: BoardRule[] }; answer: { counts: RuleCounts | null } };
  /** Makes or changes one of the user's own. */
  'panel:save-filter': { message: { opId: string; saving: FilterSaving }; answer: Asked<SavedFilter> };
  'panel:delete-filter': { message: { opId: string; id: string }; answer: Asked<FilterChoice> };
  'panel:facts': { message: { load: MailedBoardLoad; isFresh: boolean }; answer: Asked<PostingFacts> };
  /** Asks FMCSA, which may count as a lookup. */
  'panel:lookup': { message: { mc: string; isFresh: boolean }; answer: Asked<BrokerLookup> };
  'panel:drivers': { message: { isFresh: boolean }; answer: Asked<DriverChoice> };
  /** Remembers whose truck loads are counted with. */
  'panel:choose-driver': { message: { driverId: string | null }; answer: null };
  'panel:profit': { message: { load: MailedBoardLoad; driverId: string | null; isFresh: boolean }; answer: Asked<PostingProfit> };
  /** Where the load goes, and where the driver comes from. A null route: a city isn't known. */
  'panel:route': { message: RouteQuestion & { isFresh: boolean }; answer: Asked<FoundRoute> };
  'panel:save': { message: { opId: string; posting: PostingInput }; answer: Asked<{ saved: SavedPosting; isNew: boolean }> };
  'panel:mark': { message: RowBroker & { opId: string; mark: BrokerMark; reason: string }; answer: Asked<BrokerBrief> };
  /** The user called the broker with a click. */
  'panel:call': { message: { opId: string }; answer: null };
}
export type PanelQuestion = keyof PanelQuestions;
export type FromPanel<Q extends PanelQuestion = PanelQuestion> = { [K in Q]: { type: K } & PanelQuestions[K]['message'] }[Q];

export interface RouteQuestion extends Pick<MailedBoardLoad, 'origin' | 'destination'> {
  driverId: string | null;
}

export interface FoundRoute {
  route: PostingRoute | null;
}

export interface DriverChoice {
  drivers: BoardDriver[];
  chosenId: string | null;
}

/** Whose truck the user works for. Null: nobody is chosen. GONE: whoever was is no longer a driver here. UNKNOWN: nobody can say now. */
export type ChosenDriver = { ok: true; driver: BoardDriver | null } | { ok: false; why: 'GONE' | 'UNKNOWN' };

/** Where the worker keeps the opened row. The panel watches it, so a click on a row shows at once. */
export const openedRowKey = 'panel-row';
/** Where the worker keeps when the rules were asked for. The panel watches it too. */
export const askedRulesKey = 'panel-rules';

export function isPanelMessage(raw: unknown): raw is { type: `panel:${string}` } {
  return typeof raw === 'object' && raw !== null && 'type' in raw && typeof raw.type === 'string' && raw.type.startsWith('panel:');
}
