import { z } from 'zod';
import { Company } from '../company.ts';
import { endpoints, repeated } from '../http/endpoint.ts';
import { Day } from '../http/field.ts';

/** `LoadFigures` of the domain, as sent. */
export const LoadFigures = z.object({
  loads: z.int(),
  tonuLoads: z.int(),
  grossCents: z.int(),
  loadedGrossCents: z.int(),
  loadedMiles: z.int(),
  deadheadMiles: z.int(),
  driverPayCents: z.int(),
  cutCents: z.int(),
  loadsWithoutPay: z.int(),
  loadsWithoutFactorFee: z.int(),
  loadsWithoutMiles: z.int(),
});

/** How this answer was counted. The screen shows it. */
const CountedBy = z.object({
  countsBy: Company.shape.weekCountsBy,
  weekStartsOn: Company.shape.weekStartsOn,
  timeZone: z.string(),
});

const period = {
  from: Day,
  to: Day,
  driverId: repeated(z.uuid()).optional(),
  dispatcherId: repeated(z.uuid()).optional(),
};

export const loadStatsEndpoints = endpoints({
  getLoadStats: {
    method: 'GET',
    path: '/load-stats',
    summary: 'Figures of a period by the company’s week rule, in all and week by week',
    isCompressed: true,
    cost: 2,
    query: z.object({ ...period, by: z.enum(['WEEK', 'DAY']).default('WEEK') }),
    reply: z.object({
      rule: CountedBy,
      from: Day,
      to: Day,
      totals: LoadFigures,
      /** Each week or day of the period, empty ones too. */
      parts: z.array(LoadFigures.extend({ start: Day })),
    }),
  },
  getLoadStatsByDrivers: {
    method: 'GET',
    path: '/load-stats/by-drivers',
    summary: 'Figures of a period for each driver, highest gross first',
    isCompressed: true,
    cost: 5,
    query: z.object({ ...period, from: Day.optional(), to: Day.optional() }),
    reply: z.object({
      rule: CountedBy,
      from: Day,
      to: Day,
      drivers: z.array(LoadFigures.extend({ driverId: z.uuid().nullable(), driverName: z.string().nullable() })),
    }),
  },
  getTopLanes: {
    method: 'GET',
    path: '/load-stats/lanes',
    summary: 'The lanes that earned most in a period',
    isCompressed: true,
    cost: 20,
    query: z.object({ ...period, limit: z.coerce.number().int().min(1).max(50).default(6) }),
    reply: z.object({
      lanes: z.array(
        LoadFigures.extend({ originCity: z.string(), originState: z.string(), destinationCity: z.string(), destinationState: z.string() }),
      ),
    }),
  },
  getTopBrokers: {
    method: 'GET',
    path: '/load-stats/brokers',
    summary: 'The brokers that paid most in a period, and how fast',
    isCompressed: true,
    cost: 20,
    query: z.object({ ...period, limit: z.coerce.number().int().min(1).max(50).default(6) }),
    reply: z.object({
      brokers: z.array(
        LoadFigures.extend({
          brokerId: z.uuid(),
          brokerName: z.string(),
          paymentTermsDays: z.int(),
          /** Median days to pay, over the twelve months that end with the period. */
          daysToPay: z.number().nullable(),
        }),
      ),
    }),
  },
});
