import type { BoardLoad } from '@headhaul/domain/boards/board-load';
import { brokerKeyOf } from '../broker-key.ts';
import { type BrokersAnswer, type FromBoardPanel, type KnownBroker, mostRowBrokers, type RowBroker } from '../messages.ts';
import { type BrokerChip, describeBlock, describeBroker } from './broker-chip.ts';

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
  /** "Blocked: double brokered". Null for a broker whom the team hasn't blocked. */
  blockedOf(load: BoardLoad): string | null;
  /** What the company's factor says about the broker. Null: nothing. */
  factorOf(load: BoardLoad): KnownBroker['factor'];
  /** Rows came or went. */
  noteRows(): void;
  /** Somebody marked a broker in the panel. */
  askAgain(): void;
  stop(): void;
}

const isObject = (raw: unknown): raw is object => typeof raw === 'object' && raw !== null;
const brokerOf = ({ broker: { mc, name } }: BoardLoad): RowBroker => ({ mc, name });

/** The page's side of brokers: which ones its rows name, and what is known about them. Whom the API is asked about is decided by the worker. */
export function createPageBrokers({ document, loads, send, onChanged, nowMs }: PageBrokersParts): PageBrokers {
  /** Made once for each broker, so that a row that shows the same one again writes nothing. */
  const known = new Map<string, { chip: BrokerChip | null; blocked: string | null; factor: KnownBroker['factor'] }>();
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
    for (const key of wanted.keys()) known.delete(key);
    for (const [key, broker] of Object.entries(answer.brokers))
      known.set(key, { chip: describeBroker(broker), blocked: describeBlock(broker), factor: broker.factor });
    onChanged();
  }

  function gather(): void {
    clearTimeout(gathering);
    gathering = undefined;
    if (document.hidden) return;
    const wanted = new Map<string, RowBroker>();
    for (const load of loads()) {
      const key = keyOf(load);
      if (key !== null && nowMs() - (askedAt.get(key) ?? Number.NEGATIVE_INFINITY) >= freshMs) wanted.set(key, brokerOf(load));
    }
    if (wanted.size === 0) return;
    for (const kept of [known, askedAt]) if (kept.size > mostKept) kept.clear();
    for (const key of wanted.keys()) askedAt.set(key, nowMs());
    void ask(wanted);
  }

  const gatherSoon = () => {
    gathering ??= setTimeout(gather, gatherMs);
  };
  const timer = setInterval(gatherSoon, freshMs);

  function find(load: BoardLoad) {
    const key = keyOf(load);
    return key === null ? undefined : known.get(key);
  }

  return {
    chipOf: (load) => find(load)?.chip ?? null,
    blockedOf: (load) => find(load)?.blocked ?? null,
    factorOf: (load) => find(load)?.factor ?? null,
    noteRows: gatherSoon,
    askAgain() {
      askedAt.clear();
      gather();
    },
    stop() {
      isStopped = true;
      clearInterval(timer);
      clearTimeout(gathering);
    },
  };
}
