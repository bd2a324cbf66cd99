import { z } from 'zod';
import { MailAddress } from './accounts.ts';

const known = <T extends z.ZodType>(type: T) => type.nullable().default(null);
const pageText = (max: number) => known(z.string().trim().max(max));
const Place = z.strictObject({ city: pageText(100), state: pageText(2), zip: pageText(10) });

/**
 * A load as a board shows it, when somebody writes about it. All of it is text from a web page, which we repeat but do not
 * trust. Null means that the board did not say.
 */
export const BoardLoad = z.strictObject({
  board: z.string().trim().min(1).max(40),
  boardLoadId: pageText(100),
  reference: pageText(100),
  origin: Place,
  destination: Place,
  pickupDay: known(z.iso.date()),
  pickupTime: pageText(40),
  deliveryDay: known(z.iso.date()),
  equipment: z.array(z.string().max(40)).max(10).default([]),
  equipmentText: pageText(60),
  weightLb: known(z.int().min(0).max(1_000_000)),
  lengthFt: known(z.int().min(0).max(1_000)),
  tripMiles: known(z.int().min(0).max(20_000)),
  deadheadMiles: known(z.int().min(0).max(20_000)),
  rateCents: known(z.int().min(0).max(100_000_000)),
  commodity: pageText(200),
  brokerName: pageText(200),
  brokerMc: known(
    z
      .string()
      .max(8, { abort: true })
      .regex(/^\d{1,8}$/),
  ),
  contactName: pageText(100),
  /** `comments`: found only in the posting's free text, where anybody can write. */
  emails: z
    .array(z.strictObject({ address: MailAddress, from: z.enum(['contact', 'comments']) }))
    .max(10)
    .default([]),
  /** What the fingerprint is made of, where the load was opened and says more than its row. */
  rowFingerprintText: known(z.string().min(1).max(1_000)),
});
export type BoardLoad = z.output<typeof BoardLoad>;
