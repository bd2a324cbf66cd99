import { call } from '@headhaul/contracts/http/call';
import { empty, endpoints, form, redirect, repeated, text } from '@headhaul/contracts/http/endpoint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { holdUploads } from '../admission/upload-budget.ts';
import { open } from './guards.ts';
import { implement } from './implement.ts';

const probeEndpoints = endpoints({
  readLoad: {
    method: 'GET',
    path: '/probe/loads/{id}/stops/{stop}',
    summary: 'Path parameters and a query',
    params: z.object({ id: z.string().max(40), stop: z.coerce.number().int().max(99) }),
    query: z.object({ driverIds: repeated(z.string().max(10)).optional(), page: z.coerce.number().int().min(1).default(1) }),
    reply: z.object({ id: z.string(), stop: z.int(), driverIds: z.array(z.string()), page: z.int() }),
  },
  changeLoad: {
    method: 'PUT',
    path: '/probe/loads/{id}',
    summary: 'All parts at once',
    params: z.object({ id: z.uuid('Expected an id') }),
    query: z.object({ notify: z.enum(['yes', 'no']) }),
    body: z.strictObject({ rate: z.int().min(0), city: z.string().min(1, 'Enter a city') }),
    reply: z.object({ rate: z.int() }),
  },
  uploadDocument: {
    method: 'POST',
    path: '/probe/uploads',
    summary: 'Form data',
    body: form(z.object({ title: z.string().min(1), copies: z.coerce.number().int() }), ['document']),
    reply: z.object({ title: z.string(), copies: z.int(), filename: z.string(), mimetype: z.string(), bytes: z.int() }),
  },
  readAddress: { method: 'GET', path: '/probe/address', summary: 'Text', reply: text },
  forget: { method: 'DELETE', path: '/probe/address', summary: 'Nothing', reply: empty },
  goOn: { method: 'GET', path: '/probe/on', summary: 'Redirect', reply: redirect },
  leak: { method: 'GET', path: '/probe/leak', summary: 'Says more than listed', reply: z.object({ name: z.string() }) },
  breakPromise: { method: 'GET', path: '/probe/broken', summary: 'Answers wrongly', reply: z.object({ size: z.int() }) },
  fail: { method: 'GET', path: '/probe/fail', summary: 'Throws', reply: empty },
});

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp({
    extend: (app) =>
      implement(app, probeEndpoints, {
        readLoad: open(({ params, query }) => ({ ...params, page: query.page, driverIds: query.driverIds ?? [] })),
        changeLoad: open(({ body }) => ({ rate: body.rate })),
        uploadDocument: open(({ body: { title, copies, document } }) => ({
          title,
          copies,
          filename: document.filename,
          mimetype: document.mimetype,
          bytes: document.content.length,
        })),
        readAddress: open(() => 'https://files.example/signature.png'),
        forget: open(() => {}),
        goOn: open(() => 'https://example.test/next?a=1'),
        leak: open(() => ({ name: 'Ann', passwordHash: 'hash-that-stays' }) as { name: string }),
        breakPromise: open(() => ({ size: 'value-that-stays' as unknown as number })),
        fail: open(() => {
          throw new Error('reason-that-stays');
        }),
      }),
  });
});
afterAll(() => api.close());

const base = () => ({ base: `${api.origin}/api` });

async function problemOf(response: Response): Promise<Record<string, unknown>> {
  expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  const problem = (await response.json()) as Record<string, unknown>;
  expect(problem).toMatchObject({ status: response.status, requestId: response.headers.get('x-request-id') });
  expect(problem.type).toBe(`urn:headhaul:problem:${problem.code}`);
  return problem;
}

