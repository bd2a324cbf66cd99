import { AppError } from '../errors.ts';
import type { App } from './implement.ts';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** A known path with a method it doesn't have is 405 and says which it has. */
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
