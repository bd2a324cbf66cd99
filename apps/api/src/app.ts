import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import * as features from './features/index.ts';
import { createHttpServer } from './lib/admission/http-server.ts';
import { refuseSlowBodies } from './lib/admission/slow-bodies.ts';
import { serveApiPage } from './lib/http/api-page.ts';
import { type App, createAppContext } from './lib/http/implement.ts';
import { refuseOtherMethods } from './lib/http/methods.ts';
import { observeRequests } from './lib/http/observe.ts';
import { answerUnreadable, handleProblems, pathOf, sendUnroutable } from './lib/http/problem.ts';
import { formLimits } from './lib/http/receive.ts';
import { releaseConnectionsOnClose } from './lib/http/release-connections.ts';
import { serveWebApp } from './lib/http/web-app.ts';
import type { ApiPlatform } from './lib/platform.ts';
import { untilRedisAnswered } from './lib/redis.ts';

const jsonBodyBytes = 256 * 1024;
const uploadBytes = 10 * 1024 * 1024;

/** The HTTP application, ready to listen. Tests and the server make it the same way. */
export async function createApp(platform: ApiPlatform): Promise<App> {
  const { env } = platform;
  const log: FastifyBaseLogger = platform.log.child(
    {},
    { serializers: { req: (request) => ({ method: request.method, path: pathOf(request) }) } },
  );
  const server: FastifyInstance = fastify({
    loggerInstance: log,
    // Requests are logged by `observeRequests`, without their query.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: jsonBodyBytes,
    trustProxy: (_address, hop) => hop < env.TRUSTED_PROXY_HOPS,
    // Always our own ID: a client could send one in a header to look like another request.
    requestIdHeader: false,
    genReqId: () => uuidv7(),
    frameworkErrors: sendUnroutable,
    clientErrorHandler: answerUnreadable,
    forceCloseConnections: 'idle',
    serverFactory: createHttpServer,
    // A HEAD request would run the GET handler, and could even open a live stream, for an answer that nobody reads.
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 200 },
  });
  // Accept only JSON and form data: another site's page can send plain text without a CORS preflight.
  server.removeContentTypeParser('text/plain');
  const app = createAppContext(server, platform);

  handleProblems(server);
  observeRequests(server, platform);
  releaseConnectionsOnClose(server);
  refuseSlowBodies(server);
  await server.register(helmet, {
    contentSecurityPolicy: { directives: { defaultSrc: ["'none'"], baseUri: ["'none'"], frameAncestors: ["'none'"] }, useDefaults: false },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: { maxAge: 63_072_000, includeSubDomains: true },
  });
  await server.register(cors, {
    origin: [...env.WEB_ORIGINS, ...env.EXTENSION_IDS.map((id) => `chrome-extension://${id}`)],
    credentials: true,
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: ['authorization', 'content-type', 'idempotency-key', 'if-match', 'last-event-id'],
    exposedHeaders: ['idempotency-replayed', 'retry-after', 'x-request-id'],
    maxAge: 600,
  });
  await server.register(cookie);
  await server.register(multipart, { limits: { ...formLimits, fileSize: uploadBytes, files: 2 } });

  for (const feature of Object.values(features)) if (typeof feature === 'function') feature(app);

  refuseOtherMethods(app);
  // The API page shows every endpoint to anyone who asks, so production does not serve it. Developers have it on their own machines.
  if (env.NODE_ENV !== 'production') await serveApiPage(app);
  if (env.WEB_DIST) await serveWebApp(server, env.WEB_DIST);
  await untilRedisAnswered(platform.redis);
  return app;
}
