import { savedViewEndpoints } from '@headhaul/contracts/saved-views';
import { signedIn } from '../../lib/http/guards.ts';
import { type App, implement } from '../../lib/http/implement.ts';
import { createView, deleteView, listViews, updateView } from './saved-views.service.ts';

export function savedViewRoutes(app: App): void {
  implement(app, savedViewEndpoints, {
    listViews: signedIn(({ ctx, query }) => listViews(ctx, query)),
    createView: signedIn(({ ctx, body }) => createView(ctx, body)),
    updateView: signedIn(({ ctx, params, body }) => updateView(ctx, params.id, body)),
    deleteView: signedIn(({ ctx, params }) => deleteView(ctx, params.id)),
  });
}
