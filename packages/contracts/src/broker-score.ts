import { z } from 'zod';

export const Grade = z.enum(['A', 'B', 'C', 'D', 'F']);
export type Grade = z.infer<typeof Grade>;

const Cents = z.int();

/** A reason of one of these kinds, with its numbers. `formatReason` in the domain writes it as text. */
function reasonOf<const K extends readonly [string, ...string[]], N extends z.ZodRawShape>(kinds: K, numbers: N) {
  return z.object({
    kind: z.enum(kinds),
    tone: z.enum(['GOOD', 'BAD', 'UNKNOWN']),
    /** What it adds to the score. */
    points: z.int(),
    /** The first day of the period or the day of the change. Null when it is not known. */
    since: z.iso.date().nullable(),
    /** The day on which the fact was true. Null if nobody has looked. */
    asOf: z.iso.date().nullable(),
    numbers: z.object(numbers),
  });
}

/** Why a broker has its letter. */
export const BrokerReason = z.discriminatedUnion('kind', [
  reasonOf(['PAYMENTS'], { days: z.number(), termsDays: z.number(), late: z.int(), paid: z.int() }),
  reasonOf(['SHORT_PAYS'], { short: z.int(), paid: z.int(), cents: Cents }),
  reasonOf(['DETENTION'], { paid: z.int(), asked: z.int() }),
  reasonOf(['CANCELED'], { canceled: z.int(), loads: z.int() }),
  reasonOf(['TONU'], { paid: z.int(), settled: z.int() }),
  reasonOf(['OVERDUE'], { loads: z.int(), cents: Cents, days: z.int() }),
  reasonOf(['FACTOR_APPROVED'], { limitCents: Cents.nullable(), usedCents: Cents.nullable() }),
  reasonOf(['FACTOR_LIMIT_USED'], { limitCents: Cents, usedCents: Cents }),
  reasonOf(['AUTHORITY_NEW', 'AUTHORITY_REINSTATED', 'PHONE_CHANGED', 'ADDRESS_CHANGED'], { daysAgo: z.int() }),
  reasonOf(['START', 'PAYMENTS_UNKNOWN', 'AUTHORITY_ACTIVE', 'AUTHORITY_UNKNOWN', 'BOND_ON_FILE', 'FACTOR_UNKNOWN'], {}),
  reasonOf(
    [
      'AUTHORITY_REVOKED',
      'AUTHORITY_INACTIVE',
      'NOT_AUTHORIZED',
      'OUT_OF_SERVICE',
      'BOND_MISSING',
      'INSURANCE_MISSING',
      'FACTOR_DECLINED',
      'FACTOR_LIMITED',
      'LOOK_ALIKE_DOMAIN',
      'FREE_MAIL',
      'OTHER_DOMAIN',
      'PHONE_NOT_ON_RECORD',
    ],
    {},
  ),
]);
export type BrokerReason = z.infer<typeof BrokerReason>;
