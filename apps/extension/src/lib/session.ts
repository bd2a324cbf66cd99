import { accessTokenSeconds } from '@headhaul/contracts/constants';
import type { NackCode } from '@headhaul/contracts/extension-messages';
import type { SessionUser, TokenPair } from '@headhaul/contracts/session';
import type { SessionEnd } from '@headhaul/contracts/session-end';
import { type ApiClient, classifyFailure, isUnauthorized, readEnd } from './api-client.ts';
import { createVerifier } from './handoff.ts';
import { confirmationDue, refreshDue } from './session-schedule.ts';
import type { SessionContext, SessionStore, StoredContext, StoredSession, StoredState } from './session-store.ts';

export interface SessionParts {
  store: SessionStore;
  api: ApiClient;
  /** One token operation at a time in this browser (`navigator.locks`). */
  withLock: <T>(run: () => Promise<T>) => Promise<T>;
  nowMs: () => number;
}

export type SyncResult = 'done' | NackCode;
export type Standing = 'confirmed' | 'unreachable' | 'signed_out';

/** How the web app proves who signs in: a one-time code for this install, or the tokens themselves. */
export type Credential = { kind: 'code'; code: string } | { kind: 'pair'; token: TokenPair; expiresAtMs: number | undefined };

export interface SignIn {
  epoch: number;
  userId: string | undefined;
  credential: Credential;
  context: SessionContext;
}

function isClosed(state: StoredState, epoch: number): boolean {
  return epoch < state.epoch || epoch <= state.clearedEpoch;
}

