import { profileEndpoints } from '@headhaul/contracts/profile';
import { signedIn } from '../../lib/http/guards.ts';
import { type App, implement } from '../../lib/http/implement.ts';
import { deleteAccount } from './delete-account.service.ts';
import { exportMyData } from './my-data.service.ts';
import { completeSetup, endSession, getProfile, listSessions, switchCompany, updateProfile } from './profile.service.ts';

export function profileRoutes(app: App): void {
  implement(app, profileEndpoints, {
    getProfile: signedIn(({ ctx }) => getProfile(ctx)),
    updateProfile: signedIn(({ ctx, body }) => updateProfile(ctx, body)),
    completeSetup: signedIn(({ ctx }) => completeSetup(ctx)),
    listSessions: signedIn(async ({ ctx }) => ({ sessions: await listSessions(ctx) })),
    endSession: signedIn(async ({ ctx, params }) => {
      for (const sessionId of await endSession(ctx, params.id)) app.actors.forget(sessionId);
    }),
    switchCompany: signedIn(async ({ ctx, body }) => {
      await switchCompany(ctx, body.companyId);
      app.actors.forget(ctx.actor.sessionId);
    }),
    exportMyData: signedIn(({ ctx }) => exportMyData(ctx)),
    deleteAccount: signedIn(async ({ ctx, body }) => {
      await deleteAccount(ctx, body.email);
      app.actors.forget(ctx.actor.sessionId);
    }),
  });
}
