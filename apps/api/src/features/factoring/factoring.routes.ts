import { factoringEndpoints } from '@headhaul/contracts/factoring';
import { signedIn, teamOwner } from '../../lib/http/guards.ts';
import { type App, implement } from '../../lib/http/implement.ts';
import { checkBrokerFactor, findBrokerFactor } from './broker-factor.service.ts';
import { applyFactorList, removeFactorList, uploadFactorList } from './lists.service.ts';
import { getFactoring, updateFactoring } from './settings.service.ts';

export function factoringRoutes(app: App): void {
  implement(app, factoringEndpoints, {
    getFactoring: signedIn(({ ctx }) => getFactoring(ctx)),
    updateFactoring: teamOwner(({ ctx, body }) => updateFactoring(ctx, body)),
    uploadFactorList: teamOwner(({ ctx, body }) => uploadFactorList(ctx, body.file, body.listedOn)),
    applyFactorList: teamOwner(({ ctx, params }) => applyFactorList(ctx, params.id)),
    removeFactorList: teamOwner(({ ctx, params }) => removeFactorList(ctx, params.id)),
    findBrokerFactor: signedIn(({ ctx, query }) => findBrokerFactor(ctx, query)),
    checkBrokerFactor: signedIn(({ ctx, body }) => checkBrokerFactor(ctx, body.brokerId)),
  });
}