/** Handles the session: sign-in, refresh, confirmation, sign-out. Only the background worker has one. */
export function createSession({ store, api, withLock, nowMs }: SessionParts) {
  // Lost when the worker stops, together with the call that it could abort.
  let inFlight: AbortController | undefined;

  async function whileInFlight<T>(run: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    inFlight = controller;
    try {
      return await run(controller.signal);
    } finally {
      if (inFlight === controller) inFlight = undefined;
    }
  }

  function stamp(context: SessionContext): StoredContext {
    return context.leftDays === undefined ? context : { ...context, leftDaysAtMs: nowMs() };
  }

  function changeSession(key: string, next: (session: StoredSession) => StoredSession): Promise<StoredState> {
    return store.change((state) => (state.session?.key === key ? { ...state, session: next(state.session) } : state));
  }

  async function endSession(key: string, ended: SessionEnd | null = null): Promise<Standing> {
    await store.change((state) => (state.session?.key === key ? { ...state, session: null, context: {}, ended } : state));
    return 'signed_out';
  }

  async function redeem(credential: Credential, verifier: string, signal: AbortSignal): Promise<{ token: TokenPair; user: SessionUser }> {
    if (credential.kind === 'code') return api.exchangeCode({ code: credential.code, verifier }, signal);
    return { token: credential.token, user: await api.getMe(credential.token.accessToken) };
  }

  async function signIn({ epoch, userId, credential, context }: SignIn): Promise<SyncResult> {
    let wasNewer = false;
    const claimed = await store.change((state) => {
      if (isClosed(state, epoch)) return state;
      wasNewer = epoch > state.epoch;
      return { ...state, epoch };
    });
    if (claimed.epoch !== epoch || epoch <= claimed.clearedEpoch) return 'STALE';
    if (wasNewer) inFlight?.abort();

    return withLock(async () => {
      const before = await store.read();
      if (before.epoch !== epoch || epoch <= before.clearedEpoch) return 'STALE';
      if (credential.kind === 'code' && before.verifier !== claimed.verifier) {
        // Another tab's code was redeemed while this one waited, so this code is no longer valid. It only matters who is signed in.
        return userId !== undefined && before.session?.user.id === userId ? 'done' : 'STALE';
      }
      try {
        const { token, user } = await whileInFlight((signal) => redeem(credential, before.verifier, signal));
        const key = crypto.randomUUID();
        const issuedAtMs = nowMs();
        const expiresAtMs = (credential.kind === 'pair' ? credential.expiresAtMs : undefined) ?? issuedAtMs + accessTokenSeconds * 1_000;
        const isExpectedUser = userId === undefined || user.id === userId;
        const after = await store.change((state) => {
          if (state.epoch !== epoch || epoch <= state.clearedEpoch || !isExpectedUser) return state;
          const session = { key, user, ...token, issuedAtMs, expiresAtMs, confirmedAtMs: issuedAtMs, userReadAtMs: issuedAtMs };
          const blockExtension = context.blockExtension ?? !user.isBillActive;
          return { ...state, verifier: createVerifier(), session, context: { ...stamp(context), blockExtension }, ended: null };
        });
        if (after.session?.key === key) return 'done';
        // These tokens were not stored, because the user signed out or in again meanwhile or they belong to another user. End them at the
        // API too.
        void api.logout(token.accessToken).catch(() => undefined);
        return isExpectedUser ? 'STALE' : 'INTERNAL';
      } catch (error) {
        return settleFailedSignIn(before.session, userId, error);
      }
    });
  }

  /** The previous session stays only if it belongs to the person who tried to sign in. */
  async function settleFailedSignIn(previous: StoredSession | null, userId: string | undefined, error: unknown): Promise<SyncResult> {
    if (previous !== null && previous.user.id !== userId) await endSession(previous.key);
    // The refresh that this sign-in aborted may have reached the API. Ask again while the API still repeats its answer.
    else if (previous?.rotating !== undefined) await rotate(previous);
    return classifyFailure(error) === 'unreachable' ? 'INTERNAL' : 'STALE';
  }

  /** Updates fields other than tokens. An absent field stays, null clears it. */
  async function updateContext(epoch: number, userId: string | null | undefined, patch: SessionContext): Promise<SyncResult> {
    let result: SyncResult = 'STALE';
    await store.change((state) => {
      if (isClosed(state, epoch) || state.session === null) return state;
      if (userId !== undefined && userId !== state.session.user.id) return state;
      result = 'done';
      return { ...state, epoch, context: { ...state.context, ...stamp(patch) } };
    });
    return result;
  }

  async function clear(epoch: number): Promise<SyncResult> {
    let ended: StoredSession | null = null;
    const after = await store.change((state) => {
      if (epoch < state.epoch) return state;
      ended = state.session;
      return { ...state, epoch, clearedEpoch: epoch, session: null, context: {}, ended: null };
    });
    if (after.clearedEpoch !== epoch) return 'STALE';
    inFlight?.abort();
    const accessToken = (ended as StoredSession | null)?.accessToken;
    // The web app's sign-out also ends this session at the API. This call is for the case that it could not.
    if (accessToken !== undefined) void api.logout(accessToken).catch(() => undefined);
    return 'done';
  }

  /** Runs inside the lock. One network failure is retried at once, because the API repeats its answer to the same token for 30 seconds. */
  async function rotate(session: StoredSession): Promise<Standing> {
    const startedAtMs = nowMs();
    const failures = session.rotating?.failures ?? 0;
    await changeSession(session.key, (current) => ({ ...current, rotating: { startedAtMs, failures } }));
    let isRepeat = false;
    for (;;) {
      try {
        const token = await whileInFlight((signal) => api.refreshToken(session.refreshToken, signal));
        const issuedAtMs = nowMs();
        const after = await changeSession(session.key, ({ rotating: _, ...current }) => ({
          ...current,
          ...token,
          issuedAtMs,
          expiresAtMs: issuedAtMs + accessTokenSeconds * 1_000,
          confirmedAtMs: issuedAtMs,
        }));
        return after.session === null ? 'signed_out' : 'confirmed';
      } catch (error) {
        const { session: current } = await store.read();
        if (current?.key !== session.key) return current === null ? 'signed_out' : 'confirmed';
        if (classifyFailure(error) !== 'unreachable') return endSession(session.key, readEnd(error));
        const wasStopped = error instanceof DOMException && error.name === 'AbortError';
        if (isRepeat || wasStopped) {
          await changeSession(session.key, (kept) => ({ ...kept, rotating: { startedAtMs, failures: failures + 1 } }));
          return 'unreachable';
        }
        isRepeat = true;
      }
    }
  }

  /** Replaces a used-up access token. A caller that waited for the lock finds it already replaced. */
  function refresh(spentAccessToken: string): Promise<Standing> {
    return withLock(async () => {
      const { session } = await store.read();
      if (session === null) return 'signed_out';
      if (session.accessToken !== spentAccessToken && session.rotating === undefined) return 'confirmed';
      return rotate(session);
    });
  }

  async function askMe(session: StoredSession, mayRefresh: boolean): Promise<Standing> {
    try {
      const user = await api.getMe(session.accessToken);
      if (user.id !== session.user.id) return await endSession(session.key);
      const confirmedAtMs = nowMs();
      const after = await store.change((state) => {
        if (state.session?.key !== session.key) return state;
        // The newest word about the plan counts: the web app's, or this one. So it also counts while no tab of the web app is open.
        const context = { ...state.context, blockExtension: !user.isBillActive };
        return { ...state, session: { ...state.session, user, confirmedAtMs, userReadAtMs: confirmedAtMs }, context };
      });
      return after.session === null ? 'signed_out' : 'confirmed';
    } catch (error) {
      if (isUnauthorized(error) && mayRefresh) {
        const standing = await refresh(session.accessToken);
        const { session: fresh } = await store.read();
        return standing === 'confirmed' && fresh !== null ? askMe(fresh, false) : standing;
      }
      return classifyFailure(error) === 'unreachable' ? 'unreachable' : endSession(session.key);
    }
  }

  /** Asks the API whether the session is valid, and stores what it says about the user. */
  async function confirm(): Promise<Standing> {
    const { session } = await store.read();
    if (session === null) return 'signed_out';
    if (!refreshDue(session, nowMs())) return askMe(session, true);
    const standing = await refresh(session.accessToken);
    const { session: fresh } = await store.read();
    return standing === 'confirmed' && fresh !== null ? askMe(fresh, false) : standing;
  }

  /** The web app says where the person works. Whoever joined another team has kept the session, so the API is asked. */
  async function confirmCompany(companyId: string): Promise<void> {
    const { session } = await store.read();
    if (session !== null && session.user.companyId !== companyId) await confirm();
  }

  /** Runs on every wake of the worker: finishes an interrupted refresh, refreshes in time, and notices a revoked session. */
  async function resume(): Promise<Standing> {
    const { session } = await store.read();
    if (session === null) return 'signed_out';
    const standing = refreshDue(session, nowMs()) ? await refresh(session.accessToken) : 'confirmed';
    const { session: fresh } = await store.read();
    return standing === 'confirmed' && fresh !== null && confirmationDue(fresh, nowMs()) ? askMe(fresh, true) : standing;
  }

  return { signIn, updateContext, clear, refresh, confirm, confirmCompany, resume };
}

export type SessionControl = ReturnType<typeof createSession>;
