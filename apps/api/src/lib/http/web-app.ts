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
  // For PDFs that the page has fetched itself, and for the tutorial video, which loads only when a person presses play.
  'frame-src blob: https://www.youtube-nocookie.com',
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/**
 * Serves the built web app on the same origin as the API, which the `__Host-` cookie needs. Browsers keep hashed assets for a
 * year. Every path that is not a file gets the page, whose router handles the path.
 */
export async function serveWebApp(server: FastifyInstance, dist: string): Promise<void> {
  await server.register(fastifyStatic, {
    root: dist,
    index: false,
    // One route per file, listed at the start. Every other path belongs to the router of the page.
    wildcard: false,
    immutable: true,
    maxAge: '365d',
    // The build puts compressed copies beside each file.
    preCompressed: true,
    setHeaders: (reply, path) => {
      if (!path.includes('/assets/')) void reply.header('cache-control', 'no-cache');
      // Web mail pages on other origins show the pictures of our mails.
      if (path.includes('/mail/')) void reply.header('cross-origin-resource-policy', 'cross-origin');
    },
  });
  const sendPage: RouteHandlerMethod = (request, reply) => {
    if (request.url.startsWith('/api') || request.url.startsWith('/assets/')) throw new AppError('not_found');
    return reply.header('content-security-policy', contentSecurityPolicy).sendFile('index.html');
  };
  // Uptime checks use HEAD.
  server.route({ method: ['GET', 'HEAD'], url: '/*', handler: sendPage });
}
