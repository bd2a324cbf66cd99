import type { NackCode, PongPayload, SessionPayload, WebMessage } from '@headhaul/contracts/extension-messages';
import type { Incoming, MessageForm, Received } from './receive-message.ts';
import type { Credential, SessionControl, SyncResult } from './session.ts';
import { SessionContext } from './session-store.ts';

export interface HandlerParts {
  session: Pick<SessionControl, 'signIn' | 'updateContext' | 'clear' | 'confirmCompany'>;
  describe: () => Promise<PongPayload>;
  /** The mailbox from which a click on a board sends. */
  chooseMailbox: (accountId: string) => Promise<void>;
  /** Mailboxes, or their templates, are not what they were. */
  refreshMailboxes: () => void;
  /** The web app says that filters changed, and which revision there is by now. */
  refreshFilters: (revision: number) => Promise<void>;
  /** Shows what the extension has to say. False: this browser can't. */
  openPanel: () => Promise<boolean>;
}

type Outcome = { type: 'PONG'; payload: PongPayload } | { type: 'ACK' } | { type: 'NACK'; code: NackCode };

function readContext(payload: SessionPayload): SessionContext {
  const known = Object.keys(SessionContext.shape);
  return SessionContext.parse(Object.fromEntries(Object.entries(payload).filter(([key]) => known.includes(key))));
}

function readCredential(payload: SessionPayload, channel: Incoming['channel']): Credential | 'none' | NackCode {
  const { ext_token: token, ext_refreshToken: refreshToken } = payload;
  if (typeof token !== 'string') return typeof refreshToken === 'string' ? 'BAD_SCHEMA' : 'none';
  if (payload.tokenKind === 'code') return { kind: 'code', code: token };
  // Every script on the page can read the bridge's messages, so no token may come that way.
  if (channel !== 'external') return 'UNSUPPORTED';
  if (typeof refreshToken !== 'string') return 'BAD_SCHEMA';
  return { kind: 'pair', token: { accessToken: token, refreshToken }, expiresAtMs: payload.expiresAt };
}

async function applySession(payload: SessionPayload, channel: Incoming['channel'], session: HandlerParts['session']): Promise<SyncResult> {
  if (payload.ext_token === null || payload.userId === null) return session.clear(payload.sessionEpoch);
  const credential = readCredential(payload, channel);
  const context = readContext(payload);
  if (credential === 'none') return session.updateContext(payload.sessionEpoch, payload.userId, context);
  if (typeof credential === 'string') return credential;
  return session.signIn({ epoch: payload.sessionEpoch, userId: payload.userId, credential, context });
}

async function syncSession(payload: SessionPayload, channel: Incoming['channel'], parts: HandlerParts): Promise<SyncResult> {
  const result = await applySession(payload, channel, parts.session);
  if (result !== 'done') return result;
  if (payload.resetAccounts === true) parts.refreshMailboxes();
  // Nobody waits for the API's answer.
  if (payload.companyId !== undefined) void parts.session.confirmCompany(payload.companyId).catch(() => undefined);
  return result;
}

async function runMessage(message: WebMessage, channel: Incoming['channel'], parts: HandlerParts): Promise<Outcome> {
  const answer = (result: SyncResult): Outcome => (result === 'done' ? { type: 'ACK' } : { type: 'NACK', code: result });
  switch (message.type) {
    case 'PING':
      return { type: 'PONG', payload: await parts.describe() };
    case 'SESSION_SYNC':
      return answer(await syncSession(message.payload, channel, parts));
    case 'SESSION_CLEAR':
      return answer(await parts.session.clear(message.payload.sessionEpoch));
    case 'ACCOUNT_SELECT':
      await parts.chooseMailbox(message.payload.accountId);
      return { type: 'ACK' };
    case 'TEMPLATES_CHANGED':
      // The API fills templates. The extension only knows which mailboxes have one.
      parts.refreshMailboxes();
      return { type: 'ACK' };
    case 'FILTERS_CHANGED':
      await parts.refreshFilters(message.payload.rev);
      return { type: 'ACK' };
    case 'OPEN_PANEL':
      return (await parts.openPanel()) ? { type: 'ACK' } : { type: 'NACK', code: 'UNSUPPORTED' };
  }
}

function toReply(outcome: Outcome, form: MessageForm, id: string, nowMs: number): object {
  if (form === 'bare') return outcome.type === 'PONG' ? { type: 'PONG', ...outcome.payload } : outcome;
  const envelope = { v: 1, type: outcome.type, id: crypto.randomUUID(), ts: nowMs, src: 'ext' };
  if (outcome.type === 'PONG') return { ...envelope, payload: outcome.payload };
  return { ...envelope, payload: outcome.type === 'ACK' ? { id } : { id, code: outcome.code } };
}

/** Acts on a received message and makes the answer. A refused one changes nothing. */
export async function handleMessage(received: Received, channel: Incoming['channel'], nowMs: number, parts: HandlerParts): Promise<object> {
  if (!received.accepted) return toReply({ type: 'NACK', code: received.code }, received.form, received.id, nowMs);
  const outcome = await runMessage(received.message, channel, parts).catch((error: unknown): Outcome => {
    console.error('A message from the web app failed', error);
    return { type: 'NACK', code: 'INTERNAL' };
  });
  return toReply(outcome, received.form, received.message.id, nowMs);
}
