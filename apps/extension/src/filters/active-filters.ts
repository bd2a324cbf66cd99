import { ActiveBoardFilter, boardFilterEndpoints } from '@headhaul/contracts/boards/filters';
import type { FilterPart } from '@headhaul/domain/boards/filters/filter-stack';
import { z } from 'zod';
import type { StorageArea } from '../lib/storage-area.ts';
import type { MailApi } from '../mail/mail-api.ts';

const keptKey = 'filters';
/** The last good copy: boards are filtered by it while Headhaul doesn't answer. Revisions count by person and company. */
const Kept = z.object({
  userId: z.string(),
  companyId: z.string(),
  revision: z.int(),
  filters: z.array(ActiveBoardFilter),
});
type Kept = z.infer<typeof Kept>;

interface Person {
  userId: string;
  companyId: string;
}

export interface ActiveFilterParts {
  /** Calls the API with the worker's session. */
  ask: MailApi;
  local: StorageArea;
  /** Who is signed in. Null: nobody. */
  readPerson(): Promise<Person | null>;
  /** The filters are others now. */
  onChanged(): Promise<void>;
  withLock<T>(run: () => Promise<T>): Promise<T>;
}

export interface ActiveFilters {
  /** Those that run now for the person who is signed in: the team's for everyone, then the chosen one. */
  read(): Promise<FilterPart[]>;
  /** Asks whether something changed. `revision`: what the web app says there is by now; nothing is asked when we have it. */
  refresh(revision?: number): Promise<void>;
  /** Nobody is signed in any more. */
  forget(): Promise<void>;
}

/** The worker's copy of the filters, by revision. */
export function createActiveFilters({ ask, local, readPerson, onChanged, withLock }: ActiveFilterParts): ActiveFilters {
  async function readKept(person: Person): Promise<Kept | null> {
    const kept = Kept.safeParse((await local.get(keptKey))[keptKey]).data;
    return kept?.userId === person.userId && kept.companyId === person.companyId ? kept : null;
  }

  /** True if the filters are others now. */
  async function fetchNews(revision: number | undefined): Promise<boolean> {
    const person = await readPerson();
    if (person === null) return false;
    const kept = await readKept(person);
    if (kept !== null && revision !== undefined && revision <= kept.revision) return false;
    const answer = await ask(person.userId, boardFilterEndpoints.getActiveBoardFilters, {
      query: kept === null ? {} : { since: kept.revision },
    });
    // Somebody else may have signed in while the API was asked.
    const now = await readPerson();
    if (!answer.ok || answer.value.filters === null || now?.userId !== person.userId || now.companyId !== person.companyId) return false;
    const { revision: newest, filters } = answer.value;
    // An answer that was overtaken by a later one says nothing new.
    if (kept !== null && newest <= kept.revision) return false;
    await local.set({ [keptKey]: { ...person, revision: newest, filters } satisfies Kept });
    return JSON.stringify(kept?.filters ?? []) !== JSON.stringify(filters);
  }

  return {
    async read() {
      const person = await readPerson();
      const kept = person === null ? null : await readKept(person);
      return kept?.filters ?? [];
    },
    async refresh(revision) {
      if (await withLock(() => fetchNews(revision))) await onChanged();
    },
    async forget() {
      if ((await local.get(keptKey))[keptKey] != null) await local.set({ [keptKey]: null });
    },
  };
}
