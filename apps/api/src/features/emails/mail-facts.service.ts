import type { BrokerMark } from '@headhaul/contracts/brokers';
import type { Driver } from '@headhaul/contracts/drivers';
import type { BoardLoad } from '@headhaul/contracts/mail/board-load';
import { boardFingerprintText } from '@headhaul/domain/boards/freight';
import { brokerKeyOf, brokerKeysOf, fingerprintText, freightOfBoardLoad, freightOfLoad } from '@headhaul/domain/loads/fingerprint';
import { legToPickup } from '@headhaul/domain/mail/values';
import { sql } from 'kysely';
import type { TenantTx } from '../../lib/db/database.ts';
import { personName } from '../../lib/db/person-name.ts';
import { AppError } from '../../lib/errors.ts';
import type { Ctx } from '../../lib/http/guards.ts';
import { readDriver } from '../drivers/driver-facts.service.ts';
import { readLoad, type WholeLoad } from '../loads/read/read.service.ts';
import { measureLegs } from '../roads/legs.service.ts';
import { hashFreight, listFingerprints } from './fingerprints.ts';

export interface KnownBroker {
  id: string;
  name: string;
  mc: string | null;
  dot: string | null;
  mark: BrokerMark;
  markReason: string | null;
}

/** All facts that a template can use. */
export interface MailFacts {
  load: WholeLoad | null;
  boardLoad: BoardLoad | null;
  driver: Driver | null;
  /** Road miles from where the driver is empty to the load's pickup. Null if no road is known: an estimate is nothing to write to a broker. */
  milesToPickup: number | null;
  company: { name: string; mc: string | null; dot: string | null; timeZone: string };
  user: { name: string; email: string; phone: string | null };
  broker: KnownBroker | null;
  /** The name from the load or the board, if the broker is not in our list. */
  brokerName: string | null;
  brokerMc: string | null;
  brokerKey: string | null;
  /** All that the broker may have been identified by. */
  brokerKeys: string[];
  /** Of a board's load it is the one that its row has, so it depends on nothing but what the board shows. */
  fingerprint: string | null;
  /** All under which an earlier mail about the same freight may be kept. */
  fingerprints: string[];
  /** "Milwaukee, WI to Conley, GA" */
  lane: string | null;
}

export interface AboutWhat {
  to: string;
  loadId: string | null;
  boardLoad: BoardLoad | null;
  brokerId: string | null;
  driverId: string | null;
}

export async function readMailFacts({ actor }: Ctx, tx: TenantTx, about: AboutWhat): Promise<MailFacts> {
  const { to, loadId, boardLoad, driverId } = about;
  const load = loadId === null ? null : await readLoad(tx, loadId);
  const driver = driverId === null ? null : await readDriver(tx, driverId);
  if (driver === undefined || (driver !== null && boardLoad !== null && !worksHere(driver))) throw noDriver();
  const brokerId = load?.brokerId ?? (boardLoad === null ? about.brokerId : null);
  const broker = await findBroker(tx, brokerId, boardLoad?.brokerMc ?? null, to);
  if (brokerId !== null && broker === null) throw new AppError('not_found', { detail: 'We could not find that broker.' });
  const brokerMc = broker?.mc ?? load?.brokerMc ?? boardLoad?.brokerMc ?? null;
  const brokerName = broker?.name ?? load?.brokerName ?? boardLoad?.brokerName ?? null;
  const known = { mc: brokerMc, email: to, name: brokerName };
  const brokerKey = brokerKeyOf(known);
  const freight = load ? freightOfLoad(load, brokerKey) : boardLoad ? freightOfBoardLoad(boardLoad, brokerKey) : null;
  const fingerprint = hashFreight(boardLoad ? boardFingerprintText(boardLoad) : freight && fingerprintText(freight));
  return {
    load,
    boardLoad,
    driver,
    milesToPickup: load && (await measureToPickup(driver, load)),
    ...(await readUs(tx, actor.userId)),
    broker,
    brokerName,
    brokerMc,
    brokerKey,
    brokerKeys: brokerKeysOf(known),
    fingerprint,
    fingerprints: listFingerprints(fingerprint, freight, known),
    lane: freight && laneOf(freight.origin, freight.destination),
  };
}

/** The truck of somebody who doesn't is not offered for a new load. */
const worksHere = ({ deletedAt, employment }: Driver) => deletedAt === null && employment === 'ACTIVE';

/** The field is named, because whoever chose this driver a while ago may write without one. */
function noDriver(): AppError {
  const detail = 'We could not find that driver.';
  return new AppError('not_found', { detail, errors: [{ path: 'body.driverId', message: detail }] });
}

async function measureToPickup(driver: Driver | null, load: WholeLoad): Promise<number | null> {
  const leg = legToPickup(driver, load);
  if (leg === null) return null;
  const measured = (await measureLegs([leg]))(leg.from, leg.to);
  return measured?.source === 'ROAD' ? Math.round(measured.miles) : null;
}

interface Spot {
  city: string | null;
  state: string | null;
}

function laneOf(from: Spot, to: Spot): string | null {
  const name = ({ city, state }: Spot) => [city, state].filter(Boolean).join(', ');
  return name(from) === '' || name(to) === '' ? null : `${name(from)} to ${name(to)}`;
}

async function readUs(tx: TenantTx, userId: string): Promise<Pick<MailFacts, 'company' | 'user'>> {
  const company = await tx.db
    .selectFrom('companies')
    .where('company_id', '=', tx.companyId)
    .select(['name', 'mc', 'dot', 'time_zone as timeZone'])
    .executeTakeFirstOrThrow();
  const { rows } = await sql<MailFacts['user']>`
    select ${personName('u')} as name, u.email, u.phone from users u where u.id = ${userId}`.execute(tx.db);
  if (!rows[0]) throw new Error('the caller is not there');
  return { company, user: rows[0] };
}

/** Finds a broker by id if there is one, else by MC number if there is one, else by the contact who was last seen with this address. */
async function findBroker(tx: TenantTx, id: string | null, mc: string | null, to: string): Promise<KnownBroker | null> {
  const columns = sql.raw(`b.id, b.name, b.mc, b.dot, b.mark, b.mark_reason as "markReason"`);
  if (id !== null || mc !== null) {
    const { rows } = await sql<KnownBroker>`
      select ${columns} from brokers b where b.company_id = ${tx.companyId} and ${id === null ? sql`b.mc = ${mc?.replace(/^0+/, '')}` : sql`b.id = ${id}`}`.execute(
      tx.db,
    );
    return rows[0] ?? null;
  }
  const { rows } = await sql<KnownBroker>`
    select ${columns} from broker_contacts c join brokers b on b.company_id = c.company_id and b.id = c.broker_id
    where c.company_id = ${tx.companyId} and c.email = ${to} order by c.last_seen_at desc limit 1`.execute(tx.db);
  return rows[0] ?? null;
}
