import { subscriptionTypes } from '@headhaul/domain/plans';
import { z } from 'zod';
import { freshMinutes } from './constants.ts';
import { empty, endpoints, redirect } from './http/endpoint.ts';

export const Role = z.enum(['GUEST', 'DISPATCHER', 'CARRIER', 'ADMIN']);
export type Role = z.infer<typeof Role>;

/** Roles a person may ask for at sign-in. ADMIN can never be asked for. */
export const RequestedRole = z.enum(['DISPATCHER', 'CARRIER']);

export const Provider = z.enum(['google', 'microsoft']);
export type Provider = z.infer<typeof Provider>;

export const SubscriptionType = z.enum(subscriptionTypes);

/** Each audience has its own token family, so that the web page and the extension never rotate the same token. */
export const Audience = z.enum(['web', 'extension']);
export type Audience = z.infer<typeof Audience>;

export const TokenPair = z.object({ accessToken: z.string().min(1), refreshToken: z.string().min(1) });
export type TokenPair = z.infer<typeof TokenPair>;

/**
 * The signed-in person, as the server knows them. `createAt` and `iSGoogleSignInDone` are spelled as in the specification. `createAt`
 * is in milliseconds, like the setup cutoff.
 */
export const SessionUser = z.object({
  id: z.uuid(),
  /** As the provider gave it: real addresses do not always fit a pattern. */
  email: z.string().min(3).max(320),
  name: z.string(),
  familyName: z.string(),
  role: Role.default('GUEST'),
  companyId: z.uuid(),
  companyName: z.string(),
  mc: z.string().nullable(),
  isTeamOwner: z.boolean(),
  isBillActive: z.boolean(),
  canManageBilling: z.boolean(),
  isFirstLogin: z.boolean(),
  factoringType: z.string().nullable(),
  createAt: z.int(),
  subscriptionType: SubscriptionType,
  isAccountAttached: z.boolean(),
  iSGoogleSignInDone: z.boolean(),
  setupCompletedAt: z.iso.datetime({ offset: true }).nullable(),
  /** Until the address is proved, everything else is closed: no invite, trial or mail of ours may use somebody else's address. */
  isEmailProven: z.boolean().default(true),
});
export type SessionUser = z.infer<typeof SessionUser>;

/**
 * The session that a client keeps: the user, the tokens and whether a refresh is running. A
 * stored one that does not match is discarded.
 */
export const Session = SessionUser.extend({ token: TokenPair, isRefreshingToken: z.boolean() });
export type Session = z.infer<typeof Session>;

/** base64url SHA-256 of the verifier that stays in the client that started the sign-in. */
export const Challenge = z
  .string()
  .max(43, { abort: true })
  .regex(/^[A-Za-z0-9_-]{43}$/);
export const Verifier = z
  .string()
  .max(128, { abort: true })
  .regex(/^[A-Za-z0-9_-]{43,128}$/);

/** What `/oauth/callback?token=` carries, as base64url JSON. It is never a token, but a code that only this browser can redeem. */
export const CallbackToken = z.object({ v: z.literal(1), code: z.string().min(1), isFirstLogin: z.boolean() });
export type CallbackToken = z.infer<typeof CallbackToken>;

/** Spaces that a mail program or a person adds are ignored. */
export const EmailCode = z
  .string()
  .max(20, { abort: true })
  .transform((typed) => typed.replace(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'Type the six digits from our email'));

/**
 * What became of the mail with the digits. `none`: no code of this session is waiting to be typed. `refused`: a mail server does not know
 * the person's address. `failed`: the mail did not leave for another reason, which is ours.
 */
export const EmailCodeState = z.enum(['none', 'sending', 'sent', 'failed', 'refused']);
export type EmailCodeState = z.infer<typeof EmailCodeState>;

/** `false`: the provider did not ask the person to sign in, or does not say when it did. The person can use a mailed code instead. */
export const Confirmed = z.object({ isConfirmed: z.boolean() });

export const sessionEndpoints = endpoints({
  authorize: {
    method: 'GET',
    path: '/oauth/authorize',
    summary: 'Send the browser to the sign-in provider',
    query: z.object({
      provider: Provider,
      role: RequestedRole.default('DISPATCHER'),
      redirectTo: z.string().max(2000),
      challenge: Challenge,
      inviteToken: z.string().min(1).max(200).optional(),
      /** A signed-in person signs in once more. The code that comes back makes no new session. */
      isConfirmation: z.stringbool().default(false),
    }),
    reply: redirect,
  },
  oauthCallback: {
    method: 'GET',
    path: '/oauth/callback/{provider}',
    summary: 'Where the sign-in provider returns the browser',
    params: z.object({ provider: Provider }),
    query: z.looseObject({}),
    reply: redirect,
  },
  exchangeCode: {
    method: 'POST',
    path: '/auth/exchange',
    summary: 'Redeem a one-time code for a session',
    body: z.strictObject({ code: z.string().min(1).max(200), verifier: Verifier }),
    reply: z.object({ token: TokenPair, user: SessionUser }),
  },
  refreshToken: {
    method: 'POST',
    path: '/auth/refresh-token',
    summary: 'Rotate the refresh token',
    body: z.strictObject({ refreshToken: z.string().min(1).max(300) }),
    reply: TokenPair,
  },
  createHandoffCode: {
    method: 'POST',
    path: '/auth/handoff',
    summary: 'A one-time code by which the extension signs in as this user',
    body: z.strictObject({ challenge: Challenge }),
    reply: z.object({ code: z.string(), expiresInSeconds: z.int() }),
    idempotency: 'none',
  },
  confirmPerson: {
    method: 'POST',
    path: '/auth/confirm',
    summary: 'Say of this session that its person has just signed in again',
    body: z.strictObject({ code: z.string().min(1).max(200), verifier: Verifier }),
    reply: Confirmed,
    idempotency: 'none',
  },
  checkFresh: {
    method: 'GET',
    path: '/auth/fresh',
    summary: 'Whether this session may do what asks for a fresh sign-in; for what must be known before a tab opens',
    freshWithinMinutes: freshMinutes,
    reply: empty,
  },
  sendEmailCode: {
    method: 'POST',
    path: '/auth/email-code',
    summary: 'Mail six digits to my own address',
    reply: empty,
    idempotency: 'none',
    isForUnproven: true,
    cost: 5,
  },
  getEmailCode: {
    method: 'GET',
    path: '/auth/email-code',
    summary: 'Whether the mail with the six digits has left',
    reply: z.object({ state: EmailCodeState }),
    isForUnproven: true,
  },
  confirmEmailCode: {
    method: 'POST',
    path: '/auth/email-code/confirm',
    summary: 'Type the six digits: the address is mine, and it is me',
    body: z.strictObject({ digits: EmailCode }),
    reply: SessionUser,
    idempotency: 'none',
    isForUnproven: true,
    cost: 5,
  },
  logout: {
    method: 'POST',
    path: '/auth/logout',
    summary: 'End this session and the extension session made from it',
    reply: empty,
    isForExtension: true,
    isForUnproven: true,
  },
  getMe: {
    method: 'GET',
    path: '/users/me',
    summary: 'Who is signed in',
    reply: SessionUser,
    isForExtension: true,
    isForUnproven: true,
  },
});
