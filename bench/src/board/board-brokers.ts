import { type BrokerDetails, brokerEndpoints } from '@headhaul/contracts/brokers';
import { call } from '@headhaul/contracts/http/call';
import { brokerNameKey } from '@headhaul/domain/factoring/match';
import type { TrueLoad } from '@headhaul/test-servers/board-marks';
import type pg from 'pg';
import { runAsAdmin } from '../lib/database.ts';
import { signIn } from '../lib/sign-in.ts';
import type { BrokerTruth } from './board-truth.ts';

/** As many as the database of a small company has, with their paid loads, and as many of each mark that are new to it. */
const [paidBrokers, marked] = [10, 8];

const quote = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** Who posts the most comes first. */
function listPosters(loads: readonly TrueLoad[]): string[] {
  const byBroker = [...Map.groupBy(loads, ({ broker }) => brokerNameKey(broker.name)).values()];
  return byBroker.toSorted((one, other) => other.length - one.length).flatMap(([first]) => first?.broker.name ?? []);
}

/**
 * Makes brokers of the board's brokers of the company in this database: some with loads that they have paid, some blocked, some preferred.
 * The others on the board stay unknown to it.
 */
export async function makeBrokers(database: string, loads: readonly TrueLoad[]): Promise<void> {
  const names = listPosters(loads);
  // Each kind has some who post much and some who post little.
  const [blocked, preferred] = [0, 1].map((first) => names.filter((_, at) => at % 4 === first).slice(0, marked)) as [string[], string[]];
  const paid = names.filter((_, at) => at % 4 === 2).slice(0, paidBrokers);
  const rename = paid.map((name, at) => `(${at + 1}, ${quote(name)})`).join();
  // Each with its own reason, so that what is said of one broker is true of no other.
  const insert = (mark: string, why: string) => (name: string, at: number) =>
    `(${quote(name)}, '${mark}'::broker_mark, ${quote(`${why} ${at + 1}`)})`;
  const marks = [...blocked.map(insert('BLOCKED', 'Unpaid claim')), ...preferred.map(insert('PREFERRED', 'Contract'))].join();
  await runAsAdmin(
    [
      'set session_replication_role = replica',
      `update brokers b set name = v.name from (select id, row_number() over (order by id) as n from brokers) k join (values ${rename}) v (n, name)
         on v.n = k.n where b.id = k.id`,
      `insert into brokers (company_id, id, name, mark, mark_reason)
         select company_id, gen_random_uuid(), v.name, v.mark, v.reason
         from load_counters cross join (values ${marks}) v (name, mark, reason)`,
    ],
    database,
  );
}

const count = (number: number, word: string) => `${number} ${word}${number === 1 ? '' : 's'}`;
const join = (parts: readonly string[]) => parts.filter((part) => part !== '').join(', ');

function truthOf({ mark, markReason, grade, history, risks }: BrokerDetails): BrokerTruth {
  const plain = { letter: '', risks: '', toCheck: '', blocked: null };
  if (mark === 'BLOCKED') return { ...plain, text: 'Blocked', label: `Broker blocked: ${markReason}`, blocked: `Blocked: ${markReason}` };
  const days = history.daysToPayMedian === null ? null : Math.round(history.daysToPayMedian);
  const rated = join([grade === null ? '' : `Broker ${grade}`, days === null ? '' : `pays in ${count(days, 'day')}`]);
  const preferred = mark === 'PREFERRED' && rated === '' ? `Preferred broker: ${markReason}` : '';
  const toCheck = risks.length === 0 ? '' : `${count(risks.length, 'thing')} to check`;
  const unrated = toCheck === '' ? (preferred === '' ? '' : 'Preferred') : 'Check';
  return {
    letter: grade ?? '',
    text: rated === '' ? unrated : days === null ? '' : `${days} d`,
    risks: risks.length === 0 ? '' : String(risks.length),
    label: join([rated, preferred, toCheck]),
    toCheck,
    blocked: null,
  };
}

/** What the web app's page of each broker says, as a row has to say it. By `brokerNameKey`. */
export async function readBrokers(product: { origin: string; admin: pg.Pool; companyId: string }): Promise<Map<string, BrokerTruth>> {
  const { accessToken } = await signIn(product, product.companyId);
  const { rows } = await product.admin.query<{ id: string }>('select id from brokers');
  const options = { base: `${product.origin}/api`, headers: { authorization: `Bearer ${accessToken}` } };
  const truths = new Map<string, BrokerTruth>();
  for (const { id } of rows) {
    const broker = await call(brokerEndpoints.getBroker, { params: { id } }, options);
    truths.set(brokerNameKey(broker.name), truthOf(broker));
  }
  return truths;
}
