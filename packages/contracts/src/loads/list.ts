import { z } from 'zod';
import { Equipment, StateCode } from '../equipment.ts';
import { repeated } from '../http/endpoint.ts';
import { Day, Flag } from '../http/field.ts';
import { LoadRow, LoadStatus } from './record.ts';

export const LoadSort = z.enum(['PICKUP', 'DELIVERY', 'CREATED', 'GROSS']);
export type LoadSort = z.infer<typeof LoadSort>;

export const DateBasis = z.enum(['PICKUP', 'DELIVERY', 'BOOKING']);
export type DateBasis = z.infer<typeof DateBasis>;

/** The filters of the list, its totals, its export and saved views. */
export const loadFilterShape = {
  status: repeated(LoadStatus).optional(),
  driverId: repeated(z.uuid()).optional(),
  withoutDriver: Flag.optional(),
  dispatcherId: repeated(z.uuid()).optional(),
  brokerId: repeated(z.uuid()).optional(),
  equipment: repeated(Equipment).optional(),
  originState: repeated(StateCode, StateCode.options.length).optional(),
  destinationState: repeated(StateCode, StateCode.options.length).optional(),
  /** First and last day, both included. Pickup and delivery days are local to the stop, booking days to the company. */
  dateBy: DateBasis.default('PICKUP'),
  from: Day.optional(),
  to: Day.optional(),
  /** Loads that are between pickup and delivery at any moment of these days, for a planner. */
  onRoadFrom: Day.optional(),
  onRoadTo: Day.optional(),
  tag: z.string().max(40).optional(),
  /** Words that begin a load number, an RC, a reference, a city, a broker's or a driver's name. */
  search: z.string().trim().max(100).optional(),
  needsAttention: Flag.optional(),
  /** Deleted loads instead of the others. */
  deleted: Flag.optional(),
};

export const LoadFilters = z.object(loadFilterShape);
export type LoadFilters = z.output<typeof LoadFilters>;

export const LoadListQuery = z.object({
  ...loadFilterShape,
  sort: LoadSort.default('PICKUP'),
  order: z.enum(['asc', 'desc']).default('asc'),
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
export type LoadListQuery = z.output<typeof LoadListQuery>;

export const LoadPage = z.object({ loads: z.array(LoadRow), nextCursor: z.string().nullable() });
export type LoadPage = z.infer<typeof LoadPage>;

/** Miles and gross are those of the loads that count: not of drafts, cancelled and discarded loads. */
export const LoadTotals = z.object({
  loads: z.int(),
  drafts: z.int(),
  loadedMiles: z.int(),
  deadheadMiles: z.int(),
  grossCents: z.int(),
  /** Counted loads whose loaded miles aren't known. A TONU is none: it has no loaded miles, as in analytics. */
  loadsWithoutMiles: z.int(),
  /** True for more than 20,000 loads. The figures then cover only the first 20,000. */
  isPartial: z.boolean(),
});
export type LoadTotals = z.infer<typeof LoadTotals>;

export const LoadCounts = z.object({
  active: z.int(),
  needsAttention: z.int(),
  pickingUpToday: z.int(),
  deliveringToday: z.int(),
  toInvoice: z.int(),
  withoutDriver: z.int(),
  all: z.int(),
});
export type LoadCounts = z.infer<typeof LoadCounts>;
