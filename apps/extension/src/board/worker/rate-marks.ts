import { postingEndpoints, RateMarks } from '@headhaul/contracts/boards/postings';
import { z } from 'zod';
import type { StorageArea } from '../../lib/storage-area.ts';
import type { MailApi } from '../../mail/mail-api.ts';

const keptKey = 'rate-marks';
const Kept = z.object({ userId: z.string(), companyId: z.string(), atMs: z.number(), marks: RateMarks });
/** Companies change their rates a few times a year. */
const freshMs = 15 * 60_000;
const none: RateMarks = { floorPerMileCents: null, targetPerMileCents: null };

interface Person {
  userId: string;
  companyId: string;
}

interface RateMarkParts {
  /** Calls the API with the worker's session. */
  ask: MailApi;
  local: StorageArea;
  /** Who is signed in. Null: nobody. */
  readPerson(): Promise<Person | null>;
  /** The marks are others now. */
  onChanged(): Promise<void>;
  nowMs(): number;
}

/** The worker's copy of the company's floor and target per mile, against which rows have their arrow. */
export function createRateMarks({ ask, local, readPerson, onChanged, nowMs }: RateMarkParts) {
  async function readKept({ userId, companyId }: Person): Promise<z.infer<typeof Kept> | null> {
    const kept = Kept.safeParse((await local.get(keptKey))[keptKey]).data;
    return kept?.userId === userId && kept.companyId === companyId ? kept : null;
  }

  return {
    async read(): Promise<RateMarks> {
      const person = await readPerson();
      return (person && (await readKept(person)))?.marks ?? none;
    },
    /** Asks when what is here is a quarter of an hour old. */
    async refresh(): Promise<void> {
      const person = await readPerson();
      const kept = person && (await readKept(person));
      if (person === null || (kept !== null && nowMs() - kept.atMs < freshMs)) return;
      const answer = await ask(person.userId, postingEndpoints.getRateMarks, {});
      // Somebody else may have signed in while the API was asked.
      const now = await readPerson();
      if (!answer.ok || now?.userId !== person.userId || now.companyId !== person.companyId) return;
      await local.set({ [keptKey]: { ...person, atMs: nowMs(), marks: answer.value } });
      if (JSON.stringify(kept?.marks ?? none) !== JSON.stringify(answer.value)) await onChanged();
    },
    /** Nobody is signed in any more. */
    async forget(): Promise<void> {
      if ((await local.get(keptKey))[keptKey] != null) await local.set({ [keptKey]: null });
    },
  };
}
