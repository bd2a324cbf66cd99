import { brokerEndpoints } from '@headhaul/contracts/brokers';
import { signedIn } from '../../lib/http/guards.ts';
import { type App, implement } from '../../lib/http/implement.ts';
import { createBroker, markBroker, updateBroker } from './broker-changes.service.ts';
import { getBroker } from './broker-details.service.ts';
import { listBrokers, suggestBrokers } from './broker-list.service.ts';

export function brokerRoutes(app: App): void {
  implement(app, brokerEndpoints, {
    listBrokers: signedIn(({ ctx, query }) => listBrokers(ctx, query)),
    suggestBrokers: signedIn(({ ctx, query }) => suggestBrokers(ctx, query.search)),
    getBroker: signedIn(({ ctx, params }) => getBroker(ctx, params.id)),
    createBroker: signedIn(({ ctx, body }) => createBroker(ctx, body)),
    updateBroker: signedIn(({ ctx, params, query, body }) => updateBroker(ctx, params.id, query.version, body)),
    markBroker: signedIn(({ ctx, params, body }) => markBroker(ctx, params.id, body.mark, body.reason)),
  });
}
