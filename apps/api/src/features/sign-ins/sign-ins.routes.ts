import { signInEndpoints } from '@headhaul/contracts/sign-ins';
import { signedIn } from '../../lib/http/guards.ts';
import { type App, implement } from '../../lib/http/implement.ts';
import { confirmSignIn, endOtherSignIns, endSignIn, listSignIns } from './sign-ins.service.ts';

export function signInRoutes(app: App): void {
  const forget = (sessionIds: readonly string[]) => {
    for (const id of sessionIds) app.actors.forget(id);
  };

  implement(app, signInEndpoints, {
    listSignIns: signedIn(async ({ ctx }) => ({ signIns: await listSignIns(ctx) })),
    endSignIn: signedIn(async ({ ctx, params }) => forget(await endSignIn(ctx, params.id))),
    endOtherSignIns: signedIn(async ({ ctx }) => {
      const { ended, sessionIds } = await endOtherSignIns(ctx);
      forget(sessionIds);
      return { ended };
    }),
    confirmSignIn: signedIn(({ ctx, params }) => confirmSignIn(ctx, params.id)),
  });
}
