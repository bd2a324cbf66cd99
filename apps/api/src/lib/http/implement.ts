import type { Socket } from 'node:net';
import { freshMinutes } from '@headhaul/contracts/constants';
import {
  type Endpoint,
  type EndpointMap,
  fixedCost,
  isForm,
  type Received,
  type ReceivedFile,
  replyKind,
  type SentFile,
} from '@headhaul/contracts/http/endpoint';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { z } from 'zod';
import { isHeavy } from '../admission/company-queues.ts';
import { createLoadShedder, type LoadShedder } from '../admission/load-shedder.ts';
import type { RateLimits } from '../admission/rate-limit.ts';
import { holdUploads, refuseUpload } from '../admission/upload-budget.ts';
import { type AccessTokens, createAccessTokens } from '../auth/access-token.ts';
import { type Actor, type Actors, createActors } from '../auth/actor.ts';
import { sha256 } from '../auth/crypto.ts';
import { whileWaitedFor } from '../breathe.ts';
import { AppError } from '../errors.ts';
import { networkOf, readClientAddress } from '../net/client-address.ts';
import type { ApiPlatform } from '../platform.ts';
import { noteRefusal } from '../security-events/refusals.ts';
import type { Origin } from '../security-events/security-log.ts';
import { compress } from './compress.ts';
import { hasCopy } from './etag.ts';
import { type Ctx, type Guarded, ReadyJson } from './guards.ts';
import { once, type StoredAnswer } from './idempotency.ts';
import { askAgain, readWhileAllowed } from './long-answers.ts';
import { logAs } from './observe.ts';
import { answerByHand } from './problem.ts';
import { receive } from './receive.ts';
import { sendFile } from './send-file.ts';

/** The server, and what features need to add their endpoints to it. */
export interface App {
  server: FastifyInstance;
  platform: ApiPlatform;
  accessTokens: AccessTokens;
  actors: Actors;
  shedder: LoadShedder;
  /** Every endpoint implemented so far; the reference page and the guard test read it. */
  endpoints: { name: string; endpoint: Endpoint }[];
}

export function createAppContext(server: FastifyInstance, platform: ApiPlatform): App {
  const shedder = createLoadShedder(platform.metrics);
  server.addHook('onClose', async () => shedder.close());
  const accessTokens = createAccessTokens(platform.env.TOKEN_KEYS);
  return { server, platform, accessTokens, actors: createActors(platform.db), shedder, endpoints: [] };
}

/** Serves a feature's whole contract. A missing handler, a wrong key or a wrong answer is a type error. */
export function implement<M extends EndpointMap>(app: App, map: M, handlers: { [K in keyof M]: Guarded<M[K]> }): void {
  for (const [name, endpoint] of Object.entries(map)) {
    const guarded = handlers[name] as unknown as Guarded<Endpoint>;
    app.endpoints.push({ name, endpoint });
    app.server.route({
      method: endpoint.method,
      url: `/api${endpoint.path.replace(/\{(\w+)\}/g, ':$1')}`,
      ...(endpoint.maxBodyBytes === undefined ? {} : { bodyLimit: endpoint.maxBodyBytes }),
      // Before a large body is read: the body of a caller who is not allowed or is over a limit is never read.
      onRequest: async (request, reply) => {
        // Answers hold tokens and people's data, so no cache may store them.
        void reply.header('cache-control', 'no-store');
        if (!hasSmallBody(request)) await admit(app, endpoint, guarded, request, reply);
      },
      preHandler: async (request, reply) => {
        if (hasSmallBody(request)) await admit(app, endpoint, guarded, request, reply);
      },
      handler: (request, reply) =>
        guarded.guard === 'open'
          ? serveAnyone(app, endpoint, guarded, request, reply)
          : serveSignedIn(app, endpoint, guarded, request, reply),
    });
  }
}

type Open = Extract<Guarded<Endpoint>, { guard: 'open' }>;
type SignedIn = Extract<Guarded<Endpoint>, { guard: 'signed_in' }>;

const smallBodyBytes = 16 * 1024;

