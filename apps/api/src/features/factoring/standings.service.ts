import type { BrokerFactor } from '@headhaul/contracts/factoring';
import { type ApprovalStatus, combineAnswers, type FactorAnswer, type FactorStanding } from '@headhaul/domain/factoring/approvals';
import { brokerNameKey, createDirectory, type Listed, matchBroker, mostAlike } from '@headhaul/domain/factoring/match';
import { dayAt } from '@headhaul/domain/time/zoned-time';
import { sql } from 'kysely';
import { createBreather } from '../../lib/breathe.ts';
import type { TenantTx } from '../../lib/db/database.ts';
import { type BrokerLike, findBrokersLike } from '../brokers/brokers-like.service.ts';

/** A broker as far as a factor's list is concerned. */
export interface NamedBroker {
  /** Null for a broker that is being typed. */
  id: string | null;
  name: string | null;
  mc: string | null;
  dot: string | null;
}

export interface KnownStanding {
  standing: FactorStanding | null;
  matchedBy: BrokerFactor['matchedBy'];
  isAmbiguous: boolean;
}

export interface CompanyFactor {
  name: string | null;
  email: string | null;
  type: string;
  zone: string;
}

/** Undefined if the company has no factor. */
export async function readCompanyFactor(tx: TenantTx): Promise<CompanyFactor | undefined> {
  const company = await tx.db
    .selectFrom('companies')
    .where('company_id', '=', tx.companyId)
    .select(['factoring_type as type', 'factor_name as name', 'factor_email as email', 'time_zone as zone'])
    .executeTakeFirstOrThrow();
  const { type, ...factor } = company;
  return type === null ? undefined : { ...factor, type };
}

interface ListedBroker extends Listed {
  id: string | null;
}

interface ApprovalRow extends Listed {
  status: ApprovalStatus;
  limitCents: number | null;
  usedCents: number | null;
  asOf: string;
}

/** Nobody has so many brokers of one name. A list with more rows of a name than this is matched by numbers only. */
const rowsPerBroker = 200;

const present = (values: readonly (string | null)[]) => [...new Set(values.flatMap((value) => value || []))];

async function readRows(tx: TenantTx, brokers: readonly ListedBroker[]): Promise<ApprovalRow[]> {
  const mcs = present(brokers.map(({ mc }) => mc));
  const dots = present(brokers.map(({ dot }) => dot));
  const names = present(brokers.map(({ nameKey }) => nameKey));
  const { rows } = await sql<ApprovalRow>`
    select a.mc, a.dot, a.name_key as "nameKey", a.status, a.limit_cents as "limitCents", a.used_cents as "usedCents", a.as_of::text as "asOf"
    from factor_lists l join factor_approvals a on a.company_id = l.company_id and a.list_id = l.id
    where l.company_id = ${tx.companyId} and l.state = 'CURRENT'
      and (a.mc = any(${mcs}) or a.dot = any(${dots}) or (a.name_key <> '' and a.name_key = any(${names})))
    order by (a.mc = any(${mcs})) desc nulls last, (a.dot = any(${dots})) desc nulls last, a.as_of desc, a.row
    limit ${rowsPerBroker * brokers.length}`.execute(tx.db);
  return rows;
}

/** The company's brokers who may claim one of these rows. Of those with one USDOT number or one name, one more than `matchBroker` compares. */
function readRivals(tx: TenantTx, rows: readonly ApprovalRow[]): Promise<BrokerLike[]> {
  const wanted = {
    mcs: present(rows.map(({ mc }) => mc)),
    dots: present(rows.map(({ dot }) => dot)),
    names: present(rows.map(({ nameKey }) => nameKey)),
  };
  return findBrokersLike(tx, wanted, mostAlike + 1);
}

/**
 * By which MC number the factor's API is asked about each broker: its own, or else the one that FMCSA's record has for its USDOT number.
 * Null if neither is known.
 */
export async function findAskedMcs(tx: TenantTx, brokers: readonly Pick<NamedBroker, 'mc' | 'dot'>[]): Promise<(string | null)[]> {
  const dots = present(brokers.map(({ mc, dot }) => (mc === null ? dot : null)));
  const records = dots.length === 0 ? [] : await tx.db.selectFrom('fmcsa_records').where('dot', 'in', dots).select(['dot', 'mc']).execute();
  const byDot = new Map(records.map(({ dot, mc }) => [dot, mc]));
  return brokers.map(({ mc, dot }) => mc ?? byDot.get(dot ?? '') ?? null);
}

async function readChecks(tx: TenantTx, mcs: readonly string[], zone: string): Promise<Map<string, FactorAnswer>> {
  if (mcs.length === 0) return new Map();
  const checks = await tx.db
    .selectFrom('factor_checks')
    .where('company_id', '=', tx.companyId)
    .where('mc', 'in', mcs)
    .where('status', 'is not', null)
    .select(['mc', 'status', 'answered_at'])
    .execute();
  return new Map(
    checks.map(({ mc, status, answered_at: at }) => {
      const asOf = dayAt(at?.getTime() ?? 0, zone);
      return [mc, { status: status as ApprovalStatus, limitCents: null, usedCents: null, source: 'CHECK', asOf }];
    }),
  );
}

/** What the factor says about each of these brokers, in their order: by its list, its API, or both. */
export async function readStandings(tx: TenantTx, zone: string, brokers: readonly NamedBroker[]): Promise<KnownStanding[]> {
  const byId = new Map<string, ListedBroker>();
  const wanted = brokers.map(({ id, name, mc, dot }): ListedBroker => {
    const broker = byId.get(id ?? '') ?? { id, mc, dot, nameKey: brokerNameKey(name ?? '') };
    if (id !== null) byId.set(id, broker);
    return broker;
  });
  if (wanted.length === 0) return [];
  const rows = await readRows(tx, wanted);
  const rivals = rows.length === 0 ? [] : await readRivals(tx, rows);
  const askedMcs = await findAskedMcs(tx, wanted);
  const checks = await readChecks(tx, present(askedMcs), zone);
  const listed = createDirectory(rows);
  // Each broker once: the asked ones are among the rivals too, unless they are only being typed.
  const known = createDirectory(new Set([...wanted, ...rivals.map((rival) => byId.get(rival.id) ?? rival)]));
  const breathe = createBreather();
  const standings: KnownStanding[] = [];
  for (const [at, broker] of wanted.entries()) {
    await breathe();
    const match = matchBroker(broker, listed, known);
    const check = checks.get(askedMcs[at] ?? '');
    const answers = match.kind === 'FOUND' ? match.rows.map((row): FactorAnswer => ({ ...row, source: 'LIST' })) : [];
    const standing = combineAnswers(check ? [...answers, check] : answers);
    standings.push({
      standing: standing && toStanding(standing),
      matchedBy: match.kind === 'FOUND' ? match.by : null,
      isAmbiguous: match.kind === 'AMBIGUOUS',
    });
  }
  return standings;
}

/** Without the fields of the list's row. */
function toStanding({ status, limitCents, usedCents, source, asOf, limitAsOf }: FactorStanding): FactorStanding {
  return { status, limitCents, usedCents, source, asOf, limitAsOf };
}
