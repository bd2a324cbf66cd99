import { z } from 'zod';
import { Equipment } from './equipment.ts';
import { empty, endpoints } from './http/endpoint.ts';
import { optionalText } from './http/field.ts';

/** The drivers who have it now. A driver team shares a truck. */
const Holders = z.array(z.object({ id: z.uuid(), name: z.string() }));

export const Truck = z.object({
  id: z.uuid(),
  number: z.string(),
  drivers: Holders,
  make: z.string().nullable(),
  model: z.string().nullable(),
  year: z.int().nullable(),
  vin: z.string().nullable(),
  plate: z.string().nullable(),
  mpgLoaded: z.number().nullable(),
  mpgEmpty: z.number().nullable(),
  fixedCostPerDayCents: z.int().nullable(),
});
export type Truck = z.infer<typeof Truck>;

const mpg = z.number('Write it like 6.5').min(1, 'From 1 to 40').max(40, 'From 1 to 40').nullable().default(null);

export const TruckInput = z.strictObject({
  number: z.string().trim().min(1, 'Enter a truck number').max(20),
  make: optionalText(60),
  model: optionalText(60),
  year: z.int().min(1950).max(2100).nullable().default(null),
  vin: optionalText(20),
  plate: optionalText(20),
  mpgLoaded: mpg,
  mpgEmpty: mpg,
  fixedCostPerDayCents: z.int('Write it like 120 or 120.50').min(0).max(1_000_000_000, 'Check this amount').nullable().default(null),
});
export type TruckInput = z.input<typeof TruckInput>;

export const Trailer = z.object({
  id: z.uuid(),
  number: z.string(),
  drivers: Holders,
  equipment: Equipment,
  lengthFt: z.int().nullable(),
  vin: z.string().nullable(),
  plate: z.string().nullable(),
});
export type Trailer = z.infer<typeof Trailer>;

export const TrailerInput = z.strictObject({
  number: z.string().trim().min(1, 'Enter a trailer number').max(20),
  equipment: Equipment.default('DRY_VAN'),
  lengthFt: z.int().min(1).max(200).nullable().default(null),
  vin: optionalText(20),
  plate: optionalText(20),
});
export type TrailerInput = z.input<typeof TrailerInput>;

const Params = z.object({ id: z.uuid() });

export const fleetEndpoints = endpoints({
  listFleet: {
    method: 'GET',
    path: '/fleet',
    summary: 'Trucks and trailers in use, by number',
    isCompressed: true,
    cost: 3,
    reply: z.object({ trucks: z.array(Truck), trailers: z.array(Trailer) }),
  },
  createTruck: { method: 'POST', path: '/fleet/trucks', summary: 'Add a truck', body: TruckInput, reply: Truck },
  updateTruck: { method: 'PUT', path: '/fleet/trucks/{id}', summary: 'Change a truck', params: Params, body: TruckInput, reply: Truck },
  deleteTruck: { method: 'DELETE', path: '/fleet/trucks/{id}', summary: 'Take a truck out of use', params: Params, reply: empty },
  createTrailer: { method: 'POST', path: '/fleet/trailers', summary: 'Add a trailer', body: TrailerInput, reply: Trailer },
  updateTrailer: {
    method: 'PUT',
    path: '/fleet/trailers/{id}',
    summary: 'Change a trailer',
    params: Params,
    body: TrailerInput,
    reply: Trailer,
  },
  deleteTrailer: { method: 'DELETE', path: '/fleet/trailers/{id}', summary: 'Take a trailer out of use', params: Params, reply: empty },
});
