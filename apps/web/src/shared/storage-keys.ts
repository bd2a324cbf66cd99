import { Provider, Session, Verifier } from '@headhaul/contracts/session';
import { z } from 'zod';

/**
 * How long a value stays. `session`: until the session ends, in whatever way. `person`: also after the session expired, for when they sign
 * in again; it goes when they sign out, leave or are removed. `browser`: for good, as it says nothing of anybody.
 */
type Lasting = 'session' | 'person' | 'browser';

/**
 * Everything the web app keeps in the browser, each key declared once. The version in a name grows when its shape changes. Every name
 * begins with `hh.`, and what is kept per person has their id in it: `forgetPerson` goes by that.
 */
interface StorageKey<T extends z.ZodType> {
  name: string;
  /** What it was named before: a value still stored under that name is taken over when it is first read. */
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
  /** Only grows, also across sign-ins: the extension ignores messages of an older epoch. */
  sessionEpoch: declareKey({ name: 'hh.session-epoch.v1', area: 'local', schema: z.int().nonnegative(), lasts: 'browser' }),
  /** The secret half of a sign-in under way; it never leaves the tab that started it. */
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
  /** When this browser last opened a checkout: only then may a payment be on its way. */
  checkoutOpenedAt: declareKey({ name: 'hh.checkout-opened-at.v1', area: 'local', schema: z.int(), lasts: 'session' }),
  /** The install prompt was closed; it stays closed for this visit. */
  installPromptClosed: declareKey({ name: 'hh.install-prompt-closed.v1', area: 'session', schema: z.literal(true), lasts: 'session' }),
  /**
   * The idempotency keys of creates nobody knows to be done and when they were last sent, by a hash of who sent what. They outlive an
   * expired session: one that ends while an answer is awaited must not make the next try a second create.
   */
  unansweredCreates: declareKey({
    name: 'hh.unanswered-creates.v2',
    area: 'session',
    schema: z.record(z.string(), z.object({ key: z.string(), sentAt: z.int() })),
    lasts: 'person',
  }),
  // What these two hold is read by the loads' own schemas, which the sign-in page, reading this file, doesn't need.
  /** Changes of status the server has not answered; they are sent until it does, also after a reload. */
  offlineQueue: declareKey({
    name: 'hh.waiting-status-changes.v1',
    formerName: 'hh.waiting-moves.v2',
    area: 'local',
    schema: z.array(z.unknown()),
    lasts: 'person',
  }),
  /** How far an import of loads has come: which file, which step, and which column holds what. */
  importPlace: declareKey({
    name: 'hh.import-place.v1',
    area: 'session',
    schema: z.object({ id: z.uuid(), step: z.enum(['columns', 'check']), mapping: z.record(z.string(), z.int().nonnegative()).nullable() }),
    lasts: 'session',
  }),
  /** The list of loads as it last came, for when the server doesn't answer. */
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
    // Names of columns alone: who signs out every evening finds the list as they left it.
    lasts: 'browser',
  });
}

/** A load being typed, by form: a new one, a copy, or a load being edited. It outlives an expired session: what was typed is there again after the sign-in. */
export function loadDraftKey({ userId, companyId }: { userId: string; companyId: string }, form: string) {
  const key = {
    name: `hh.load-draft.v2.${userId}.${companyId}.${form}`,
    area: 'local',
    schema: z.unknown(),
    lasts: 'person',
  } as const;
  // The former name has no company in it. The load that is edited or copied belongs to one; a new load may be meant for any.
  return declareKey(form === 'new' ? key : { ...key, formerName: formerLoadDraftName(userId, form) });
}

export function formerLoadDraftName(userId: string, form: string): string {
  return `hh.load-draft.v1.${userId}.${form}`;
}

/** When a person closed the billing banner, by what it said: closing the trial's last days doesn't hide that the trial has ended. */
export function bannerDismissedKey(userId: string) {
  return declareKey({
    name: `hh.banner-dismissed.v1.${userId}`,
    area: 'local',
    schema: z.record(z.string(), z.int()),
    lasts: 'person',
  });
}

/** One flag per user: several people may share a browser. The server knows it too, unless it could not be reached. */
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
    // The browser's room is full: it stays where it is and is read there.
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
 * The session is over. What its person may come back to stays. Each tab has the `session` area for itself: one that hears of it from
 * another clears only that.
 */
export function clearStorageOfSession(isOtherTab = false): void {
  for (const key of Object.values(storageKeys)) {
    if (key.lasts === 'session' && !(isOtherTab && key.area === 'local')) removeStored(key);
  }
}

const lastingNames = [themeKeyName, storageKeys.sessionEpoch.name, storageKeys.promoShownAt.name, loadColumnsName];

/**
 * They signed out, left the team, were removed or deleted their account: nothing of them stays in this browser. All of our names go but
 * those that last, so a key nobody thought of here goes too. What others on the same computer left is theirs: it has another id in its name.
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
