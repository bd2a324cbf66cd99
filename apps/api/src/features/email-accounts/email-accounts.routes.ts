import type { CookieSerializeOptions } from '@fastify/cookie';
import { emailAccountEndpoints } from '@headhaul/contracts/mail/accounts';
import { open, signedIn } from '../../lib/http/guards.ts';
import { type App, implement } from '../../lib/http/implement.ts';
import { readClientAddress } from '../../lib/net/client-address.ts';
import { listEmailAccounts } from './account-list.service.ts';
import { connectCookieName, connectSeconds, createConnectSeal, isConnectCookie, maxConnects } from './connect-flow.ts';
import { abandonedConnect, finishConnect, startConnect } from './connect-mailbox.service.ts';
import { connectSmtp } from './connect-smtp.service.ts';
import { disconnectEmailAccount, updateEmailAccount } from './email-accounts.service.ts';

// Lax: the provider's redirect back to us is a navigation from another site.
const cookieOptions = {
  path: '/',
  secure: true,
  httpOnly: true,
  sameSite: 'lax',
  maxAge: connectSeconds,
} satisfies CookieSerializeOptions;

export function emailAccountRoutes(app: App): void {
  const { platform, actors } = app;
  const flows = createConnectSeal(platform.env);

  implement(app, emailAccountEndpoints, {
    listEmailAccounts: signedIn(async ({ ctx }) => ({ emailAccounts: await listEmailAccounts(ctx) })),

    connectEmailAccount: signedIn(async ({ ctx, query, body, request, reply }) => {
      const { flow, authorizeUrl } = await startConnect(ctx, { ...query, accountId: body.accountId });
      // Cookies of abandoned attempts: too many of them would make the request headers too long.
      const begun = Object.keys(request.cookies).filter(isConnectCookie);
      if (begun.length >= maxConnects) for (const name of begun) void reply.clearCookie(name, cookieOptions);
      void reply.setCookie(connectCookieName(flow.state), await flows.seal(flow), cookieOptions);
      return { authorizeUrl };
    }),

    finishConnect: open(async ({ platform: here, params, query, request, reply }) => {
      const state = query.state ?? '';
      const sealed = request.cookies[connectCookieName(state)];
      const flow = sealed ? await flows.open(sealed) : undefined;
      if (!flow || flow.state !== state || flow.provider !== params.provider) return abandonedConnect(platform);
      void reply.clearCookie(connectCookieName(state), cookieOptions);
      const db = here.db.cameFrom({ ip: readClientAddress(request.ip), sessionId: flow.sessionId });
      return finishConnect({ ...here, db }, actors, flow, request.url.slice(request.url.indexOf('?')));
    }),

    connectSmtp: signedIn(({ ctx, body }) => connectSmtp(ctx, body)),
    updateEmailAccount: signedIn(({ ctx, params, body }) => updateEmailAccount(ctx, params.id, body)),
    disconnectEmailAccount: signedIn(({ ctx, params }) => disconnectEmailAccount(ctx, params.id)),
  });
}
