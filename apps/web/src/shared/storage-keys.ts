import { Provider, Session, Verifier } from '@headhaul/contracts/session';
import { SessionEnd } from '@headhaul/contracts/session-end';
import { z } from 'zod';

/**
 * How long a value stays. `session`: until the session ends in any way. `person`: also after the session expired, for the next sign-in,
 * until the person signs out, leaves or is removed. `browser`: forever, because it doesn't hold what a person wrote, saw or did.
 */
type Lasting = 'session' | 'person' | 'browser';

/**
 * Everything the web app keeps in the browser, each key declared once. Increase the version in a name when its shape changes. Every name
 * begins with `hh.`, and a key that exists once per person contains the person's id. `forgetPerson` relies on both.
 */
interface StorageKey<T extends z.ZodType> {
  name: string;
  /** The former name. A value that is still stored under it moves to the new name when it is first read. */
  formerName?: string;
  area: 'local' | 'session';
  schema: T;
  lasts: Lasting;
}

function declareKey<T extends z.ZodType>(key: StorageKey<T>): StorageKey<T> {
  return key;
}

export const storageKeys = {
  session: declareKey({ name: 'hh.session.v1', area: 'local', schema: Session, lasts: 'session' }),
  /**
   * Why the last session ended. Whose it was is stored only for a removed person, whose page shows it. `keptAt` is when this browser learned
   * it: `session-end.ts` drops the value a week later.
   */
  sessionEnd: declareKey({
    name: 'hh.session-end.v2',
    formerName: 'hh.session-end.v1',
    area: 'local',
    schema: SessionEnd.extend({
      person: z.object({ userId: z.string(), companyId: z.string(), email: z.string() }).nullable(),
      keptAt: z.int(),
    }),
    lasts: 'session',
  }),
  /** Only grows, also across sign-ins, because the extension ignores messages of an older epoch. */
  sessionEpoch: declareKey({ name: 'hh.session-epoch.v1', area: 'local', schema: z.int().nonnegative(), lasts: 'browser' }),
  /** The secret of a sign-in in progress. It never leaves the tab that started it. */
  signInAttempt: declareKey({
    name: 'hh.sign-in-attempt.v1',
    area: 'session',
    schema: z.object({ verifier: Verifier, provider: Provider }),
    lasts: 'session',
  }),
  /** The token of an invite that came by email, kept through the round trip to the provider. */
  referralToken: declareKey({ name: 'hh.referral-token.v1', area: 'local', schema: z.string().min(1).max(200), lasts: 'session' }),
  pricingModal: declareKey({ name: 'hh.pricing-modal.v1', area: 'local', schema: z.string().min(1).max(100), lasts: 'session' }),
  promoShownAt: declareKey({ name: 'hh.promo-shown-at.v1', area: 'local', schema: z.int(), lasts: 'browser' }),
  /** When this browser last opened a checkout. A payment can be on its way only after that. */
  checkoutOpenedAt: declareKey({ name: 'hh.checkout-opened-at.v1', area: 'local', schema: z.int(), lasts: 'session' }),
  /** When this tab last asked for digits to prove the email address. A reload within their life sends no second mail. */
  emailCodeSentAt: declareKey({ name: 'hh.email-code-sent-at.v1', area: 'session', schema: z.int(), lasts: 'session' }),
  /** The install prompt was closed and stays closed for this visit. */
  installPromptClosed: declareKey({ name: 'hh.install-prompt-closed.v1', area: 'session', schema: z.literal(true), lasts: 'session' }),
  /**
   * The idempotency keys of creates that have not succeeded yet, and when each was last sent, by a hash of who sent what. They outlive an
   * expired session: if the session ends before the answer comes, the next try must not create a second time.
   */
  unansweredCreates: declareKey({
    name: 'hh.unanswered-creates.v2',
    area: 'session',
    schema: z.record(z.string(), z.object({ key: z.string(), sentAt: z.int() })),
    lasts: 'person',
  }),
  // `offlineQueue` and `listSnapshot` have loose schemas. The loads feature checks their values, so that the sign-in page, which reads this
  // file, doesn't load its schemas.
  /** Status changes that the server has not answered. They are sent until it does, also after a reload. */
  offlineQueue: declareKey({
    name: 'hh.waiting-status-changes.v1',
    formerName: 'hh.waiting-moves.v2',
    area: 'local',
    schema: z.array(z.unknown()),
    lasts: 'person',
  }),
  /** The progress of a load import: which file, which step, and which column holds what. */
  importPlace: declareKey({
    name: 'hh.import-place.v1',
    area: 'session',
    schema: z.object({ id: z.uuid(), step: z.enum(['columns', 'check']), mapping: z.record(z.string(), z.int().nonnegative()).nullable() }),
    lasts: 'session',
  }),
  /** The last list of loads that came, shown when the server doesn't answer. */
  listSnapshot: declareKey({
    name: 'hh.list-snapshot.v1',
    formerName: 'hh.last-loads.v1',
    area: 'session',
    schema: z.unknown(),
    lasts: 'session',
  }),
};

