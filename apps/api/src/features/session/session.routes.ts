import type { CookieSerializeOptions } from '@fastify/cookie';
import { refreshFamilyDays } from '@headhaul/contracts/constants';
import { sessionEndpoints } from '@headhaul/contracts/session';
import { randomSecret, sha256 } from '../../lib/auth/crypto.ts';
import { createRefreshTokens } from '../../lib/auth/refresh-token.ts';
import { open, signedIn } from '../../lib/http/guards.ts';
import { type App, implement } from '../../lib/http/implement.ts';
import { readClientAddress } from '../../lib/net/client-address.ts';
import { confirmEmailCode, confirmPerson, getEmailCode, sendEmailCode } from './confirm.service.ts';
import { endOpenedBy } from './end-families.service.ts';
import { noteAddress } from './recognize-sign-in.service.ts';
import { noteRefusedCode, noteRefusedProof, noteRefusedToken } from './refused-sign-ins.service.ts';
import { createHandoffCode, exchangeCode, getMe, logout, refreshSession } from './session.service.ts';
import { abandonedSignIn, finishSignIn, startSignIn } from './sign-in.service.ts';
import { createSignInSeal, flowCookieName, flowSeconds, isFlowCookie, maxFlows } from './sign-in-flow.ts';

const halfCookie = '__Host-hh_half';
/** Only identifies the browser. Kept as long as browsers allow, 400 days. */
const deviceCookie = '__Host-hh_device';
const hostCookie = { path: '/', secure: true, httpOnly: true } satisfies CookieSerializeOptions;
const halfCookieOptions = { ...hostCookie, sameSite: 'strict', maxAge: refreshFamilyDays * 24 * 60 * 60 } satisfies CookieSerializeOptions;
const deviceCookieOptions = { ...hostCookie, sameSite: 'strict', maxAge: 400 * 24 * 60 * 60 } satisfies CookieSerializeOptions;
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
      // Clears the cookies of abandoned sign-ins: with too many of them the request headers would be too large for a server.
      const begun = Object.keys(request.cookies).filter(isFlowCookie);
      if (begun.length >= maxFlows) for (const name of begun) void reply.clearCookie(name, flowCookieOptions);
      if (flow) void reply.setCookie(flowCookieName(flow.state), await flows.seal(flow), flowCookieOptions);
      return location;
    }),

    oauthCallback: open(async ({ platform: here, params, query, request, reply }) => {
      const state = typeof query.state === 'string' ? query.state : '';
      const sealed = request.cookies[flowCookieName(state)];
      const flow = sealed ? await flows.open(sealed) : undefined;
      if (!flow || flow.state !== state || flow.provider !== params.provider) return abandonedSignIn(platform, 'sign_in_expired');
      void reply.clearCookie(flowCookieName(state), flowCookieOptions);
      return finishSignIn(here, clients, flow, request.url.slice(request.url.indexOf('?')));
    }),

    exchangeCode: open(async ({ platform: here, body, request, reply }) => {
      const ip = readClientAddress(request.ip);
      const device = request.cookies[deviceCookie] ?? randomSecret();
      const { token, user, cookieHalf } = await exchangeCode(here, tokens, body.code, body.verifier, {
        userAgent: request.headers['user-agent'] ?? '',
        ip,
        place: here.ipPlaces.find(ip),
        deviceHash: sha256(device),
        cookieHalf: request.cookies[halfCookie],
      }).catch(async (error: unknown) => {
        await noteRefusedCode(here, error, body.code);
        await endOpenedBy(here, body.code, body.verifier);
        throw error;
      });
      if (cookieHalf) {
        void reply.setCookie(halfCookie, cookieHalf, halfCookieOptions);
        void reply.setCookie(deviceCookie, device, deviceCookieOptions);
      }
      return { token, user };
    }),

    refreshToken: open(async ({ platform: here, body, request }) => {
      const pair = await refreshSession(here, tokens, body.refreshToken, request.cookies[halfCookie]).catch(async (error: unknown) => {
        await noteRefusedToken(here, error, tokens.refresh, body.refreshToken);
        throw error;
      });
      const ip = readClientAddress(request.ip);
      const sessionId = tokens.refresh.read(pair.refreshToken)?.familyId;
      if (sessionId !== undefined) await noteAddress(here.db.global, sessionId, ip, here.ipPlaces.find(ip));
      return pair;
    }),

    createHandoffCode: signedIn(({ ctx, body, request }) => createHandoffCode(ctx, body.challenge, request.cookies[halfCookie])),

    confirmPerson: signedIn(async ({ ctx, body }) => {
      const confirmed = await confirmPerson(ctx, body.code, body.verifier).catch((error: unknown) => noteRefusedProof(ctx, error));
      actors.forget(ctx.actor.sessionId);
      return confirmed;
    }),

    checkFresh: signedIn(() => {}),

    sendEmailCode: signedIn(({ ctx }) => sendEmailCode(ctx)),

    getEmailCode: signedIn(({ ctx }) => getEmailCode(ctx)),

    confirmEmailCode: signedIn(async ({ ctx, body }) => {
      await confirmEmailCode(ctx, body.digits).catch((error: unknown) => noteRefusedProof(ctx, error));
      actors.forget(ctx.actor.sessionId);
      return getMe(ctx);
    }),

    logout: signedIn(async ({ ctx, reply }) => {
      for (const sessionId of await logout(ctx)) actors.forget(sessionId);
      if (ctx.actor.audience === 'web') void reply.clearCookie(halfCookie, halfCookieOptions);
    }),

    getMe: signedIn(({ ctx }) => getMe(ctx)),
  });
}
