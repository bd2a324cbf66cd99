import { profileEndpoints } from '@headhaul/contracts/profile';
import { signedIn } from '../../lib/http/guards.ts';
import { type App, implement } from '../../lib/http/implement.ts';
import {
  completeSetup,
  deleteAccount,
  endSession,
  exportMyData,
  getProfile,
  listSessions,
  switchCompany,
  updateProfile,
} from './profile.service.ts';

export function profileRoutes(app: App): void {
  implement(app, profileEndpoints, {
    getProfile: signedIn(({ ctx }) => getProfile(ctx)),
    updateProfile: signedIn(({ ctx, body }) => updateProfile(ctx, body)),
    completeSetup: signedIn(({ ctx }) => completeSetup(ctx)),
    listSessions: signedIn(async ({ ctx }) => ({ sessions: await listSessions(ctx) })),
    endSession: signedIn(({ ctx, params }) => endSession(ctx, params.id)),
    switchCompany: signedIn(({ ctx, body }) => switchCompany(ctx, body.companyId)),
    exportMyData: signedIn(({ ctx }) => exportMyData(ctx)),
    deleteAccount: signedIn(({ ctx, body }) => deleteAccount(ctx, body.email)),
  });
}
