import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runJob } from '../../lib/jobs/jobs.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { sweepFeedback } from './feedback.jobs.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

function send(body: unknown): Promise<Response> {
  return api.fetch('/api/feedback', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

describe('POST /feedback', () => {
  it('204 signed out, kept as it was said', async () => {
    expect((await send({ type: 'DELETION', feedback: 'Lack of Features', comment: ' No Spanish ' })).status).toBe(204);
    expect((await send({ type: 'DOWNLOAD', feedback: 'Social media' })).status).toBe(204);
    const { rows } = await api.admin.query('select type, feedback, comment from feedback order by created_at');
    expect(rows).toEqual([
      { type: 'DELETION', feedback: 'Lack of Features', comment: 'No Spanish' },
      { type: 'DOWNLOAD', feedback: 'Social media', comment: '' },
    ]);
  });

  it.each([
    ['another list’s reason', { type: 'DOWNLOAD', feedback: 'Unreliable' }],
    ['an unknown type', { type: 'OTHER', feedback: 'Other' }],
    ['a comment too long', { type: 'DELETION', feedback: 'Other', comment: 'x'.repeat(2_001) }],
    ['a zero byte', { type: 'DELETION', feedback: 'Other', comment: '\u0000' }],
    ['a key nobody asked for', { type: 'DELETION', feedback: 'Other', userId: 'x' }],
    ['nothing', {}],
    ['a list', []],
  ])('400 for %s', async (_name, body) => {
    expect((await send(body)).status).toBe(400);
  });

  it('429 for the 21st of a network in a day, told when to come back; others go on', async () => {
    const proxied = await startTestApp({ env: { TRUSTED_PROXY_HOPS: '1' } });
    const from = (network: string) =>
      proxied.fetch('/api/feedback', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': network },
        body: JSON.stringify({ type: 'DELETION', feedback: 'Other' }),
      });
    for (let n = 0; n < 20; n += 1) expect((await from('198.51.100.20')).status).toBe(204);
    const refused = await from('198.51.100.20');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(23 * 60 * 60);
    expect((await from('198.51.100.21')).status).toBe(204);
    await proxied.close();
  });

  it('is kept for a year', async () => {
    const insert = `insert into feedback (id, type, feedback, comment, created_at) values (gen_random_uuid(), 'DELETION', 'Other', $1, now() - $2::interval)`;
    await api.admin.query(insert, ['young', '364 days']);
    await api.admin.query(insert, ['old', '367 days']);
    await runJob(sweepFeedback, api.openWorker(), {}, { attempt: 1, maxAttempts: 1, signal: new AbortController().signal });
    const { rows } = await api.admin.query(`select comment from feedback where comment in ('young', 'old')`);
    expect(rows).toEqual([{ comment: 'young' }]);
  });

  it('cannot be read back by the application', async () => {
    await expect(api.platform.db.global.selectFrom('feedback').select('comment').execute()).rejects.toMatchObject({ code: '42501' });
  });
});
