import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

function send(body: unknown): Promise<Response> {
  return api.fetch('/api/feedback', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
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

  it('cannot be read back by the application', async () => {
    await expect(api.platform.db.global.selectFrom('feedback').select('comment').execute()).rejects.toMatchObject({ code: '42501' });
  });
});