/** A small body arrives with its head and is read at once. A request sent while a page closes is lost if its body is read later. */
function hasSmallBody({ headers }: FastifyRequest): boolean {
  return Number(headers['content-length'] ?? 0) <= smallBodyBytes && headers['content-type']?.startsWith('multipart/') !== true;
}

const admitted = new WeakMap<FastifyRequest, Actor>();

/** Finds out who is calling, checks that they may, and charges the minimum cost of the request. */
async function admit(
  app: App,
  endpoint: Endpoint,
  guarded: Guarded<Endpoint>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const cost = fixedCost(endpoint);
  if (guarded.guard === 'open') return app.platform.limits.take(guarded.limit, networkOf(request.ip), cost);
  const actor = await authenticate(app, request);
  const { userId, sessionId, companyId } = actor;
  logAs(request, reply, { userId, sessionId, companyId });
  // A refused request costs only the person, not their company.
  await chargePerson(app.platform.limits, actor, cost);
  try {
    guarded.allow(actor);
    if (actor.audience === 'extension' && !endpoint.isForExtension) throw new AppError('not_allowed', { reason: 'not for the extension' });
  } catch (error) {
    if (error instanceof AppError) {
      const detail = { endpoint: nameOf(endpoint), status: error.status };
      const event = { kind: 'request.refused', actorId: userId, detail } as const;
      await noteRefusal(platformFor(app.platform, request, actor), { companyId, event });
    }
    throw error;
  }
  if (!endpoint.isForUnproven && !actor.isEmailProven) await askAnew(app, actor, isProven, 'email_unproven');
  const { freshWithinMinutes } = endpoint;
  if (freshWithinMinutes) await askAnew(app, actor, isFresh(freshWithinMinutes), 'sign_in_again');
  await chargeCompany(app.platform.limits, actor, cost);
  app.shedder.admit(companyId, cost);
  admitted.set(request, actor);
}

const isProven = ({ isEmailProven }: Actor) => isEmailProven;
const isFresh =
  (minutes: number) =>
  ({ authenticatedSecondsAgo: ago }: Actor) =>
    ago !== null && ago <= minutes * 60;

/** The cached actor may be older than a confirmation that was made a moment ago, so ask the database before refusing. */
async function askAnew({ actors }: App, known: Actor, holds: (actor: Actor) => boolean, refusal: 'email_unproven' | 'sign_in_again') {
  if (holds(known)) return;
  actors.forget(known.sessionId);
  if (!holds(await actors.load(known.sessionId, known.audience))) throw new AppError(refusal);
}

/** The path pattern from the contract, without the ids and search texts of a request. */
function nameOf({ method, path }: Endpoint): string {
  return `${method} ${path}`;
}

function originOf({ ip }: FastifyRequest, actor?: Actor): Origin {
  return { ip: readClientAddress(ip), sessionId: actor?.sessionId ?? null };
}

/** The platform for one request: its log lines and security events say where the request came from. */
function platformFor(platform: ApiPlatform, request: FastifyRequest, actor?: Actor): ApiPlatform {
  return { ...platform, log: request.log as Logger, db: platform.db.cameFrom(originOf(request, actor)) };
}

async function serveAnyone({ platform }: App, endpoint: Endpoint, guarded: Open, request: FastifyRequest, reply: FastifyReply) {
  const hold = holdUploads(networkOf(request.ip), () => answerByHand(request.raw.socket, refuseUpload()));
  try {
    const input = (await receive(endpoint, request, hold)) as Received<Endpoint>;
    hold.keep();
    await scanFiles(platform, endpoint, input);
    return send(endpoint, reply, await guarded.handle({ ...input, request, reply, platform: platformFor(platform, request) }));
  } finally {
    hold.release();
  }
}

/** Files are scanned here, not in each handler, so that no form can skip the scan. */
async function scanFiles({ scan }: ApiPlatform, { body }: Endpoint, input: Received<Endpoint>): Promise<void> {
  if (!isForm(body)) return;
  const sent = input.body as unknown as Record<string, ReceivedFile>;
  for (const name of body.files) await scan(sent[name]?.content ?? new Uint8Array());
}

