import fastifyStatic from '@fastify/static';
import type { FastifyInstance, RouteHandlerMethod } from 'fastify';
import { AppError } from '../errors.ts';

/** Scripts from our own origin only, no inline code, and no string ever becomes markup (Trusted Types). */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  // A PDF that this page fetched itself, and the tutorial video, loaded only when somebody presses play.
  'frame-src blob: https://www.youtube-nocookie.com',
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/**
 * Serves the built web app beside the API, on one origin: the `__Host-` cookie needs that. Hashed assets are kept for a
 * year; every other path gets the page itself, which routes on.
 */
export async function serveWebApp(server: FastifyInstance, dist: string): Promise<void> {
  await server.register(fastifyStatic, {
    root: dist,
    index: false,
    // A route per file, known at the start: whatever isn't one of them is a path of the page's own router.
    wildcard: false,
    immutable: true,
    maxAge: '365d',
    // The build has them beside each file.
    preCompressed: true,
    setHeaders: (reply, path) => {
      if (!path.includes('/assets/')) void reply.header('cache-control', 'no-cache');
      // Pictures in our mails are shown by other people's mail pages.
      if (path.includes('/mail/')) void reply.header('cross-origin-resource-policy', 'cross-origin');
    },
  });
  const sendPage: RouteHandlerMethod = (request, reply) => {
    if (request.url.startsWith('/api') || request.url.startsWith('/assets/')) throw new AppError('not_found');
    return reply.header('content-security-policy', contentSecurityPolicy).sendFile('index.html');
  };
  // HEAD too: uptime checks ask with it.
  server.route({ method: ['GET', 'HEAD'], url: '/*', handler: sendPage });
}
