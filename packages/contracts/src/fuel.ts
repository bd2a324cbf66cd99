import { type DieselRegion, dieselRegions } from '@headhaul/domain/profit/diesel-regions';
import { z } from 'zod';
import { endpoints } from './http/endpoint.ts';

/** What a gallon of diesel costs in a region, as EIA published it last. */
export const RegionalDieselPrice = z.object({
  region: z.enum(Object.keys(dieselRegions) as DieselRegion[]),
  /** 3714 is $3.714. */
  tenthsPerGallon: z.int(),
  /** The Monday that the price is for. A screen always shows it. */
  week: z.iso.date(),
  /** From that Monday to today in New York. */
  ageDays: z.int(),
  /** False for a price of more than 14 days. Nothing is computed with it. */
  isCurrent: z.boolean(),
});
export type RegionalDieselPrice = z.infer<typeof RegionalDieselPrice>;

export const fuelEndpoints = endpoints({
  getDieselPrices: {
    method: 'GET',
    path: '/diesel',
    summary: 'The newest diesel price of each region, with its week',
    isCompressed: true,
    /** In the order of EIA's regions. A region without any price is not in the list. */
    reply: z.object({ prices: z.array(RegionalDieselPrice) }),
  },
});
