import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { networkOf } from '../net/client-address.ts';
import type { App } from './implement.ts';
import { describeApi } from './openapi.ts';

const page = '/api/docs';
/** Points of the `pages` limit. The description has half a megabyte, and the YAML is written again for each request. */
const costs: Record<string, number> = { [`${page}/json`]: 200, [`${page}/yaml`]: 1_000 };

/** Serves the page that shows all endpoints, and their OpenAPI description, made once. Call it after all endpoints are implemented. */
export async function serveApiPage({ server, platform, endpoints }: App): Promise<void> {
  const description = describeApi(endpoints, platform.env.PUBLIC_URL);
  const bytes = Buffer.from(JSON.stringify(description));
  server.addHook('onRequest', async ({ routeOptions: { url }, ip }, reply) => {
    if (!url?.startsWith(page)) return;
    await platform.limits.take('pages', networkOf(ip), costs[url] ?? 1);
    if (url === `${page}/json`) return reply.header('content-type', 'application/json; charset=utf-8').send(bytes);
  });
  await server.register(swagger, { mode: 'static', specification: { document: description as never } });
  await server.register(swaggerUi, { routePrefix: page, staticCSP: true, theme: { title: 'Headhaul API' } });
}
