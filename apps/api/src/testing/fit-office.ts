import { type Driver, driverEndpoints } from '@headhaul/contracts/drivers';
import type { Load } from '@headhaul/contracts/loads/record';
import type { Equipment, StateCode } from '@headhaul/domain/equipment';
import { dayAt, timeAt } from '@headhaul/domain/time/zoned-time';
import { deliveryAt, makeDriver, makeLoad, pickupAt } from './office.ts';
import type { TestClient } from './test-app.ts';

export const hour = 3_600_000;
/** Read once, so that all times of a run are apart as the tests say. */
export const nowMs = Date.now();

/** The day and the time at a place, so many hours from now. */
export function inHours(hours: number, timeZone = 'America/Chicago'): { day: string; time: string } {
  const ms = nowMs + hours * hour;
  return { day: dayAt(ms, timeZone), time: timeAt(ms, timeZone) };
}

/** A van load to Atlanta that needs 53 ft. */
export function vanLoad(
  client: TestClient,
  pickupHours: number,
  from: { city: string; state: StateCode },
  deliveryHours = pickupHours + 60,
): Promise<Load> {
  return makeLoad(client, {
    stops: [pickupAt({ ...from, ...inHours(pickupHours) }), deliveryAt({ ...inHours(deliveryHours, 'America/New_York') })],
    lengthFt: 53,
  });
}

/** A trailer of 53 ft of which the office says that it is empty in a city now. */
export async function vanIn(client: TestClient, city: string, state: StateCode, more: { equipment?: Equipment } = {}): Promise<Driver> {
  const { equipment = 'DRY_VAN' } = more;
  const driver = await makeDriver(client, {
    name: `${equipment} ${city}`,
    truckNumber: `${city}${equipment}`,
    equipment,
    trailerLengthFt: 53,
  });
  await setStatus(client, driver.id, { newStatus: 'READY', readyCity: city, readyState: state });
  return driver;
}

interface Said {
  newStatus: 'READY' | 'IN_SHOP';
  readyAt?: string;
  readyCity: string;
  readyState: StateCode;
}

export function setStatus(client: TestClient, id: string, body: Said): Promise<Driver> {
  return client.call(driverEndpoints.changeDriverStatus, { params: { id }, body });
}
