import { equipmentTypes } from '@headhaul/domain/equipment';
import { loadStatuses } from '@headhaul/domain/loads/status';
import { v7 as uuidv7 } from 'uuid';
import type { Chance } from '../cli/seed/chance.ts';
import type { TestApp, TestClient } from './test-app.ts';

export interface RandomOffice {
  brokers: string[];
  drivers: string[];
  trucks: string[];
  dispatchers: string[];
}

const names = ['Marcus', 'Rosa', 'Dmitri', 'Åse', 'Zoë "Z"'];
const familyNames = ['Bell', 'Delgado', 'O’Hara', 'van der Berg', ''];
const brokerNames = ['Lakeshore Freight', 'Sandhill "East" Brokers', 'Palmetto\\Crown', 'Kestrel Freight', 'Åland Logistik'];
const cities = [
  ['Dallas', 'TX', 'America/Chicago'],
  ['Kansas City', 'MO', 'America/Chicago'],
  ['Conley', 'GA', 'America/New_York'],
  ['Salt Lake City', 'UT', 'America/Denver'],
  ['Coeur d’Alene', 'ID', 'America/Los_Angeles'],
] as const;

export async function makeRandomOffice(api: TestApp, client: TestClient, chance: Chance): Promise<RandomOffice> {
  const { companyId, id } = client.user;
  const office: RandomOffice = { brokers: [], drivers: [], trucks: [], dispatchers: [id] };
  for (const [index, name] of brokerNames.entries()) {
    const mc = chance.once(3) ? null : String(100_000 + chance.below(800_000));
    office.brokers.push(await insert(api, 'brokers', { company_id: companyId, name: `${name} ${index}`, mc }));
  }
  for (let index = 0; index < 6; index++) {
    office.trucks.push(await insert(api, 'trucks', { company_id: companyId, number: String(100 + index) }));
    const driver = {
      name: chance.of(names),
      family_name: chance.of(familyNames),
      phone: chance.once(2) ? null : `+1712555${1000 + index}`,
    };
    office.drivers.push(await insert(api, 'drivers', { company_id: companyId, ...driver }));
  }
  return office;
}

/** Inserts a row with a new ID and returns the ID. */
export async function insert(api: TestApp, table: string, row: Record<string, unknown>): Promise<string> {
  const id = uuidv7();
  const entries = Object.entries({ id, ...row });
  const places = entries.map((_, index) => `$${index + 1}`);
  await api.admin.query(
    `insert into ${table} (${entries.map(([column]) => column).join(', ')}) values (${places.join(', ')})`,
    entries.map(([, value]) => value),
  );
  return id;
}

const hourMs = 3_600_000;
let numbered = 0;

/** Any status, a pickup between 45 days ago and 15 days from now, and every optional value present or missing. */
export function randomLoad(companyId: string, office: RandomOffice, chance: Chance): Record<string, unknown> {
  const status = chance.of(loadStatuses);
  const pickupMs = Date.now() + (chance.below(60 * 24) - 45 * 24) * hourMs + chance.below(1_000);
  const deliveryMs = pickupMs + (4 + chance.below(70)) * hourMs;
  const [pickup, delivery] = [chance.of(cities), chance.of(cities)];
  const at = (ms: number) => new Date(ms).toISOString();
  const dayAt = (ms: number, timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(ms);
  const driver = status === 'DRAFT' || chance.once(4) ? null : chance.of(office.drivers);
  const coDriver = driver !== null && chance.once(5) ? (office.drivers.find((id) => id !== driver) ?? null) : null;
  const isInvoiced = status === 'INVOICED' || status === 'PAID';
  numbered += 1;
  return {
    company_id: companyId,
    load_number: chance.once(20) ? `A"${numbered}` : String(24_000 + numbered),
    status,
    status_before_problem: status === 'PROBLEM' ? chance.of(['IN_TRANSIT', 'AT_DELIVERY']) : isInvoiced && chance.once(6) ? 'TONU' : null,
    status_changed_at: at(Math.min(deliveryMs, Date.now())),
    problem_reason: status === 'PROBLEM' ? 'Refused: 2 pallets "wet"\nat the door' : null,
    urgency: chance.of(['LOW', 'NORMAL', 'HIGH', 'CRITICAL']),
    tags: chance.once(3) ? ['hot', 'say "please"'].slice(0, 1 + chance.below(2)) : [],
    broker_id: chance.of(office.brokers),
    broker_load_number: chance.once(3) ? null : `B-${chance.below(100_000)}`,
    rc: chance.once(3) ? null : `RC${chance.below(1_000_000)}`,
    equipment: chance.of(equipmentTypes),
    weight_lb: chance.once(3) ? null : chance.below(45_000),
    linehaul_cents: 50_000 + chance.below(500_000),
    fuel_surcharge_cents: chance.once(2) ? 0 : chance.below(40_000),
    driver_pay_cents: chance.once(4) ? 0 : chance.below(200_000),
    billable_fees_cents: chance.once(3) ? chance.below(30_000) : 0,
    fee_costs_cents: chance.once(3) ? chance.below(30_000) : 0,
    driver_fees_cents: chance.once(3) ? chance.below(10_000) : 0,
    factoring_status: chance.of(['NOT_FACTORED', 'DECLINED', 'FUNDED']),
    factoring_fee_bps: chance.once(4) ? null : chance.below(500),
    payment_terms_days: chance.below(60),
    invoiced_at: isInvoiced ? at(deliveryMs + hourMs) : null,
    paid_at: status === 'PAID' ? at(deliveryMs + 200 * hourMs) : null,
    paid_amount_cents: status === 'PAID' ? 100 : null,
    loaded_miles: chance.below(2_500),
    deadhead_miles: chance.below(200),
    driver_id: driver,
    co_driver_id: coDriver,
    truck_id: chance.once(3) ? null : chance.of(office.trucks),
    dispatcher_id: chance.once(4) ? null : chance.of(office.dispatchers),
    pickup_city: pickup[0],
    pickup_state: pickup[1],
    pickup_zone: pickup[2],
    pickup_at: at(pickupMs),
    pickup_ends_at: at(pickupMs + hourMs),
    pickup_has_time: !chance.once(4),
    pickup_day: dayAt(pickupMs, pickup[2]),
    delivery_city: delivery[0],
    delivery_state: delivery[1],
    delivery_zone: delivery[2],
    delivery_at: at(deliveryMs),
    delivery_ends_at: at(deliveryMs + hourMs),
    delivery_has_time: !chance.once(4),
    delivery_day: dayAt(deliveryMs, delivery[2]),
    dock_arrived_at: status === 'AT_PICKUP' || status === 'AT_DELIVERY' ? at(Date.now() - 4 * hourMs) : null,
    booked_day: dayAt(pickupMs - 40 * hourMs, 'America/Chicago'),
    has_rc: chance.once(2),
    has_bol: chance.once(2),
    has_pod: chance.once(2),
    created_at: at(pickupMs - chance.below(90) * hourMs),
    deleted_at: chance.once(12) ? at(Date.now() - hourMs) : null,
  };
}
