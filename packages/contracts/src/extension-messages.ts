import { z } from 'zod';

/** Messages between the web app and the extension, protocol version 1. Field names of the specification are kept as they are. */
export const protocol = { min: 1, max: 1 } as const;
export const maxMessageBytes = 16 * 1024;
export const pingTimeoutsMs = [400, 1_500] as const;
/** Marks our messages over `window.postMessage`, which browsers without `externally_connectable` use. */
export const bridgeMarker = 'web->ext';
/** Marks what the extension tells a page without being asked. Every script on the page can read it, so it holds no secret. */
export const newsMarker = 'ext->web';

/** The public key in the manifest fixes this id for unpacked builds; the stores assign their own. */
export const developmentExtensionId = 'dfcggdlgofgidjmlpjeafbdnbcecgmaa';

const EmailAccountLite = z.strictObject({ id: z.string(), email: z.email(), provider: z.string(), hasValidTemplate: z.boolean() });

/** Absent = leave as it is, null = clear. */
export const SessionPayload = z.strictObject({
  ext_token: z.string().max(4096).nullish(),
  ext_refreshToken: z.string().max(4096).nullish(),
  userId: z.string().max(64).nullish(),
  accountId: z.string().max(64).nullish(),
  blockExtension: z.boolean().optional(),
  isSingleDispatcher: z.boolean().optional(),
  leftDays: z.number().int().nullish(),
  account: EmailAccountLite.nullish(),
  resetAccounts: z.boolean().optional(),
  factoringId: z.string().max(64).nullish(),
  /** Where the person works now. Whoever joins another team keeps the session, and the extension has to hear of it. */
  companyId: z.string().max(64).optional(),
  /** Grows on login, logout and refresh; older epochs are ignored. */
  sessionEpoch: z.int().nonnegative(),
  /** 'code': `ext_token` is a one-time code that only this install can redeem. */
  tokenKind: z.enum(['pair', 'code']).optional(),
  expiresAt: z.int().optional(),
});
export type SessionPayload = z.infer<typeof SessionPayload>;

function envelope<T extends string, P extends z.ZodType>(type: T, src: 'web' | 'ext', payload: P) {
  return z.strictObject({ v: z.literal(1), type: z.literal(type), id: z.uuid(), ts: z.int(), src: z.literal(src), payload });
}

export const WebMessage = z.discriminatedUnion('type', [
  envelope('PING', 'web', z.strictObject({})),
  envelope('SESSION_SYNC', 'web', SessionPayload),
  envelope(
    'SESSION_CLEAR',
    'web',
    z.strictObject({ sessionEpoch: z.int().nonnegative(), reason: z.enum(['logout', 'refresh_failed', 'session_conflict']) }),
  ),
  envelope('ACCOUNT_SELECT', 'web', z.strictObject({ accountId: z.string().max(64) })),
  envelope('TEMPLATES_CHANGED', 'web', z.strictObject({ accountId: z.string().max(64) })),
  envelope('FILTERS_CHANGED', 'web', z.strictObject({ rev: z.int() })),
  envelope('OPEN_PANEL', 'web', z.strictObject({})),
]);
export type WebMessage = z.infer<typeof WebMessage>;
export type WebMessageType = WebMessage['type'];
export type WebPayload<T extends WebMessageType> = Extract<WebMessage, { type: T }>['payload'];

export const NackCode = z.enum(['BAD_ORIGIN', 'BAD_SCHEMA', 'UNSUPPORTED', 'STALE', 'RATE_LIMITED', 'INTERNAL']);
export type NackCode = z.infer<typeof NackCode>;

export const PongPayload = z.object({
  extVersion: z.string(),
  protocol: z.object({ min: z.int(), max: z.int() }),
  browser: z.enum(['chrome', 'edge', 'firefox', 'other']),
  caps: z.array(z.string()),
  signedInUserId: z.string().nullable(),
  sessionEpoch: z.int(),
  /** `state`: a `PongBoardState`. A name that isn't known is of a newer extension. */
  boards: z.array(z.object({ id: z.string(), state: z.string(), isBeta: z.boolean().optional(), url: z.string().optional() })),
  /** SHA-256 of a secret that never leaves the extension: the hand-off code is bound to it. */
  handoffChallenge: z.string(),
});
export type PongPayload = z.infer<typeof PongPayload>;
/** How it goes on a board. CLOSED: no tab shows a list of it. REFUSED: the browser doesn't let the extension read the site. */
export type PongBoardState = 'READING' | 'PAUSED' | 'CLOSED' | 'OFF' | 'REFUSED';

export const ExtensionMessage = z.discriminatedUnion('type', [
  envelope('PONG', 'ext', PongPayload),
  envelope('ACK', 'ext', z.strictObject({ id: z.string() })),
  envelope('NACK', 'ext', z.strictObject({ id: z.string(), code: NackCode })),
  envelope('SESSION_CHANGED', 'ext', z.strictObject({ sessionEpoch: z.int(), reason: z.string().max(40) })),
  envelope('LOAD_SAVED', 'ext', z.strictObject({ loadId: z.string() })),
  envelope('USAGE_CHANGED', 'ext', z.strictObject({})),
]);
export type ExtensionMessage = z.infer<typeof ExtensionMessage>;

/** What the extension says without being asked. */
export type ExtensionNews = Extract<ExtensionMessage, { type: 'SESSION_CHANGED' | 'LOAD_SAVED' | 'USAGE_CHANGED' }>;

/** Spec fields of a message without an envelope, as older pages send it. */
export const LegacySessionPatch = SessionPayload.omit({ companyId: true, sessionEpoch: true, tokenKind: true, expiresAt: true });
