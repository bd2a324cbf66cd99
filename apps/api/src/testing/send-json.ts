import type { Problem } from '@headhaul/contracts/http/errors';
import type { TestClient } from './test-app.ts';

/** Sends a request with any body, valid or not. `path` begins after `/api`. */
export function sendJson(
  client: TestClient,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  if (body === undefined) return client.fetch(`/api${path}`, { method, headers });
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return client.fetch(`/api${path}`, { method, headers: { 'content-type': 'application/json', ...headers }, body: text });
}

/** The problem in an answer, with the paths of the fields it names. */
export async function problemOf(answer: Response | Promise<Response>): Promise<Problem & { paths: string[] }> {
  const problem = (await (await answer).json()) as Problem;
  return { ...problem, paths: (problem.errors ?? []).map(({ path }) => path) };
}
