import { type Endpoint, type EndpointMap, type Received, replyKind, type SentFile } from '@headhaul/contracts/http/endpoint';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type AccessTokens, createAccessTokens } from '../auth/access-token.ts';
import { type Actors, createActors } from '../auth/actor.ts';
import { sha256 } from '../auth/crypto.ts';
import { AppError } from '../errors.ts';
import type { Platform } from '../platform.ts';
import { type Ctx, type Guarded, ReadyJson } from './guards.ts';
import { once, type StoredAnswer } from './idempotency.ts';
import { receive } from './receive.ts';
import { sendFile } from './send-file.ts';
import { holdUploads, type UploadHold } from './upload-budget.ts';

/** The server with what features need to hang themselves onto it. */
export interface App {
  server: FastifyInstance;
  platform: Platform;
  accessTokens: AccessTokens;
  actors: Actors;
  /** Every endpoint implemented so far; the reference page and the guard test read it. */
  endpoints: { name: string; endpoint: Endpoint }[];
}

export function createAppContext(server: FastifyInstance, platform: Platform): App {
  return { server, platform, accessTokens: createAccessTokens(platform.env.TOKEN_KEYS), actors: createActors(platform.db), endpoints: [] };
}

/** Serves a feature's whole contract. A missing handler, a wrong key or a wrong answer is a type error. */
export function implement<M extends EndpointMap>(app: App, map: M, handlers: { [K in keyof M]: Guarded<M[K]> }): void {
  for (const [name, endpoint] of Object.entries(map)) {
    const guarded = handlers[name] as unknown as Guarded<Endpoint>;
    app.endpoints.push({ name, endpoint });
    app.server.route({
      method: endpoint.method,
      url: `/api${endpoint.path.replace(/\{(\w+)\}/g, ':$1')}`,
      handler: async (request, reply) => {
        const hold = holdUploads();
        try {
          return await serve(app, endpoint, guarded, request, reply, hold);
        } finally {
          hold.release();
        }
      },
    });
  }
}

async function serve(
  app: App,
  endpoint: Endpoint,
  guarded: Guarded<Endpoint>,
  request: FastifyRequest,
  reply: FastifyReply,
  hold: UploadHold,
): Promise<unknown> {
  const { platform } = app;
  // Answers hold tokens and people's data: no cache on the way may keep one.
  void reply.header('cache-control', 'no-store');
  if (guarded.guard === 'open') {
    await platform.limits.take(guarded.limit, request.ip);
    const input = (await receive(endpoint, request, hold)) as Received<Endpoint>;
    const result = await guarded.handle({ ...input, request, reply, platform });
    return send(endpoint, reply, result);
  }
  const actor = await authenticate(app, request);
  await platform.limits.take('api', actor.sessionId);
  guarded.allow(actor);
  const input = (await receive(endpoint, request, hold)) as Received<Endpoint>;
  const ownTransaction: Ctx['ownTransaction'] = (work) => platform.db.withTenant(actor.companyId, work);
  const ctx: Ctx = { platform, actor, transaction: ownTransaction, ownTransaction };
  const key = request.headers['idempotency-key'];
  if (endpoint.method !== 'POST' || endpoint.idempotency === 'none' || key === undefined) {
    return send(endpoint, reply, await guarded.handle({ ...input, request, reply, ctx }));
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
  return write(reply, answer);
}

const refuseSecond: Ctx['ownTransaction'] = () => {
  throw new Error("an endpoint with transactions of its own keeps no idempotency key: its contract says `idempotency: 'none'`");
};

/** What makes two requests the same: also the session, which some of them end. A file counts by its content. */
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
      // Our own mistake, not the caller's: the schema decides what may leave, so nothing does.
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

function write(reply: FastifyReply, answer: StoredAnswer): FastifyReply {
  if (answer.contentType) void reply.header('content-type', answer.contentType);
  return reply.status(answer.status).send(answer.body ?? undefined);
}

function send(endpoint: Endpoint, reply: FastifyReply, result: unknown): FastifyReply {
  const kind = replyKind(endpoint.reply);
  // The stream handler has taken the socket over.
  if (kind === 'events') return reply;
  if (kind === 'file') return sendFile(reply, result as SentFile);
  if (kind === 'redirect') return reply.redirect(String(result), 302);
  return write(reply, toAnswer(endpoint, result));
}
