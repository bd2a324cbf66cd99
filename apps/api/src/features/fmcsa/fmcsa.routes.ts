import { fmcsaEndpoints } from '@headhaul/contracts/fmcsa';
import { signedIn } from '../../lib/http/guards.ts';
import { type App, implement } from '../../lib/http/implement.ts';
import { createBrokerLookups, getBrokerRecord } from './lookup.service.ts';

export function fmcsaRoutes(app: App): void {
  const lookups = createBrokerLookups(app.platform);

  implement(app, fmcsaEndpoints, {
    lookUpBroker: signedIn(({ ctx, query: { mc, dot = '' } }) => lookups.lookUp(ctx, mc === undefined ? { dot } : { mc })),
    getBrokerRecord: signedIn(({ ctx, params }) => getBrokerRecord(ctx, params.id)),
  });
}
