import { type BrokerDetails, type BrokerInput, brokerEndpoints } from '@headhaul/contracts/brokers';
import { type Driver, type DriverInput, driverEndpoints } from '@headhaul/contracts/drivers';
import { LoadInput, StopInput } from '@headhaul/contracts/loads/input';
import { loadEndpoints } from '@headhaul/contracts/loads/loads';
import type { Load } from '@headhaul/contracts/loads/record';
import type { LoadStatus } from '@headhaul/domain/loads/status';
import { v7 as uuidv7 } from 'uuid';
import type { TestApp, TestClient } from './test-app.ts';

/** The helpers below make what an office works with, as its screens would. This counter keeps the names unique. */
let made = 0;
const next = () => {
  made += 1;
  return made;
};

/** Read once, so that a run that passes midnight uses the same days before and after. */
const beganMs = Date.now();

/** The day this many days from today, in the format that forms send. */
export function dayFromNow(days: number): string {
  return new Date(beganMs + days * 86_400_000).toISOString().slice(0, 10);
}

export function makeDriver(client: TestClient, input: Partial<DriverInput> = {}): Promise<Driver> {
  return client.call(driverEndpoints.createDriver, { body: { name: `Driver ${next()}`, ...input } });
}

export function makeBroker(client: TestClient, input: Partial<BrokerInput> = {}): Promise<BrokerDetails> {
  return client.call(brokerEndpoints.createBroker, { body: { name: `Broker ${next()}`, ...input } });
}

export function pickupAt(input: Partial<StopInput> = {}): StopInput {
  return { kind: 'PICKUP', city: 'Dallas', state: 'TX', day: dayFromNow(1), time: '08:00', ...input };
}

export function deliveryAt(input: Partial<StopInput> = {}): StopInput {
  return { kind: 'DELIVERY', city: 'Atlanta', state: 'GA', day: dayFromNow(2), time: '14:00', ...input };
}

/** Nobody said where most drivers of a test are, so whether they can make a load isn't known. */
const anyDriver = { anyway: { reason: 'Any driver will do' } };

/** What a form sends for a van load from Dallas to Atlanta, tomorrow to the day after. */
export function loadInput(input: Partial<LoadInput> = {}): LoadInput {
  const broker = input.brokerId || input.brokerMc ? {} : { brokerName: `Broker ${next()}` };
  return { ...broker, ...anyDriver, stops: [pickupAt(), deliveryAt()], linehaulCents: 250_000, loadedMiles: 781, ...input };
}

/** Confirms double bookings, unless the test says otherwise. */
export function makeLoad(client: TestClient, input: Partial<LoadInput> = {}): Promise<Load> {
  return client.call(loadEndpoints.createLoad, { body: loadInput({ confirmDoubleBooking: true, ...input }) });
}

/** Columns of `loads`. Times are SQL expressions, such as `now() - interval '3 days'`. */
export interface PlantedLoad {
  brokerId: string;
  status?: LoadStatus;
  driverId?: string | null;
  coDriverId?: string | null;
  pickupAt?: string;
  deliveryAt?: string;
  linehaulCents?: number;
  loadedMiles?: number;
  invoicedAt?: string;
  paidAt?: string;
  paidAmountCents?: number;
}

/** Puts a load of any time into the table directly, because the screens can't invoice a load last month. */
export async function plantLoad(api: TestApp, client: TestClient, load: PlantedLoad): Promise<{ id: string; loadNumber: string }> {
  const id = uuidv7();
  const loadNumber = `P${next()}`;
  const { status = 'BOOKED', pickupAt = `now() + interval '1 day'`, deliveryAt = `${pickupAt} + interval '1 day'` } = load;
  await api.admin.query(
    `insert into loads (company_id, id, load_number, status, status_before_problem, problem_reason, broker_id, driver_id, co_driver_id, linehaul_cents,
       loaded_miles, invoiced_at, paid_at, paid_amount_cents, booked_at, booked_day, delivered_at,
       pickup_city, pickup_state, pickup_zone, pickup_at, pickup_ends_at, pickup_has_time, pickup_day,
       delivery_city, delivery_state, delivery_zone, delivery_at, delivery_ends_at, delivery_has_time, delivery_day)
     select $1, $2, $3, $4::load_status, case when $4 = 'PROBLEM' then 'IN_TRANSIT'::load_status end, case when $4 = 'PROBLEM' then 'Refused' end,
       $5, $6, $7, $8, $9, invoiced, paid, $10, pickup - interval '1 day', (pickup - interval '1 day')::date,
       case when $4 in ('DELIVERED', 'INVOICED', 'PAID') then delivery end,
       'Dallas', 'TX', 'America/Chicago', pickup, pickup, true, pickup::date, 'Atlanta', 'GA', 'America/New_York', delivery, delivery, true, delivery::date
     from (select ${pickupAt} as pickup, ${deliveryAt} as delivery, ${load.invoicedAt ?? 'null::timestamptz'} as invoiced,
       ${load.paidAt ?? 'null::timestamptz'} as paid) times`,
    [
      client.user.companyId,
      id,
      loadNumber,
      status,
      load.brokerId,
      load.driverId ?? null,
      load.coDriverId ?? null,
      load.linehaulCents ?? 200_000,
      load.loadedMiles ?? 800,
      load.paidAmountCents ?? null,
    ],
  );
  return { id, loadNumber };
}

/** What the edit form sends for a load that was opened and not touched. */
export function toLoadInput(load: Load): LoadInput {
  const pick = <T>(from: object, keys: object) => Object.fromEntries(Object.entries(from).filter(([key]) => key in keys)) as T;
  return {
    ...pick<LoadInput>(load, LoadInput.shape),
    ...anyDriver,
    stops: load.stops.map((stop) => pick<StopInput>(stop, StopInput.shape)),
  };
}

/** The broker has paid this many loads within 20 days and in full. */
export async function payLoads(api: TestApp, client: TestClient, brokerId: string, count: number): Promise<void> {
  for (let load = 0; load < count; load++) {
    await plantLoad(api, client, {
      brokerId,
      status: 'PAID',
      pickupAt: `now() - interval '60 days'`,
      invoicedAt: `now() - interval '50 days'`,
      paidAt: `now() - interval '30 days'`,
      paidAmountCents: 200_000,
    });
  }
}
