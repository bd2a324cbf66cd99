import type { Endpoint, Received, Returned } from '@headhaul/contracts/http/endpoint';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { LimitName } from '../admission/rate-limit.ts';
import { type Actor, mayManageBilling } from '../auth/actor.ts';
import type { TenantTx } from '../db/database.ts';
import { AppError } from '../errors.ts';
import type { ApiPlatform, Platform } from '../platform.ts';

/** What a service function receives: the caller, and the only way to reach the rows of the caller's company. */
export interface Ctx {
  platform: Platform;
  actor: Actor;
  /**
   * A transaction of the company. A POST with an idempotency key has one transaction for the whole request: every call joins it,
   * and it commits together with the stored answer. Any other request opens one transaction per call.
   */
  transaction<T>(work: (tx: TenantTx) => Promise<T>): Promise<T>;
  /**
   * Always a separate transaction, which commits or fails alone. Use it before and after a wait for a provider or a file, or for
   * work that may be undone. A POST with an idempotency key cannot use it: it already holds a connection, and if many such
   * requests waited for a second connection, all of them would stop.
   */
  ownTransaction<T>(work: (tx: TenantTx) => Promise<T>): Promise<T>;
  /**
   * For an endpoint that needs a fresh sign-in only for some objects. An endpoint that always needs one says so in its contract
   * (`freshWithinMinutes`).
   */
  requireFresh(): Promise<void>;
  /** Takes points besides the endpoint's cost, for work whose size shows only when its facts have been read. */
  charge(points: number): Promise<void>;
}

interface Web {
  request: FastifyRequest;
  reply: FastifyReply;
}
/**
 * An answer that the database has already written as JSON in the shape of the endpoint's schema. Parsing it and writing it
 * again would be half the cost of a busy list. Each function that makes one has a test that checks it strictly against the schema.
 */
export class ReadyJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Reply<E extends Endpoint> = Returned<E> | (E['reply'] extends z.ZodType ? ReadyJson : never);
type Handler<E extends Endpoint, C> = (input: Received<E> & Web & C) => Promise<Reply<E>> | Reply<E>;

/** A handler with its guard. `implement` takes nothing else, so an endpoint without a guard does not compile. */
export type Guarded<E extends Endpoint> =
  | { guard: 'open'; limit: LimitName; handle: Handler<E, { platform: ApiPlatform }> }
  | {
      guard: 'signed_in';
      allow: (actor: Actor) => void;
      handle: Handler<E, { ctx: Ctx }>;
      /** Each request by staff is recorded as a security event before it is answered. */
      isStaff?: true;
    };

/** Anyone may call, also without signing in. Rate-limited per IP address (a /64 in IPv6). */
export function open<E extends Endpoint>(handle: Handler<E, { platform: ApiPlatform }>): Guarded<E> {
  return { guard: 'open', limit: 'sign_in', handle };
}

/** Any member of the session's company. */
export function signedIn<E extends Endpoint>(handle: Handler<E, { ctx: Ctx }>): Guarded<E> {
  return { guard: 'signed_in', allow: () => {}, handle };
}

/** The extension's session of any member. The web app has no use for it. */
export function extensionOnly<E extends Endpoint>(handle: Handler<E, { ctx: Ctx }>): Guarded<E> {
  return {
    guard: 'signed_in',
    allow: (actor) => {
      if (actor.audience !== 'extension') throw new AppError('not_allowed', { reason: 'only for the extension' });
    },
    handle,
  };
}

/** The company's owner. */
export function teamOwner<E extends Endpoint>(handle: Handler<E, { ctx: Ctx }>): Guarded<E> {
  return {
    guard: 'signed_in',
    allow: (actor) => {
      if (actor.teamRole !== 'owner') throw new AppError('not_allowed', { detail: 'Only the team owner can do this.' });
    },
    handle,
  };
}

/** Only people who may manage billing may call. */
export function billingManager<E extends Endpoint>(handle: Handler<E, { ctx: Ctx }>): Guarded<E> {
  return {
    guard: 'signed_in',
    allow: (actor) => {
      if (!mayManageBilling(actor)) throw new AppError('not_allowed', { detail: 'Ask the team owner: you can’t manage billing.' });
    },
    handle,
  };
}

/** Only Headhaul's own staff, signed in with a second factor, may call. Staff without one get 403, and everyone else gets 404. */
export function admin<E extends Endpoint>(handle: Handler<E, { ctx: Ctx }>): Guarded<E> {
  return {
    guard: 'signed_in',
    allow: (actor) => {
      if (actor.role !== 'ADMIN') throw new AppError('not_found');
      if (!actor.hasSecondFactor) throw new AppError('not_allowed', { detail: 'Sign in again with your second factor to see this.' });
    },
    isStaff: true,
    handle,
  };
}
