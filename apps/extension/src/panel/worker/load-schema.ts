import { type BoardLoad, boardFields, boardIds } from '@headhaul/domain/boards/board-load';
import { equipmentClasses, equipmentModifiers } from '@headhaul/domain/boards/equipment/classes';
import { z } from 'zod';

/** A cell's text. The reader refuses longer ones. */
const text = z.string().max(200);
const known = <T extends z.ZodType>(type: T) => type.nullable();
const whole = z.int().min(0).max(100_000_000);
const digits = z
  .string()
  .max(8, { abort: true })
  .regex(/^\d{1,8}$/);
const day = z.iso.date();
const Fields = z.array(z.enum(boardFields)).max(boardFields.length);
const Place = z.strictObject({
  city: known(text),
  state: known(
    z
      .string()
      .max(2, { abort: true })
      .regex(/^[A-Z]{2}$/),
  ),
  zip: known(z.string().max(10)),
  country: known(z.enum(['US', 'CA', 'MX'])),
  raw: text,
});
const Days = z.strictObject({ earliest: known(day), latest: known(day), raw: text });

/**
 * A load from a board's page. The script there runs in the page's process, so what it says is checked again before it is kept, shown or
 * sent anywhere.
 */
export const PageLoad: z.ZodType<BoardLoad> = z.strictObject({
  board: z.enum(boardIds),
  layout: text,
  rowKey: z.string().min(1).max(400),
  boardLoadId: known(text),
  reference: known(text),
  origin: Place,
  destination: Place,
  stops: known(whole),
  pickup: Days,
  delivery: Days,
  tripMiles: known(whole),
  deadheadOrigin: known(whole),
  deadheadDestination: known(whole),
  equipment: z.strictObject({
    raw: text,
    classes: z.array(z.enum(equipmentClasses)).max(10),
    modifiers: z.array(z.enum(equipmentModifiers)).max(equipmentModifiers.length),
  }),
  size: known(z.enum(['FULL', 'PARTIAL'])),
  lengthFt: known(whole),
  weightLb: known(whole),
  rate: z.strictObject({
    total: known(z.strictObject({ cents: whole, currency: z.enum(['USD', 'CAD']) })),
    perMileCents: known(whole),
    basis: z.enum(['FLAT', 'PER_MILE', 'UNKNOWN']),
    origin: z.enum(['POSTED', 'BOARD_ESTIMATE']),
  }),
  broker: z.strictObject({
    name: known(text),
    mc: known(digits),
    dot: known(digits),
    creditScore: known(whole),
    creditGrade: known(text),
    daysToPay: known(whole),
    place: known(text),
  }),
  contact: z.strictObject({
    name: known(text),
    emails: z.array(z.strictObject({ address: z.string().max(320), from: z.enum(['contact', 'comments']) })).max(10),
    phones: z
      .array(
        z.strictObject({
          // It becomes a link that dials.
          e164: z
            .string()
            .max(16, { abort: true })
            .regex(/^\+[1-9]\d{6,14}$/),
          extension: known(z.string().max(20)),
        }),
      )
      .max(10),
  }),
  commodity: known(z.string().max(2_000)),
  comments: known(z.string().max(2_000)),
  ageMinutes: known(whole),
  read: z.strictObject({ ok: Fields, missing: Fields, failed: Fields }),
  rowFingerprintText: z.string().max(1_000).optional(),
});
