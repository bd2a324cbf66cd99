import { type BrokerBrief, mostPostedBrokers, type PostedBrokerFacts, postingEndpoints } from '@headhaul/contracts/boards/postings';
import type { MailApi } from '../../mail/mail-api.ts';
import { brokerKeyOf } from '../broker-key.ts';
import type { BrokersAnswer, RowBroker } from '../messages.ts';
import type { KeptAnswers } from './kept-answers.ts';

/** A letter changes when a load is paid or a day passes. */
const freshMs = 30 * 60_000;
/** After an answer that didn't come, or one that says "too many", the rows show what is kept. */
const pauseMs = 30_000;
/**
 * A list of a board names some hundred brokers. A page that names ever new ones must not use up what this person may ask of the API, in
 * the web app too.
 */
const mostPerMinute = 600;
const minuteMs = 60_000;

/** Who asks. `whose` is the person in the company. */
interface Asking {
  userId: string;
  whose: string;
}

interface RowBrokerParts {
  ask: MailApi;
  kept: KeptAnswers<PostedBrokerFacts>;
  nowMs(): number;
}

/**
 * What rows show of their brokers. Each broker is asked about once in half an hour, whatever is scrolled and in how many tabs, and
 * brokers of several rows together.
 */
export function createRowBrokers({ ask, kept, nowMs }: RowBrokerParts) {
  /** Two tabs that show the same brokers ask one after the other, so the second finds them kept. */
  let last: Promise<unknown> = Promise.resolve();
  let pausedUntilMs = 0;
  let minute = { sinceMs: Number.NEGATIVE_INFINITY, asked: 0 };

  /** False: enough for this minute. */
  function take(count: number): boolean {
    if (nowMs() - minute.sinceMs >= minuteMs) minute = { sinceMs: nowMs(), asked: 0 };
    if (minute.asked + count > mostPerMinute) return false;
    minute.asked += count;
    return true;
  }

  async function askFor({ userId, whose }: Asking, wanted: readonly [key: string, broker: RowBroker][]): Promise<void> {
    for (let at = 0; at < wanted.length; at += mostPostedBrokers) {
      const part = wanted.slice(at, at + mostPostedBrokers);
      if (!take(part.length)) return;
      const answer = await ask(userId, postingEndpoints.findPostedBrokers, { body: { brokers: part.map(([, broker]) => broker) } });
      if (!answer.ok) {
        pausedUntilMs = nowMs() + pauseMs;
        return;
      }
      await kept.keep(
        whose,
        new Map(part.flatMap(([key], index) => (answer.value.brokers[index] ? [[key, answer.value.brokers[index]]] : []))),
      );
    }
  }

  async function list(asking: Asking, brokers: readonly RowBroker[]): Promise<BrokersAnswer> {
    const named = new Map(
      brokers.flatMap((broker): [string, RowBroker][] => {
        const key = brokerKeyOf(broker);
        return key === null ? [] : [[key, broker]];
      }),
    );
    const keys = [...named.keys()];
    const before = await kept.find(asking.whose, keys);
    const isFresh = (key: string) => nowMs() - (before.get(key)?.atMs ?? Number.NEGATIVE_INFINITY) < freshMs;
    const wanted = [...named].filter(([key]) => !isFresh(key));
    if (wanted.length > 0 && nowMs() >= pausedUntilMs) await askFor(asking, wanted);
    const found = await kept.find(asking.whose, keys);
    return { brokers: Object.fromEntries([...found].map(([key, { value, atMs }]) => [key, { ...value, atMs }])) };
  }

  return {
    list(asking: Asking, brokers: readonly RowBroker[]): Promise<BrokersAnswer> {
      const run = () => list(asking, brokers);
      const next = last.then(run, run);
      last = next.catch(() => undefined);
      return next;
    },
    /** Somebody marked this broker in the panel. */
    async note({ whose }: Asking, broker: RowBroker, brief: BrokerBrief): Promise<void> {
      const key = brokerKeyOf(broker);
      if (key === null) return;
      const factor = (await kept.find(whose, [key])).get(key)?.value.factor ?? null;
      await kept.keep(whose, new Map([[key, { brief, isNew: false, factor }]]));
    },
    forget: () => kept.forget(),
  };
}