describe('a call through the contract', () => {
  it('carries path parameters that need escaping', async () => {
    const answer = await call(probeEndpoints.readLoad, { params: { id: 'a/b ?#%é', stop: 2 } }, base());
    expect(answer).toEqual({ id: 'a/b ?#%é', stop: 2, driverIds: [], page: 1 });
  });

  it.each([[[]], [['d1']], [['d1', 'd2', 'd1']]])('carries the repeated query key %j', async (driverIds) => {
    const answer = await call(probeEndpoints.readLoad, { params: { id: 'x', stop: 1 }, query: { driverIds, page: 3 } }, base());
    expect(answer).toMatchObject({ driverIds, page: 3 });
  });

  it('sends form data with a file', async () => {
    const document = new File([new Uint8Array(70_000)], 'rate con.pdf', { type: 'application/pdf' });
    const answer = await call(probeEndpoints.uploadDocument, { body: { title: 'Rate “con”', copies: 2, document } }, base());
    expect(answer).toEqual({ title: 'Rate “con”', copies: 2, filename: 'rate con.pdf', mimetype: 'application/pdf', bytes: 70_000 });
  });

  it('reads text, nothing and a redirect', async () => {
    expect(await call(probeEndpoints.readAddress, {}, base())).toBe('https://files.example/signature.png');
    expect(await call(probeEndpoints.forget, {}, base())).toBeUndefined();
    expect(await call(probeEndpoints.goOn, {}, base())).toBe('https://example.test/next?a=1');
  });

  it('throws the problem the API answered', async () => {
    const params = { id: '0198f9a8-0000-7000-8000-000000000000' };
    await expect(
      call(probeEndpoints.changeLoad, { params, query: { notify: 'yes' }, body: { rate: -1, city: 'Tulsa' } }, base()),
    ).rejects.toMatchObject({ problem: { status: 400, code: 'validation_failed', errors: [{ path: 'body.rate' }] } });
  });
});

describe('an answer', () => {
  it('200 without the keys its schema does not list', async () => {
    expect(await (await api.fetch('/api/probe/leak')).text()).toBe('{"name":"Ann"}');
  });

  it.each(['/api/probe/broken', '/api/probe/fail'])('500 without a word of why from %s', async (path) => {
    const response = await api.fetch(path);
    const problem = await problemOf(response);
    expect(problem).toMatchObject({ status: 500, code: 'internal', detail: 'Something went wrong', instance: path });
    expect(JSON.stringify(problem)).not.toContain('that-stays');
  });
});

