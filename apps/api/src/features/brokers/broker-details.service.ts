import type { BrokerDetails } from '@headhaul/contracts/brokers';
import type { TenantTx } from '../../lib/db/database.ts';
import type { Cells, Read } from '../../lib/db/tenant-read.ts';
import { AppError } from '../../lib/errors.ts';
import type { Ctx } from '../../lib/http/guards.ts';
import { type BrokerFiguresRow, figureCellCount, figuresStatement, foldIfDue, toHistory, toOwn } from './broker-history.service.ts';
import { type BrokerRow, brokerJson } from './broker-list.service.ts';
import { readFactorFacts, readScore, scoreCells } from './broker-score.service.ts';

type Contact = BrokerDetails['contacts'][number];
type Domain = BrokerDetails['domains'][number];
type Lane = BrokerDetails['topLanes'][number];

const topLanes = 5;

const contacts = `
  select coalesce(json_agg(c), '[]') from (
    select id, name, email, phone, ext, loads, first_seen_at as "firstSeenAt", last_seen_at as "lastSeenAt" from broker_contacts
    where company_id = $1 and broker_id = p.id order by last_seen_at desc, id limit 50) c`;

/** Impostors write from a domain that differs by one letter, so a new domain beside the old ones deserves a look. */
const domains = `
  select coalesce(json_agg(d), '[]') from (
    select split_part(email, '@', 2) as domain, sum(loads)::int as loads, min(first_seen_at) as "firstSeenAt", max(last_seen_at) as "lastSeenAt"
    from broker_contacts where company_id = $1 and broker_id = p.id and email is not null
    group by 1 order by 2 desc, 1 limit 20) d`;

const laneKey = 'pickup_word, pickup_state, delivery_word, delivery_state';
const laneName = (lane: string) => `(
    select concat(min(key::jsonb ->> 0), ', ', ${lane}.pickup_state, ' → ', min(key::jsonb ->> 1), ', ', ${lane}.delivery_state)
    from jsonb_object_keys(${lane}.spellings) key)`;

/** Lanes that have changed since the last fold are added up. Of the others only the first few are read, in the order of their index. */
const lanes = `
  spelled as (
    select broker_id, lower(pickup_city) as pickup_word, pickup_state, lower(delivery_city) as delivery_word, delivery_state,
      jsonb_build_array(pickup_city, delivery_city)::text as spelling, sum(sign * loads) as loads, sum(sign * gross_cents) as gross_cents,
      sum(sign * miles) as miles
    from lines where loads <> 0 group by 1, 2, 3, 4, 5, 6),
  changed_lanes as materialized (
    select broker_id, ${laneKey}, jsonb_object_agg(spelling, loads) as spellings, sum(loads) as loads, sum(gross_cents) as gross_cents, sum(miles) as miles
    from spelled group by broker_id, ${laneKey}),
  first_lanes as (
    select f.* from page p cross join lateral (
      select f.*, ${laneName('f')} as name from broker_lane_figures f where f.company_id = $1 and f.broker_id = p.id
      order by f.loads desc, f.gross_cents desc, name limit ${topLanes} + (select count(*) from changed_lanes)) f),
  top_lanes as (
    select name as lane, loads, gross_cents, miles from first_lanes where row (${laneKey}) not in (select ${laneKey} from changed_lanes)
    union all
    select ${laneName('l')}, loads, gross_cents, miles from (
      select t.pickup_state, t.delivery_state, add_tally(coalesce(f.spellings, '{}'), t.spellings) as spellings, coalesce(f.loads, 0) + t.loads as loads,
        coalesce(f.gross_cents, 0) + t.gross_cents as gross_cents, coalesce(f.miles, 0) + t.miles as miles
      from changed_lanes t left join broker_lane_figures f on f.company_id = $1 and f.broker_id = t.broker_id and f.pickup_word = t.pickup_word
        and f.pickup_state = t.pickup_state and f.delivery_word = t.delivery_word and f.delivery_state = t.delivery_state) l)`;

const lanesJson = `
  select coalesce(json_agg(l), '[]') from (
    select lane, loads, gross_cents as "grossCents", round(gross_cents / nullif(miles, 0)) as "rpmCents"
    from top_lanes where loads > 0 order by loads desc, gross_cents desc, lane limit ${topLanes}) l`;

const statement = {
  name: 'broker_details',
  text: figuresStatement({
    page: 'select b.* from brokers b where b.company_id = $1 and b.id = $2',
    also: lanes,
    cells: [...scoreCells, brokerJson('p'), `(${contacts})`, `(${domains})`, `(${lanesJson})`],
  }),
};

const withTimes = <T extends { firstSeenAt: string; lastSeenAt: string }>(row: T): T => ({
  ...row,
  firstSeenAt: new Date(row.firstSeenAt).toISOString(),
  lastSeenAt: new Date(row.lastSeenAt).toISOString(),
});

/** Reads alone, or in a transaction that has begun. */
interface Source {
  companyId: string;
  read(read: Read): Promise<Cells>;
  inTransaction: Parameters<typeof readFactorFacts>[0];
}

interface Found {
  broker: BrokerDetails;
  own: BrokerFiguresRow;
}

async function findBroker({ companyId, read, inTransaction }: Source, id: string): Promise<Found> {
  const [cells] = await read({ ...statement, values: [companyId, id] });
  if (!cells) throw new AppError('not_found');
  const own = toOwn(cells);
  const rest = cells.slice(figureCellCount);
  const [factor = null] = await readFactorFacts(inTransaction, [rest]);
  const [row, people, mailDomains, top] = rest.slice(scoreCells.length).map((cell) => JSON.parse(cell ?? 'null') as unknown);
  const broker = {
    ...(row as BrokerRow),
    history: toHistory(own),
    ...readScore(own, rest, factor),
    contacts: (people as Contact[]).map(withTimes),
    domains: (mailDomains as Domain[]).map(withTimes),
    topLanes: top as Lane[],
  };
  return { broker, own };
}

/** In a transaction that has changed the broker. */
export async function readBroker(tx: TenantTx, id: string): Promise<BrokerDetails> {
  return (await findBroker({ companyId: tx.companyId, read: tx.read, inTransaction: (work) => work(tx) }, id)).broker;
}

export async function getBroker(ctx: Ctx, id: string): Promise<BrokerDetails> {
  const { companyId } = ctx.actor;
  const read = (one: Read) => ctx.platform.db.readAsTenant(companyId, one);
  const { broker, own } = await findBroker({ companyId, read, inTransaction: ctx.transaction }, id);
  await foldIfDue(ctx, [own]);
  return broker;
}
