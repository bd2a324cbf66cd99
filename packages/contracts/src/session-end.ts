import { sessionEndReasons } from '@headhaul/domain/sign-ins/session-end-reasons';
import { z } from 'zod';

/** For the extension, which knows the contracts alone. */
export { formatSessionEnd } from '@headhaul/domain/sign-ins/session-end';

/**
 * Why a session ended, for the person whose session it was. It names the company and the first name of who ended it, and nothing else of
 * the company. Both are null where they are not known any more.
 */
export const SessionEnd = z.object({
  reason: z.enum(sessionEndReasons),
  at: z.iso.datetime({ offset: true }),
  companyName: z.string().nullable(),
  byName: z.string().nullable(),
  /** The person still belongs to another company, which the next sign-in opens. */
  worksElsewhere: z.boolean(),
});
export type SessionEnd = z.infer<typeof SessionEnd>;
