import type { BoardLoad } from '@headhaul/domain/boards/board-load';
import { brokerKeyOf } from '../broker-key.ts';
import { type BrokersAnswer, type FromBoardPanel, mostRowBrokers, type RowBroker } from '../messages.ts';
import { type BrokerChip, describeBroker } from './broker-chip.ts';

/** New rows are asked about together. */
const gatherMs = 1_000;
/** The worker answers from what it keeps, so asking it again costs nothing outside of this browser. A mark set elsewhere shows by then. */
const freshMs = 60_000;
const mostKept = 5_000;

export interface PageBrokersParts {
  document: Document;
  /** The loads on the page now. */
  loads(): BoardLoad[];
  /** To the worker. */
  send(message: FromBoardPanel): Promise<unknown>;
  /** What stands on the rows may have changed. */
  onChanged(): void;
  nowMs(): number;
}

export interface PageBrokers {
  /** Null: nothing is known, so the row says nothing. */
  chipOf(load: BoardLoad): BrokerChip | null;
  /** Rows came or went. */
  noteRows(): void;
  stop(): void;
}

const isObject = (raw: unknown): raw is object => typeof raw === 'object' && raw !== null;
const brokerOf = ({ broker: { mc, name } }: BoardLoad): RowBroker => ({ mc, name });

/** The page's side of brokers: which ones its rows name, and what is known about them. Whom the API is asked about is decided by the worker. */
export function createPageBrokers({ document, loads, send, onChanged, nowMs }: PageBrokersParts): PageBrokers {
  /** Made once for each broker, so that a row that shows the same one again writes nothing. */
  const chips = new Map<string, BrokerChip | null>();
  const askedAt = new Map<string, number>();
  const keys = new WeakMap<BoardLoad, string | null>();
  let gathering: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;

  function keyOf(load: BoardLoad): string | null {
    const made = keys.get(load);
    if (made !== undefined) return made;
    const key = brokerKeyOf(brokerOf(load));
    keys.set(load, key);
    return key;
  }

  async function ask(wanted: ReadonlyMap<string, RowBroker>): Promise<void> {
    const brokers = [...wanted.values()].slice(0, mostRowBrokers);
    const answer = (await send({ type: 'panel:brokers', brokers }).catch(() => null)) as BrokersAnswer | null;
    if (isStopped || !isObject(answer) || !isObject(answer.brokers)) return;
    // What isn't in the answer isn't known to whoever is signed in now. The page may have been drawn for somebody else, or another company.
    for (const key of wanted.keys()) chips.delete(key);
    for (const [key, broker] of Object.entries(answer.brokers)) chips.set(key, describeBroker(broker));
    onChanged();
  }

  function gather(): void {
    gathering = undefined;
    if (document.hidden) return;
    const wanted = new Map<string, RowBroker>();
    for (const load of loads()) {
      const key = keyOf(load);
      if (key !== null && nowMs() - (askedAt.get(key) ?? Number.NEGATIVE_INFINITY) >= freshMs) wanted.set(key, brokerOf(load));
    }
    if (wanted.size === 0) return;
    for (const kept of [chips, askedAt]) if (kept.size > mostKept) kept.clear();
    for (const key of wanted.keys()) askedAt.set(key, nowMs());
    void ask(wanted);
  }

  const gatherSoon = () => {
    gathering ??= setTimeout(gather, gatherMs);
  };
  const timer = setInterval(gatherSoon, freshMs);

  return {
    chipOf(load) {
      const key = keyOf(load);
      return key === null ? null : (chips.get(key) ?? null);
    },
    noteRows: gatherSoon,
    stop() {
      isStopped = true;
      clearInterval(timer);
      clearTimeout(gathering);
    },
  };
}