const loadColumnsName = 'hh.load-columns.v1.';

/** Which columns a person has hidden or added, by view. */
export function loadColumnsKey(userId: string) {
  return declareKey({
    name: `${loadColumnsName}${userId}`,
    area: 'local',
    schema: z.record(z.string(), z.array(z.string())),
    // It holds only column names. A person who signs out every evening finds the list as they left it.
    lasts: 'browser',
  });
}

/**
 * A load being typed, by form: a new one, a copy, or a load being edited. It outlives an expired session, so the typed text is there again
 * after the sign-in.
 */
export function loadDraftKey({ userId, companyId }: { userId: string; companyId: string }, form: string) {
  const key = {
    name: `hh.load-draft.v2.${userId}.${companyId}.${form}`,
    area: 'local',
    schema: z.unknown(),
    lasts: 'person',
  } as const;
  // The former name has no company in it. An edited or copied load belongs to one company, but a new load may be for any.
  return declareKey(form === 'new' ? key : { ...key, formerName: formerLoadDraftName(userId, form) });
}

export function formerLoadDraftName(userId: string, form: string): string {
  return `hh.load-draft.v1.${userId}.${form}`;
}

/**
 * When a person closed the billing banner, by its message: closing the notice about the last days of the trial doesn't hide that the trial
 * has ended.
 */
export function bannerDismissedKey(userId: string) {
  return declareKey({
    name: `hh.banner-dismissed.v1.${userId}`,
    area: 'local',
    schema: z.record(z.string(), z.int()),
    lasts: 'person',
  });
}

/** One flag per user, because several people may share a browser. The server stores it too, unless it could not be reached. */
export function setupCompletedKey(userId: string) {
  return declareKey({ name: `hh.setup-completed.v1.${userId}`, area: 'local', schema: z.literal(true), lasts: 'person' });
}

/** Kept as plain text, because `public/boot.js` and Mantine read it. */
export const themeKeyName = 'hh.theme.v1';

function areaOf(key: { area: 'local' | 'session' }): Storage {
  return key.area === 'local' ? localStorage : sessionStorage;
}

export function readRaw(key: { name: string; formerName?: string; area: 'local' | 'session' }): string | null {
  const area = areaOf(key);
  const value = area.getItem(key.name);
  if (value !== null || key.formerName === undefined) return value;
  const former = area.getItem(key.formerName);
  if (former === null) return null;
  try {
    area.setItem(key.name, former);
    area.removeItem(key.formerName);
  } catch {
    // The browser's storage is full. The value stays under its former name and is read there.
  }
  return former;
}

/** The stored value, or null when there is none or it doesn't match the schema any more. */
export function parseStored<T extends z.ZodType>(key: StorageKey<T>, raw: string | null): z.output<T> | null {
  if (raw === null) return null;
  try {
    const parsed = key.schema.safeParse(JSON.parse(raw));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

export function readStored<T extends z.ZodType>(key: StorageKey<T>): z.output<T> | null {
  return parseStored(key, readRaw(key));
}

export function writeStored<T extends z.ZodType>(key: StorageKey<T>, value: z.output<T>): void {
  areaOf(key).setItem(key.name, JSON.stringify(value));
  if (key.formerName !== undefined) areaOf(key).removeItem(key.formerName);
}

export function removeStored(key: { name: string; formerName?: string; area: 'local' | 'session' }): void {
  areaOf(key).removeItem(key.name);
  if (key.formerName !== undefined) areaOf(key).removeItem(key.formerName);
}

/**
 * Clears the storage after the session has ended. Data that the person may come back to stays. Each tab has its own `sessionStorage`, so a
 * tab that hears about the end from another tab clears only that.
 */
export function clearStorageOfSession(isOtherTab = false): void {
  for (const key of Object.values(storageKeys)) {
    if (key.lasts === 'session' && !(isOtherTab && key.area === 'local')) removeStored(key);
  }
}

const lastingNames = [themeKeyName, storageKeys.sessionEpoch.name, storageKeys.promoShownAt.name, loadColumnsName];

/**
 * For a person who signed out, left the team, was removed or deleted their account. Removes every `hh.` key except the lasting ones, so a
 * key that this file doesn't list goes too. Keys with another person's id in their name stay.
 */
export function forgetPerson(userId: string): void {
  const ofOthers = readStored(storageKeys.offlineQueue)?.filter((move) => (move as { userId?: string } | null)?.userId !== userId);
  forgetPersonIn(localStorage, userId);
  forgetPersonIn(sessionStorage, userId);
  if (ofOthers?.length) writeStored(storageKeys.offlineQueue, ofOthers);
}

export function forgetPersonIn(area: Storage, userId: string): void {
  for (const name of Object.keys(area)) {
    if (!name.startsWith('hh.') || lastingNames.some((lasting) => name.startsWith(lasting))) continue;
    const isOfOther = /[\da-f]{8}-/.test(name) && !name.includes(userId);
    if (!isOfOther) area.removeItem(name);
  }
}
