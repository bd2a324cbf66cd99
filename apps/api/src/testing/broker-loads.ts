import type { Chance } from '../cli/seed/chance.ts';
import { type RandomOffice, randomLoad } from './random-loads.ts';

const dayMs = 86_400_000;
const at = (ms: number) => new Date(ms).toISOString();
const spellings = ['Dallas', 'DALLAS', 'dallas', 'Conley "GA"', 'São Paulo', 'SÃO PAULO'];

/** Loads around both ends of the twelve months, paid in any way. */
export function anyLoad(companyId: string, office: RandomOffice, chance: Chance): Record<string, unknown> {
  const load = randomLoad(companyId, office, chance);
  const pickupMs = chance.once(2)
    ? Date.parse(String(load.pickup_at))
    : Date.now() - chance.of([364, 365, 366, 367, 200, 400]) * dayMs + chance.below(dayMs);
  const invoicedMs = pickupMs + chance.below(9 * dayMs);
  const isInvoiced = load.status === 'PAID' || load.status === 'INVOICED';
  return {
    ...load,
    pickup_at: at(pickupMs),
    pickup_city: chance.of(spellings),
    pickup_state: chance.of(['TX', 'GA']),
    delivery_city: chance.of(spellings),
    delivery_state: 'IA',
    status_before_problem: load.status === 'CANCELLED' && chance.once(2) ? 'TONU' : load.status_before_problem,
    invoiced_at: isInvoiced && !chance.once(8) ? at(invoicedMs) : null,
    paid_at: load.status === 'PAID' && !chance.once(8) ? at(invoicedMs + chance.below(90 * dayMs) - dayMs) : null,
    paid_amount_cents: load.status === 'PAID' ? chance.of([0, Number(load.linehaul_cents), 900_000]) : null,
  };
}

/** Changes of a load, as `set` clauses. Some do not fit the load and are refused. */
export const loadChanges = [
  `status = case when status in ('BOOKED', 'DISPATCHED', 'IN_TRANSIT') then 'DELIVERED' else 'BOOKED' end::load_status, status_before_problem = null`,
  `status = 'PAID', paid_amount_cents = linehaul_cents, invoiced_at = now() - interval '40 days', paid_at = now() - interval '1 hour' * (linehaul_cents % 900)`,
  `status = 'INVOICED', invoiced_at = now() - interval '1 day' * (linehaul_cents % 70), paid_at = null`,
  `status = 'CANCELLED', status_before_problem = case when linehaul_cents % 2 = 0 then 'TONU'::load_status end`,
  'linehaul_cents = linehaul_cents % 400000 + 1000, loaded_miles = (loaded_miles + 7) % 2000',
  'deleted_at = case when deleted_at is null then now() end',
  `pickup_at = pickup_at + interval '1 day', pickup_city = upper(pickup_city)`,
  'payment_terms_days = (payment_terms_days + 11) % 60',
  'broker_id = (select b.id from brokers b where b.company_id = loads.company_id and b.id <> loads.broker_id order by b.id limit 1)',
  'driver_id = case when driver_id is null then co_driver_id end, co_driver_id = null',
];
/** Changes of the fees of the load $2 of the company $1. The first one adds a fee. */
export const feeChanges = [
  `insert into load_fees (company_id, id, load_id, type, broker_amount_cents, status, reason)
     select company_id, gen_random_uuid(), id, (array['LUMPER', 'DETENTION', 'OTHER'])[1 + linehaul_cents % 3], linehaul_cents % 20000,
       (array['PENDING', 'PAID', 'DENIED'])[1 + loaded_miles % 3]::fee_status, 'asked' from loads where company_id = $1 and id = $2`,
  `update load_fees set status = case status when 'PAID' then 'DENIED' else 'PAID' end::fee_status, broker_amount_cents = broker_amount_cents + 500
     where company_id = $1 and load_id = $2`,
  `update load_fees set type = case type when 'LUMPER' then 'DETENTION' else 'LUMPER' end where company_id = $1 and load_id = $2`,
  'delete from load_fees where company_id = $1 and load_id = $2',
];
