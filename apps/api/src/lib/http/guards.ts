import type { Endpoint, Received, Returned } from '@headhaul/contracts/http/endpoint';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { LimitName } from '../admission/rate-limit.ts';
import { type Actor, mayManageBilling } from '../auth/actor.ts';
import type { TenantTx } from '../db/database.ts';
import { AppError } from '../errors.ts';
import type { ApiPlatform, Platform } from '../platform.ts';

/** What a service function gets: who calls, and the one way to reach that company's rows. */
export interface Ctx {
  platform: Platform;
  actor: Actor;
  /**
   * A transaction of the company. A POST with an idempotency key has one for the whole request, which commits together with its stored
   * answer: each call joins it. Any other request opens one per call.
   */
  transaction<T>(work: (tx: TenantTx) => Promise<T>): Promise<T>;
  /**
   * Always another one, which commits or fails by itself: around a wait for a provider or a file, or for work that is taken back. A POST with an
   * idempotency key has none: it holds a connection already, and many that wait for a second would stop them all.
   */
  ownTransaction<T>(work: (tx: TenantTx) => Promise<T>): Promise<T>;
  /** For an endpoint where it depends on the object; one that always wants a fresh sign-in says so in its contract (`freshWithinMinutes`). */
  requireFresh(): Promise<void>;
}

interface Web {
  request: FastifyRequest;
  reply: FastifyReply;
}
/**
 * An answer that the database has already written as JSON by the endpoint's schema; parsing it only to write it again would be
 * half the cost of a hot list. The function that makes it has a test that checks it against the schema strictly.
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
      /** What staff look at is noted before they see it. */
      isStaff?: true;
    };

/** Anyone, also signed out; counted per address. */
export function open<E extends Endpoint>(handle: Handler<E, { platform: ApiPlatform }>): Guarded<E> {
  return { guard: 'open', limit: 'sign_in', handle };
}

/** Any member of the session's company. */
export function signedIn<E extends Endpoint>(handle: Handler<E, { ctx: Ctx }>): Guarded<E> {
  return { guard: 'signed_in', allow: () => {}, handle };
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

/** Who may pay. */
export function billingManager<E extends Endpoint>(handle: Handler<E, { ctx: Ctx }>): Guarded<E> {
  return {
    guard: 'signed_in',
    allow: (actor) => {
      if (!mayManageBilling(actor)) throw new AppError('not_allowed', { detail: 'Ask the team owner: you can’t manage billing.' });
    },
    handle,
  };
}

/** Headhaul's own staff, signed in with a second factor. To everyone else the path does not exist. */
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