/** Serves a request when it is its company's turn in the queues. */
async function serveSignedIn(app: App, endpoint: Endpoint, guarded: SignedIn, request: FastifyRequest, reply: FastifyReply) {
  const actor = admitted.get(request);
  if (!actor) throw new Error('a request that nobody let in');
  const { queues } = app.platform;
  const { companyId } = actor;
  const kind = replyKind(endpoint.reply);
  const untilDone: (() => void)[] = [];
  const untilGone: (() => void)[] = [];
  try {
    if (kind === 'file') untilGone.push(await queues.downloads.hold(companyId));
    if (isForm(endpoint.body)) untilDone.push(await queues.uploads.hold(companyId));
    // An answer stays in memory until the client has fetched it, so it keeps its place until then. Files and streams are counted elsewhere.
    (kind === 'file' || kind === 'events' ? untilDone : untilGone).push(await queues.requests.hold(companyId));
    const check = () => dropIfGone(endpoint, request);
    check();
    return await whileWaitedFor(check, () => serve(app, endpoint, guarded, actor, request, reply, untilDone));
  } finally {
    for (const giveBack of untilDone) giveBack();
    whenGone(request, reply, untilGone);
  }
}

/** Drops a question whose caller went away. A change that a page sends while it closes is still made. */
function dropIfGone({ method, isQuestion }: Endpoint, { raw: { socket } }: FastifyRequest): void {
  if (!socket.destroyed || (method !== 'GET' && !isQuestion)) return;
  throw new AppError('request_too_slow', { reason: 'nobody waits for the answer any more' });
}

/** Callbacks for the end of a connection, so that all its requests share one listener. */
const atEnd = new WeakMap<Socket, Set<() => void>>();

/**
 * Runs `todo` when the answer has left or its connection has ended. An answer that waits behind another one on its connection gets
 * no `close` event of its own if the connection ends.
 */
function whenGone({ raw: { socket } }: FastifyRequest, { raw: response }: FastifyReply, todo: readonly (() => void)[]): void {
  const ends = atEnd.get(socket) ?? new Set();
  const end = () => {
    ends.delete(end);
    for (const one of todo) one();
  };
  if (todo.length === 0 || response.closed || socket.destroyed) {
    end();
    return;
  }
  ends.add(end);
  response.once('close', end);
  if (atEnd.has(socket)) return;
  atEnd.set(socket, ends);
  socket.once('close', () => {
    for (const one of ends) one();
  });
}

/** For all sessions of the person. Charge the person first, so that a person over their limit does not use up the company's. */
function chargePerson(limits: RateLimits, { userId }: Actor, points: number): Promise<void> {
  return limits.take('api', userId, points);
}

/** For all people of the company. */
function chargeCompany(limits: RateLimits, { companyId }: Actor, points: number): Promise<void> {
  return limits.take('company', companyId, points);
}

