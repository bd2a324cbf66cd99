import type { CookieSerializeOptions } from '@fastify/cookie';
import { refreshFamilyDays } from '@headhaul/contracts/constants';
import { sessionEndpoints } from '@headhaul/contracts/session';
import { createRefreshTokens } from '../../lib/auth/refresh-token.ts';
import { open, signedIn } from '../../lib/http/guards.ts';
import { type App, implement } from '../../lib/http/implement.ts';
import { createHandoffCode, exchangeCode, getMe, logout, refreshSession } from './session.service.ts';
import { abandonedSignIn, finishSignIn, startSignIn } from './sign-in.service.ts';
import { createSignInSeal, flowCookieName, flowSeconds, isFlowCookie, maxFlows } from './sign-in-flow.ts';

const halfCookie = '__Host-hh_half';
const hostCookie = { path: '/', secure: true, httpOnly: true } satisfies CookieSerializeOptions;
const halfCookieOptions = { ...hostCookie, sameSite: 'strict', maxAge: refreshFamilyDays * 24 * 60 * 60 } satisfies CookieSerializeOptions;
// Lax: the provider's redirect back to us is a navigation from another site.
const flowCookieOptions = { ...hostCookie, sameSite: 'lax', maxAge: flowSeconds } satisfies CookieSerializeOptions;

export function sessionRoutes(app: App): void {
  const { platform, actors } = app;
  const clients = platform.openid;
  const flows = createSignInSeal(platform.env);
  const tokens = { access: app.accessTokens, refresh: createRefreshTokens(platform.env.TOKEN_KEYS) };

  implement(app, sessionEndpoints, {
    authorize: open(async ({ query, request, reply }) => {
      const { flow, location } = await startSignIn(platform, clients, query);
      // Sign-ins begun and left: a browser that keeps too many would send headers no server takes.
      const begun = Object.keys(request.cookies).filter(isFlowCookie);
      if (begun.length >= maxFlows) for (const name of begun) void reply.clearCookie(name, flowCookieOptions);
      if (flow) void reply.setCookie(flowCookieName(flow.state), await flows.seal(flow), flowCookieOptions);
      return location;
    }),

    oauthCallback: open(async ({ params, query, request, reply }) => {
      const state = typeof query.state === 'string' ? query.state : '';
      const sealed = request.cookies[flowCookieName(state)];
      const flow = sealed ? await flows.open(sealed) : undefined;
      if (!flow || flow.state !== state || flow.provider !== params.provider) return abandonedSignIn(platform, 'sign_in_expired');
      void reply.clearCookie(flowCookieName(state), flowCookieOptions);
      return finishSignIn(platform, clients, flow, request.url.slice(request.url.indexOf('?')));
    }),

    exchangeCode: open(async ({ body, request, reply }) => {
      const { token, user, cookieHalf } = await exchangeCode(
        platform,
        tokens,
        body.code,
        body.verifier,
        request.headers['user-agent'] ?? '',
      );
      if (cookieHalf) void reply.setCookie(halfCookie, cookieHalf, halfCookieOptions);
      return { token, user };
    }),

    refreshToken: open(({ body, request }) => refreshSession(platform, tokens, body.refreshToken, request.cookies[halfCookie])),

    createHandoffCode: signedIn(({ ctx, body, request }) => createHandoffCode(ctx, body.challenge, request.cookies[halfCookie])),

    logout: signedIn(async ({ ctx, reply }) => {
      for (const sessionId of await logout(ctx)) actors.forget(sessionId);
      if (ctx.actor.audience === 'web') void reply.clearCookie(halfCookie, halfCookieOptions);
    }),

    getMe: signedIn(({ ctx }) => getMe(ctx)),
  });
}
