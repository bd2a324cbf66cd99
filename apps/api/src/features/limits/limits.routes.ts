import { limitEndpoints } from '@headhaul/contracts/limits';
import { signedIn } from '../../lib/http/guards.ts';
import { type App, implement } from '../../lib/http/implement.ts';
import { countFeature, getMyPlan } from './limits.service.ts';
import { getStorage } from './storage.service.ts';

export function limitRoutes(app: App): void {
  implement(app, limitEndpoints, {
    getMyPlan: signedIn(({ ctx }) => getMyPlan(ctx)),
    getStorage: signedIn(({ ctx }) => getStorage(ctx)),
    useFeature: signedIn(({ ctx, query }) => countFeature(ctx, query.feature)),
  });
}
