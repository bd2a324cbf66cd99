import { findPlaces } from '../../features/places/places.service.ts';
import type { TenantTx } from '../../lib/db/database.ts';
import { insertRows } from '../../lib/db/row-sets.ts';
import type { Chance } from './chance.ts';
import { describeBroker, type Poster, type Rig } from './history.ts';
import type { DemoDriver, DemoOffice } from './office-data.ts';
import { type DemoPlace, type PlannedLoad, perMile } from './plan.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const toIso = (ms: number) => new Date(ms).toISOString();

export async function findDemoPlaces(tx: TenantTx, words: readonly string[]): Promise<Map<string, DemoPlace>> {
  const parts = [...new Set(words)].map((one) => ({ words: one, city: one.slice(0, -4), state: one.slice(-2) as DemoPlace['state'] }));
  const found = await findPlaces(
    tx.db,
    parts.map(({ city, state }) => ({ city, state, zip: null })),
  );
  return new Map(
    parts.map(({ words: name, city, state }, index) => {
      const place = found[index];
      if (!place) throw new Error(`Nobody knows where ${name} is.`);
      return [name, { city, state, lat: place.lat, lng: place.lng, timeZone: place.timeZone }];
    }),
  );
}

export async function insertBrokers(tx: TenantTx, { brokers }: DemoOffice, chance: Chance, nowMs: number): Promise<Poster[]> {
  const posters = brokers.map((broker) => ({ ...broker, id: chance.id(nowMs - 300 * dayMs) }));
  await insertRows(
    tx,
    'brokers',
    posters.map((poster) => ({
      company_id: tx.companyId,
      id: poster.id,
      name: poster.name,
      mc: poster.mc,
      dot: String(1_000_000 + Number(poster.mc)),
      phone: describeBroker(poster).contact.phone,
      payment_terms_days: poster.termsDays,
      detention_free_minutes: 120,
      detention_per_hour_cents: 5_000,
      mark: poster.mark?.mark ?? 'NONE',
      mark_reason: poster.mark?.reason ?? null,
      created_at: toIso(nowMs - 300 * dayMs),
    })),
  );
  return posters;
}

/** Returns each rig under the driver's family name, and under family name and truck number for drivers who share a name. */
export async function insertDrivers(
  tx: TenantTx,
  drivers: readonly DemoDriver[],
  placeOf: (words: string) => DemoPlace,
  dispatchers: readonly string[],
  chance: Chance,
  nowMs: number,
): Promise<Map<string, Rig>> {
  const sinceMs = nowMs - 320 * dayMs;
  const made = drivers.map((driver) => ({ driver, id: chance.id(sinceMs), truckId: chance.id(sinceMs), trailerId: chance.id(sinceMs) }));
  const driving = made.filter(({ driver }) => driver.employment !== 'INACTIVE');
  const company_id = tx.companyId;
  await insertRows(
    tx,
    'trucks',
    driving.map(({ driver, truckId }) => ({
      company_id,
      id: truckId,
      number: driver.truck,
      make: chance.of(['Freightliner', 'Kenworth', 'Volvo', 'Peterbilt']),
      year: 2018 + chance.below(8),
      mpg_loaded: 6.4,
      mpg_empty: 7.9,
      created_at: toIso(sinceMs),
    })),
  );
  await insertRows(
    tx,
    'trailers',
    driving.map(({ driver, trailerId }) => ({
      company_id,
      id: trailerId,
      number: `T${driver.truck.padStart(3, '5')}`,
      equipment: driver.trailer,
      length_ft: driver.trailer === 'FLATBED' || driver.trailer === 'STEP_DECK' ? 48 : 53,
      created_at: toIso(sinceMs),
    })),
  );
  await insertRows(
    tx,
    'drivers',
    made.map(({ driver, id, truckId, trailerId }, index) => {
      const home = placeOf(driver.home);
      const ready = driver.ready && placeOf(driver.ready.place);
      const isDriving = driver.employment !== 'INACTIVE';
      return {
        company_id,
        id,
        name: driver.name,
        family_name: driver.familyName,
        phone: `+1712555${String(2_000 + (chance.below(700) * 10 + index)).padStart(4, '0')}`,
        email: `${driver.name}.${driver.familyName}@drivers.example`.toLowerCase(),
        type: driver.type ?? 'COMPANY_DRIVER',
        employment: driver.employment ?? 'ACTIVE',
        home_city: home.city,
        home_state: home.state,
        cdl_class: 'A',
        cdl_state: home.state,
        cdl_number: `${home.state}${100_000 + chance.below(899_999)}`,
        cdl_expires_on: toIso(nowMs + (60 + chance.below(900)) * dayMs).slice(0, 10),
        medical_expires_on: toIso(nowMs + (index === 3 ? 12 : 40 + chance.below(600)) * dayMs).slice(0, 10),
        endorsements: chance.once(3) ? ['T'] : [],
        gear: driver.trailer === 'FLATBED' ? ['Straps', 'Tarps'] : ['Load bars'],
        pay: perMile as never,
        dispatcher_id: dispatchers[driver.dispatcher % dispatchers.length] as string,
        truck_id: isDriving ? truckId : null,
        trailer_id: isDriving ? trailerId : null,
        own_status: driver.ownStatus ?? 'READY',
        status_note: driver.statusNote ?? null,
        ready_at: driver.ready ? toIso(nowMs + driver.ready.inHours * hourMs) : null,
        ready_city: ready?.city ?? null,
        ready_state: ready?.state ?? null,
        ready_zone: ready?.timeZone ?? null,
        ready_lat: ready?.lat ?? null,
        ready_lng: ready?.lng ?? null,
        created_at: toIso(sinceMs),
      };
    }),
  );
  const rigs = new Map<string, Rig>();
  for (const { driver, id, truckId, trailerId } of driving) {
    const rig = {
      driverId: id,
      truckId,
      trailerId,
      equipment: driver.trailer,
      dispatcherId: dispatchers[driver.dispatcher % dispatchers.length] as string,
      home: placeOf(driver.home),
    };
    rigs.set(driver.familyName, rig).set(`${driver.familyName} ${driver.truck}`, rig);
  }
  return rigs;
}

export async function insertContacts(
  tx: TenantTx,
  posters: readonly Poster[],
  plans: readonly PlannedLoad[],
  chance: Chance,
): Promise<void> {
  for (const poster of posters) {
    const own = plans.filter(({ brokerId }) => brokerId === poster.id);
    const [first, last] = [Math.min(...own.map(({ bookedMs }) => bookedMs)), Math.max(...own.map(({ bookedMs }) => bookedMs))];
    if (own.length === 0) continue;
    const { name, email, phone } = describeBroker(poster).contact;
    await insertRows(tx, 'broker_contacts', [
      {
        company_id: tx.companyId,
        id: chance.id(first),
        broker_id: poster.id,
        name,
        email,
        phone,
        loads: own.length,
        first_seen_at: toIso(first),
        last_seen_at: toIso(last),
      },
    ]);
    await tx.db
      .updateTable('brokers')
      .set({ last_load_at: toIso(last) })
      .where('company_id', '=', tx.companyId)
      .where('id', '=', poster.id)
      .execute();
  }
}
