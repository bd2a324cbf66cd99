import type { FieldError } from '@headhaul/contracts/http/errors';
import type { LoadValues } from '@headhaul/contracts/loads/input';
import { PayTerms as PayTermsSchema } from '@headhaul/contracts/loads/pay-terms';
import type { PayTerms } from '@headhaul/domain/drivers/pay';
import { countedFeeBps } from '@headhaul/domain/loads/cut';
import { isFactored } from '@headhaul/domain/loads/money';
import { sql } from 'kysely';
import type { TenantTx } from '../../../lib/db/database.ts';
import type { SeenBroker } from '../../brokers/brokers.service.ts';

/** The drivers, truck and trailer of a load. */
export interface Crew {
  driverId: string | null;
  coDriverId: string | null;
  truckId: string | null;
  trailerId: string | null;
}

interface KnownDriver {
  name: string;
  /** The company's for a driver who has none. */
  payTerms: PayTerms | null;
  truckId: string | null;
  trailerId: string | null;
}

/** The contact at the broker, from the load's form. */
export function contactOf(values: LoadValues): SeenBroker['contact'] {
  return {
    name: values.brokerContactName,
    email: values.brokerContactEmail,
    phone: values.brokerContactPhone,
    ext: values.brokerContactExt,
  };
}

/** What a load may refer to: the company's brokers and current team members, and its drivers, trucks and trailers in use. */
export interface References {
  drivers: Map<string, KnownDriver>;
  trucks: Set<string>;
  trailers: Set<string>;
  brokers: Set<string>;
  people: Set<string>;
  /** Of the company. Null: not set. */
  factoringFeeBps: number | null;
}

interface Named extends Crew {
  brokerId: string | null;
  dispatcherId: string | null;
}

interface KnownRow {
  kind: 'driver' | 'truck' | 'trailer' | 'broker' | 'person' | 'company';
  id: string;
  name: string | null;
  pay: unknown;
  truck_id: string | null;
  trailer_id: string | null;
  fee_bps: number | null;
}

function idsOf(loads: readonly Named[], keys: readonly (keyof Named)[]): string[] {
  return [...new Set(loads.flatMap((load) => keys.flatMap((key) => load[key] ?? [])))];
}

export async function findReferences(tx: TenantTx, loads: readonly Named[]): Promise<References> {
  const { rows } = await sql<KnownRow>`
    select 'driver' as kind, d.id, trim(d.name || ' ' || d.family_name) as name, d.pay, t.id as truck_id, tr.id as trailer_id,
      null::int as fee_bps
    from drivers d
      left join trucks t on t.company_id = d.company_id and t.id = d.truck_id and t.deleted_at is null
      left join trailers tr on tr.company_id = d.company_id and tr.id = d.trailer_id and tr.deleted_at is null
    where d.company_id = ${tx.companyId} and d.id = any(${idsOf(loads, ['driverId', 'coDriverId'])}::uuid[]) and d.deleted_at is null
    union all select 'truck', id, null, null, null, null, null from trucks
    where company_id = ${tx.companyId} and id = any(${idsOf(loads, ['truckId'])}::uuid[]) and deleted_at is null
    union all select 'trailer', id, null, null, null, null, null from trailers
    where company_id = ${tx.companyId} and id = any(${idsOf(loads, ['trailerId'])}::uuid[]) and deleted_at is null
    union all select 'broker', id, null, null, null, null, null from brokers
    where company_id = ${tx.companyId} and id = any(${idsOf(loads, ['brokerId'])}::uuid[])
    union all select 'person', user_id, null, null, null, null, null from memberships
    where company_id = ${tx.companyId} and user_id = any(${idsOf(loads, ['dispatcherId'])}::uuid[]) and removed_at is null
    union all select 'company', company_id, null, driver_pay, null, null, factoring_fee_bps from companies
    where company_id = ${tx.companyId}`.execute(tx.db);
  const company = rows.find(({ kind }) => kind === 'company');
  const termsOf = (pay: unknown) => PayTermsSchema.nullable().catch(null).parse(pay);
  const ids = (kind: KnownRow['kind']) => new Set(rows.filter((row) => row.kind === kind).map(({ id }) => id));
  const drivers = rows
    .filter(({ kind }) => kind === 'driver')
    .map((row) => {
      const payTerms = termsOf(row.pay) ?? termsOf(company?.pay ?? null);
      return [row.id, { name: row.name ?? '', payTerms, truckId: row.truck_id, trailerId: row.trailer_id }] as const;
    });
  return {
    drivers: new Map(drivers),
    trucks: ids('truck'),
    trailers: ids('trailer'),
    brokers: ids('broker'),
    people: ids('person'),
    factoringFeeBps: company?.fee_bps ?? null,
  };
}

/** Errors in the references of a load. What the load had before may stay, even if it is archived or gone by now. */
export function validateReferences(named: Named, known: References, before?: Named): FieldError[] {
  const isKnown = {
    brokerId: (id: string) => known.brokers.has(id),
    driverId: (id: string) => known.drivers.has(id),
    coDriverId: (id: string) => known.drivers.has(id),
    truckId: (id: string) => known.trucks.has(id),
    trailerId: (id: string) => known.trailers.has(id),
    dispatcherId: (id: string) => known.people.has(id),
  };
  const words = {
    brokerId: 'This broker is not in your list',
    driverId: 'This driver is not in your list',
    coDriverId: 'This driver is not in your list',
    truckId: 'This truck is not in use',
    trailerId: 'This trailer is not in use',
    dispatcherId: 'This person is not on your team',
  };
  const errors = (Object.keys(words) as (keyof Named)[]).flatMap((key) => {
    const id = named[key];
    const isFine = id === null || id === before?.[key] || isKnown[key](id);
    return isFine ? [] : [{ path: `body.${key}`, message: words[key] }];
  });
  if (named.coDriverId !== null && named.driverId === null) errors.push({ path: 'body.driverId', message: 'Name the first driver too' });
  if (named.coDriverId !== null && named.coDriverId === named.driverId)
    errors.push({ path: 'body.coDriverId', message: 'The second driver is somebody else' });
  return errors;
}

/** A driver who is new to the load brings their own truck and trailer, unless the form names others. */
export function withOwnTruck(crew: Crew, known: References): Crew {
  const driver = crew.driverId === null ? undefined : known.drivers.get(crew.driverId);
  return driver ? { ...crew, truckId: crew.truckId ?? driver.truckId, trailerId: crew.trailerId ?? driver.trailerId } : crew;
}

/** The percentage that is saved: the typed one, else the company's for a factored load, which then stays if the company's changes. */
export function feeBpsToSave({ factoringStatus, factoringFeeBps }: LoadValues, known: References): number | null {
  return isFactored(factoringStatus) ? countedFeeBps(factoringFeeBps, known.factoringFeeBps) : factoringFeeBps;
}
