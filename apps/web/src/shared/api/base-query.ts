import { replyKind } from '@headhaul/contracts/http/endpoint';
import { type BaseQueryFn, type FetchBaseQueryError, fetchBaseQuery } from '@reduxjs/toolkit/query/react';
import { z } from 'zod';
import { askToConfirm } from '../session/confirm-person.ts';
import { endSession } from '../session/end-session.ts';
import { refreshSession } from '../session/refresh-session.ts';
import { getSession } from '../session/session-store.ts';
import { apiBase, requestTimeoutMs } from './api-base.ts';
import { isUnconfirmed } from './api-failure.ts';
import type { ApiRequest } from './contract-endpoint.ts';
import { keyOfCreate } from './create-key.ts';

const send = fetchBaseQuery({ baseUrl: apiBase, credentials: 'include', timeout: requestTimeoutMs });
type SendResult = Awaited<ReturnType<typeof send>>;

function httpStatus(error: FetchBaseQueryError | undefined): number | null {
  if (error === undefined) return null;
  if (typeof error.status === 'number') return error.status;
  return error.status === 'PARSING_ERROR' ? error.originalStatus : null;
}

/** A call to the API: bearer token, one refresh after a 401 and one retry, sign-out when the server says the session is over. */
export const baseQuery: BaseQueryFn<ApiRequest, unknown, FetchBaseQueryError> = async (request, queryApi, extraOptions) => {
  // A retry sends the same key, so that the server does not do a thing twice because our token was old.
  const create = request.isCreate ? await keyOfCreate(request.wire) : null;
  const idempotencyKey = create?.key ?? (request.wire.method === 'POST' ? crypto.randomUUID() : null);
  const attempt = (accessToken: string | undefined): SendResult | PromiseLike<SendResult> =>
    send(
      {
        url: request.wire.path,
        method: request.wire.method,
        body: request.wire.body,
        headers: {
          ...(accessToken === undefined ? {} : { authorization: `Bearer ${accessToken}` }),
          ...(request.wire.contentType === undefined ? {} : { 'content-type': request.wire.contentType }),
          ...(idempotencyKey === null ? {} : { 'idempotency-key': idempotencyKey }),
        },
        responseHandler: (response) => (response.ok && replyKind(request.endpoint.reply) === 'text' ? response.text() : readJson(response)),
      },
      queryApi,
      extraOptions,
    );

  const accessToken = getSession()?.token.accessToken;
  let result = await attempt(accessToken);
  if (httpStatus(result.error) === 401 && accessToken !== undefined) {
    const outcome = await refreshSession(accessToken);
    if (outcome === 'unreachable') return { error: { status: 'FETCH_ERROR', error: 'The session could not be renewed' } };
    if (outcome === 'refreshed') result = await attempt(getSession()?.token.accessToken);
    if (httpStatus(result.error) === 401) endSession('refresh_failed');
  }
  // When the person has confirmed by signing in again, send the call once more.
  if (isUnconfirmed(result.error) && (await askToConfirm(request.endpoint))) result = await attempt(getSession()?.token.accessToken);
  if (httpStatus(result.error) === 409) endSession('session_conflict');
  if (result.error) return { error: result.error, meta: result.meta };
  const answer = readAnswer(request, result);
  if ('data' in answer) create?.forget();
  return answer;
};

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  return text === '' ? null : JSON.parse(text);
}

/** Reports an answer that breaks the contract as an error, before a screen uses it. */
function readAnswer(request: ApiRequest, result: SendResult): { data: unknown } | { error: FetchBaseQueryError } {
  const kind = replyKind(request.endpoint.reply);
  if (kind === 'empty') return { data: null };
  if (kind !== 'json') return { data: result.data };
  const parsed = z.safeParse(request.endpoint.reply as z.ZodType, result.data);
  if (parsed.success) return { data: parsed.data };
  const originalStatus = result.meta?.response?.status ?? 200;
  return { error: { status: 'PARSING_ERROR', originalStatus, data: '', error: parsed.error.message } };
}
