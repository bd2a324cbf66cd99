import { SessionPayload } from '@headhaul/contracts/extension-messages';
import { SessionUser, Verifier } from '@headhaul/contracts/session';
import { SessionEnd } from '@headhaul/contracts/session-end';
import { type DBSchema, openDB } from 'idb';
import { z } from 'zod';
import { createVerifier } from './handoff.ts';

/** What the web app said about the session besides tokens, with the specification's field names. */
export const SessionContext = SessionPayload.pick({
  accountId: true,
  blockExtension: true,
  isSingleDispatcher: true,
  leftDays: true,
  account: true,
  factoringId: true,
});
export type SessionContext = z.infer<typeof SessionContext>;

/** When `leftDays` was said: a day later there is one less. */
const StoredContext = SessionContext.extend({ leftDaysAtMs: z.number().optional() });
export type StoredContext = z.infer<typeof StoredContext>;

export const StoredSession = z.object({
  /** New at every sign-in, so that an answer to a call of an older session is recognized and dropped. */
  key: z.string(),
  user: SessionUser,
  accessToken: z.string(),
  refreshToken: z.string(),
  issuedAtMs: z.number(),
  expiresAtMs: z.number(),
  /** When the API last confirmed that this session is alive. */
  confirmedAtMs: z.number(),
  /** When the API last said who this is and whether the plan is active. A refresh doesn't say it. */
  userReadAtMs: z.number().default(0),
  /** Set before the refresh call and removed with its answer. If it is set when the worker wakes, the answer was lost. */
  rotating: z.object({ startedAtMs: z.number(), failures: z.int() }).optional(),
});
export type StoredSession = z.infer<typeof StoredSession>;

export const StoredState = z.object({
  epoch: z.int(),
  /** The newest epoch that was signed out. No epoch up to it may sign in again. */
  clearedEpoch: z.int(),
  verifier: Verifier,
  session: StoredSession.nullable(),
  context: StoredContext,
  /** Why the API ended the last session, for the popup. Null while somebody is signed in, and after the web app has signed out. */
  ended: SessionEnd.nullable().default(null),
});
export type StoredState = z.infer<typeof StoredState>;

/** Signed in, but the plan has ended: nothing is read, drawn or sent. */
export function isBlocked({ session, context }: Pick<StoredState, 'session' | 'context'>): boolean {
  return session !== null && context.blockExtension === true;
}

export interface SessionStore {
  read(): Promise<StoredState>;
  /** Reads, changes and writes in one transaction, so that two changes never mix. */
  change(next: (state: StoredState) => StoredState): Promise<StoredState>;
}

interface Schema extends DBSchema {
  state: { key: string; value: unknown };
}

const onlyKey = 'current';

function firstState(): StoredState {
  return { epoch: 0, clearedEpoch: -1, verifier: createVerifier(), session: null, context: {}, ended: null };
}

/** Tokens are stored in the extension's IndexedDB, which no content script can reach in any browser. */
export function openSessionStore(onChange: () => Promise<void>): SessionStore {
  const database = openDB<Schema>('headhaul', 1, { upgrade: (db) => void db.createObjectStore('state') });

  async function transact(next: (state: StoredState) => StoredState): Promise<{ before: StoredState | null; after: StoredState }> {
    const transaction = (await database).transaction('state', 'readwrite', { durability: 'strict' });
    const parsed = StoredState.safeParse(await transaction.store.get(onlyKey));
    const before = parsed.success ? parsed.data : null;
    const after = next(before ?? firstState());
    if (after !== before) await transaction.store.put(after, onlyKey);
    await transaction.done;
    return { before, after };
  }

  return {
    read: async () => (await transact((state) => state)).after,
    change: async (next) => {
      const { before, after } = await transact(next);
      if (before !== after) await onChange();
      return after;
    },
  };
}
