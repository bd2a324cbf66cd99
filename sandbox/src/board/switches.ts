import { z } from 'zod';

export const layouts = ['wide', 'compact', 'cards', 'table-iframe'] as const;
/** What a board may change about its page: everything at once, or where one value stands. */
const brokenFields = [
  'rate',
  'miles',
  'origin',
  'destination',
  'deadhead',
  'pickup',
  'equipment',
  'weight',
  'length',
  'size',
  'company',
  'contact',
  'credit',
  'days-to-pay',
  'reference',
  'age',
] as const;
export const breakages = ['attrs', 'rows', 'container', 'nested', ...brokenFields] as const;

const whole = (lowest: number, highest: number) =>
  z.coerce
    .number(`Give a number from ${lowest} to ${highest}`)
    .int()
    .min(lowest, `Give ${lowest} or more`)
    .max(highest, `Give ${highest} at most`);
const flag = z.enum(['1'], 'Give 1, or leave it out').optional();

/** How the demo board behaves. They stand in its address, so that a link says everything. */
export const Switches = z.strictObject({
  layout: z.enum(layouts).default('wide'),
  seed: whole(1, 1_000_000).default(1),
  /** The day of the market. The default is today. */
  day: z.iso.date('Give a day such as 2026-11-17').optional(),
  /** Milliseconds between two writings of all ages. */
  tick: whole(50, 600_000).optional(),
  /** New loads a second. */
  live: whole(1, 50).optional(),
  /** Milliseconds between two new drawings of all rows that are shown, with the same loads. */
  churn: whole(20, 600_000).optional(),
  /** How many times a second two rows on the screen exchange their loads, in place. */
  swap: whole(1, 50).optional(),
  /** The details of a load open inside its row. */
  expand: flag,
  /** Tabs and searches change the address without loading the page again. */
  spa: flag,
  /** Class names and framework attributes are new in each visit. */
  hash: flag,
  broken: z.enum(breakages).optional(),
  rtl: flag,
  /** Percent. */
  zoom: whole(50, 200).optional(),
  tab: z.enum(['all', 'vans', 'reefers', 'decks']).default('all'),
});
export type Switches = z.infer<typeof Switches>;

/** Leaves out empty fields of the form. */
export function readSwitches(parameters: URLSearchParams) {
  return Switches.safeParse(Object.fromEntries([...parameters].filter(([, value]) => value !== '')));
}
