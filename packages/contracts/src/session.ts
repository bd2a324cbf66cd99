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

/** Two audiences, two token families: the browser's page and the extension never rotate the same token. */
export const Audience = z.enum(['web', 'extension']);
export type Audience = z.infer<typeof Audience>;

export const TokenPair = z.object({ accessToken: z.string().min(1), refreshToken: z.string().min(1) });
export type TokenPair = z.infer<typeof TokenPair>;

/**
 * Who is signed in, as the server knows it. `createAt` and `iSGoogleSignInDone` are the specification's own spelling;
 * `createAt` is in milliseconds because the setup cutoff is.
 */
export const SessionUser = z.object({
  id: z.uuid(),
  /** As the provider gave it: real addresses are stranger than a pattern. */
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
  /** Until it is, nothing else opens: no invite, no trial and no mail of ours may name an address that is somebody else's. */
  isEmailProven: z.boolean().default(true),
});
export type SessionUser = z.infer<typeof SessionUser>;

/** The session a client keeps: the user, the tokens and whether a refresh is under way. A stored one that doesn't match is discarded. */
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

/** What `/oauth/callback?token=` carries, as base64url JSON. Never a token: a code that only its browser can redeem. */
export const CallbackToken = z.object({ v: z.literal(1), code: z.string().min(1), isFirstLogin: z.boolean() });
export type CallbackToken = z.infer<typeof CallbackToken>;

/** Blanks as a mail program or a person puts between them are forgiven. */
export const EmailCode = z
  .string()
  .max(20, { abort: true })
  .transform((typed) => typed.replace(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'Type the six digits from our email'));

/** `false`: the provider did not ask them to sign in, or does not say when it did. A mailed code does the same. */
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
      /** Somebody who is signed in signs in once more: the code that comes back makes no session. */
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