async function serve(
  app: App,
  endpoint: Endpoint,
  guarded: SignedIn,
  actor: Actor,
  request: FastifyRequest,
  reply: FastifyReply,
  untilDone: (() => void)[],
): Promise<unknown> {
  const { actors } = app;
  const platform = platformFor(app.platform, request, actor);
  const upload = holdUploads(actor.companyId, () => answerByHand(request.raw.socket, refuseUpload()));
  untilDone.push(upload.release);
  const input = (await receive(endpoint, request, upload)) as Received<Endpoint>;
  upload.keep();
  const cost = typeof endpoint.cost === 'function' ? Math.floor(endpoint.cost(input as never)) : fixedCost(endpoint);
  const more = cost - fixedCost(endpoint);
  const charge: Ctx['charge'] = async (points) => {
    await chargePerson(platform.limits, actor, points);
    await chargeCompany(platform.limits, actor, points);
  };
  if (more > 0) await charge(more);
  if (isHeavy(endpoint, cost)) {
    untilDone.push(await platform.queues.heavy.hold(actor.companyId));
    dropIfGone(endpoint, request);
  }
  await scanFiles(platform, endpoint, input);
  // The body, the queue and the scanner may have taken a minute. A person who was removed in that time must not go on.
  await askAgain(actors, actor, guarded.allow);
  const ownTransaction: Ctx['ownTransaction'] = (work) => platform.db.withTenant(actor.companyId, work);
  const requireFresh = () => askAnew(app, actor, isFresh(freshMinutes), 'sign_in_again');
  const ctx: Ctx = { platform, actor, transaction: ownTransaction, ownTransaction, requireFresh, charge };
  if (guarded.isStaff) {
    await ownTransaction(async (tx) =>
      tx.noteSecurity({ kind: 'staff.read', actorId: actor.userId, detail: { endpoint: nameOf(endpoint) } }),
    );
  }
  const key = request.headers['idempotency-key'];
  if (endpoint.method !== 'POST' || endpoint.idempotency === 'none' || key === undefined) {
    const result = await guarded.handle({ ...input, request, reply, ctx });
    const isFile = replyKind(endpoint.reply) === 'file';
    return send(endpoint, reply, isFile ? readWhileAllowed(result as SentFile, actors, actor, guarded.allow) : result);
  }
  if (typeof key !== 'string' || key.length === 0 || key.length > 200) {
    throw new AppError('validation_failed', { errors: [{ path: 'headers.idempotency-key', message: 'Use 1 to 200 characters' }] });
  }
  const fingerprint = fingerprintOf(endpoint, input, actor.sessionId);
  const answer = await platform.db.withTenant(actor.companyId, (tx) =>
    once(tx, actor.userId, key, fingerprint, async () => {
      const result = await guarded.handle({
        ...input,
        request,
        reply,
        ctx: { ...ctx, transaction: (work) => work(tx), ownTransaction: refuseSecond },
      });
      return toAnswer(endpoint, result);
    }),
  );
  if (answer.replayed) void reply.header('idempotency-replayed', 'true');
  return write(endpoint, reply, answer);
}

const refuseSecond: Ctx['ownTransaction'] = () => {
  throw new Error("an endpoint with transactions of its own keeps no idempotency key: its contract says `idempotency: 'none'`");
};

/** Two requests with equal fingerprints are the same. The session is part of it, because some requests end it. A file is hashed. */
function fingerprintOf(endpoint: Endpoint, { params, query, body }: Received<Endpoint>, sessionId: string): string {
  return JSON.stringify([endpoint.path, sessionId, params, query, body], (_key, value: unknown) =>
    value instanceof Uint8Array ? sha256(value).toString('base64') : value,
  );
}

async function authenticate(app: App, request: FastifyRequest) {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ');
  if (scheme?.toLowerCase() !== 'bearer' || !token) throw new AppError('not_signed_in');
  const { sessionId, audience } = await app.accessTokens.verify(token);
  return app.actors.load(sessionId, audience);
}

function toAnswer(endpoint: Endpoint, result: unknown): StoredAnswer {
  switch (replyKind(endpoint.reply)) {
    case 'json': {
      if (result instanceof ReadyJson) return { status: 200, contentType: 'application/json; charset=utf-8', body: result.text };
      const parsed = (endpoint.reply as z.ZodType).safeParse(result);
      // This is our mistake, not the caller's. The schema decides what may leave, so send nothing.
      if (!parsed.success)
        throw new AppError('internal', { reason: `the answer does not fit its schema:\n${z.prettifyError(parsed.error)}` });
      return { status: 200, contentType: 'application/json; charset=utf-8', body: JSON.stringify(parsed.data) };
    }
    case 'text':
      return { status: 200, contentType: 'text/plain; charset=utf-8', body: String(result) };
    default:
      return { status: 204, contentType: null, body: null };
  }
}

async function write(endpoint: Endpoint, reply: FastifyReply, { status, contentType, body }: StoredAnswer): Promise<FastifyReply> {
  if (contentType) void reply.header('content-type', contentType);
  return reply.status(status).send(body === null ? undefined : await compress(endpoint, reply, body));
}

async function send(endpoint: Endpoint, reply: FastifyReply, result: unknown): Promise<FastifyReply> {
  const kind = replyKind(endpoint.reply);
  // The stream handler has taken the socket over.
  if (kind === 'events') return reply;
  if (hasCopy(reply)) return reply.status(304).send();
  if (kind === 'file') return sendFile(reply, result as SentFile);
  if (kind === 'redirect') return reply.redirect(String(result), 302);
  return write(endpoint, reply, toAnswer(endpoint, result));
}