describe('a request that cannot be used', () => {
  it('400 with every mistake in path, query and body at once', async () => {
    const response = await api.fetch('/api/probe/loads/7?notify=maybe', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ rate: 1.5, city: '', extra: true }),
    });
    const problem = await problemOf(response);
    expect(problem).toMatchObject({ code: 'validation_failed', instance: '/api/probe/loads/7' });
    const { errors } = problem as { errors: { path: string; message: string }[] };
    const paths = errors.map(({ path }) => path);
    expect(new Set(paths)).toEqual(new Set(['params.id', 'query.notify', 'body.rate', 'body.city', 'body']));
    expect(errors).toContainEqual({ path: 'body.city', message: 'Enter a city' });
  });

  it('200 with the beginning of a file name that no system could have', async () => {
    const body = new FormData();
    body.set('title', 'Document');
    body.set('copies', '1');
    body.set('document', new File(['x'], `${'. '.repeat(30_000)}x`));
    const response = await api.fetch('/api/probe/uploads', { method: 'POST', body });
    expect(await response.json()).toMatchObject({ filename: '. '.repeat(250) });
  });

  it('400 for a form without its file, with the other mistakes', async () => {
    const body = new FormData();
    body.set('title', '');
    body.set('copies', '2');
    const problem = await problemOf(await api.fetch('/api/probe/uploads', { method: 'POST', body }));
    expect(problem.errors).toEqual([{ path: 'body.document', message: 'Choose a file' }, expect.objectContaining({ path: 'body.title' })]);
  });

  const putLoad = '/api/probe/loads/0198f9a8-0000-7000-8000-000000000000?notify=yes';
  it.each([
    ['400 malformed JSON', putLoad, 'PUT', 'application/json', '{"rate": 1,', 400, 'malformed_request'],
    ['400 an empty JSON body', putLoad, 'PUT', 'application/json', '', 400, 'malformed_request'],
    ['400 JSON that would change a prototype', putLoad, 'PUT', 'application/json', '{"__proto__":{"x":1}}', 400, 'malformed_request'],
    ['413 a body over 256 KB', putLoad, 'PUT', 'application/json', JSON.stringify('x'.repeat(262_144)), 413, 'body_too_large'],
    ['415 XML', putLoad, 'PUT', 'application/xml', '<load/>', 415, 'unsupported_media_type'],
    ['415 plain text', putLoad, 'PUT', 'text/plain', '{"rate":1,"city":"Tulsa"}', 415, 'unsupported_media_type'],
    ['415 form data where JSON is due', putLoad, 'PUT', 'multipart/form-data; boundary=x', '--x--\r\n', 415, 'unsupported_media_type'],
    ['415 JSON where form data is due', '/api/probe/uploads', 'POST', 'application/json', '{}', 415, 'unsupported_media_type'],
    ['404 an unknown path', '/api/probe/nowhere?token=x', 'GET', undefined, undefined, 404, 'not_found'],
    ['404 an unknown path with a body', '/api/nowhere', 'POST', 'application/json', '{}', 404, 'not_found'],
    ['400 an address that cannot be decoded', '/api/probe/loads/%zz/stops/1', 'GET', undefined, undefined, 400, 'malformed_request'],
  ])('%s', async (_name, path, method, type, body, status, code) => {
    const init = { method, ...(body === undefined ? {} : { body, headers: { 'content-type': type } }) };
    const problem = await problemOf(await api.fetch(path, init));
    expect(problem).toMatchObject({ status, code, instance: path.split('?')[0] });
  });

  it('413 for a file over 10 MB', async () => {
    const body = new FormData();
    body.set('title', 'Big');
    body.set('copies', '1');
    body.set('document', new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'big.bin'));
    expect(await problemOf(await api.fetch('/api/probe/uploads', { method: 'POST', body }))).toMatchObject({ code: 'body_too_large' });
  });

  it.each([
    ['a field of 2 KB', [['title', 'x'.repeat(2_048)]]],
    ['a hundred fields', Array.from({ length: 100 }, (_, at) => [`field${at}`, '1'])],
    ['a hundred fields of one name', Array.from({ length: 100 }, () => ['title', '1'])],
  ])('413 for a form with %s', async (_name, fields) => {
    const body = new FormData();
    body.set('title', 'Document');
    body.set('copies', '1');
    body.set('document', new File(['x'], 'document.bin'));
    for (const [name = '', value = ''] of fields) body.append(name, value);
    expect(await problemOf(await api.fetch('/api/probe/uploads', { method: 'POST', body }))).toMatchObject({ code: 'body_too_large' });
  });

  const holdArrived = (holder: string) => {
    const hold = holdUploads(holder, () => {});
    hold.keep();
    return hold;
  };

  it('503 for a form whose fields alone find no room', async () => {
    const body = new FormData();
    body.set('title', 'Document');
    const others = ['a', 'b', 'c'].map(holdArrived);
    for (const one of others) expect(one.take(32 * 1024 * 1024)).toBe(true);
    expect(await problemOf(await api.fetch('/api/probe/uploads', { method: 'POST', body }))).toMatchObject({ code: 'unavailable' });
    for (const one of others) one.release();
  });

  it('503 with Retry-After when uploads fill the memory they may take, and 200 after', async () => {
    const send = () => {
      const body = new FormData();
      body.set('title', 'Document');
      body.set('copies', '1');
      body.set('document', new File([new Uint8Array(4 * 1024 * 1024)], 'document.bin'));
      return api.fetch('/api/probe/uploads', { method: 'POST', body });
    };
    const others = ['a', 'b', 'c'].map(holdArrived);
    for (const one of others) expect(one.take(31 * 1024 * 1024)).toBe(true);
    const response = await send();
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '10']);
    expect(await problemOf(response)).toMatchObject({ code: 'unavailable', retryAfterSeconds: 10 });
    for (const one of others) one.release();
    expect((await send()).status).toBe(200);
    // The received upload no longer counts.
    for (const one of others) expect(one.take(32 * 1024 * 1024)).toBe(true);
    for (const one of others) one.release();
  });

  it.each([
    ['PUT', '/api/users/me', 'GET'],
    ['GET', '/api/auth/logout', 'POST'],
    ['PATCH', '/api/users/me', 'GET'],
    ['DELETE', '/api/oauth/callback/google', 'GET'],
  ])('405 for %s %s, with Allow', async (method, path, allow) => {
    const response = await api.fetch(path, { method });
    expect(response.headers.get('allow')).toBe(allow);
    expect(await problemOf(response)).toMatchObject({ status: 405, code: 'method_not_allowed' });
  });
});
