import { AppError } from '../errors.ts';
import type { App } from './implement.ts';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Answers 405 for a known path with an unknown method. The `allow` header names the methods that exist. */
export function refuseOtherMethods(app: App): void {
  const byPath = Map.groupBy(app.endpoints, ({ endpoint }) => endpoint.path.replace(/\{\w+\}/g, ':value'));
  for (const [path, group] of byPath) {
    const taken: string[] = group.map(({ endpoint }) => endpoint.method);
    const free = methods.filter((method) => !taken.includes(method));
    if (free.length === 0) continue;
    app.server.route({
      method: free,
      url: `/api${path}`,
      handler: (_request, reply) => {
        void reply.header('allow', taken.join(', '));
        throw new AppError('method_not_allowed');
      },
    });
  }
}
