import { endpoints } from '@headhaul/contracts/http/endpoint';
import { errorCodes } from '@headhaul/contracts/http/errors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { cases } from '../../testing/cases.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { verifyAudit } from '../db/audit.ts';
import { AppError } from '../errors.ts';
import { signedIn } from './guards.ts';
import { implement } from './implement.ts';

const reply = z.object({});
const probeEndpoints = endpoints({
  publishFirst: { method: 'PUT', path: '/probe/publish-first', summary: 'Publishes, then audits', reply },
  auditFirst: { method: 'PUT', path: '/probe/audit-first', summary: 'Audits, then publishes', reply },
  keepApart: { method: 'POST', path: '/probe/apart', summary: 'Audits by itself, then fails', idempotency: 'none', reply },
  holdTwo: { method: 'POST', path: '/probe/two', summary: 'The same, and keeps a key', reply },
});
const entry = { action: 'probe.marked', actorId: null, detail: {} } as const;

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp({
    env: { RATE_LIMIT_API_PER_MINUTE: '100000', RATE_LIMIT_COMPANY_PER_MINUTE: '100000' },
    extend: (app) =>
      implement(app, probeEndpoints, {
        publishFirst: signedIn(({ ctx }) =>
          ctx.transaction(async (tx) => {
            tx.publish({ type: 'drivers.changed' });
            tx.audit(entry);
            return {};
          }),
        ),
        auditFirst: signedIn(({ ctx }) =>
          ctx.transaction(async (tx) => {
            tx.audit(entry);
            tx.publish({ type: 'brokers.changed' });
            return {};
          }),
        ),
        holdTwo: signedIn(({ ctx }) => ctx.ownTransaction(async () => ({}))),
        keepApart: signedIn(({ ctx }) =>
          ctx.transaction(async () => {
            await ctx.ownTransaction(async (tx) => tx.audit(entry));
            throw new AppError('limit_reached');
          }),
        ),
      }),
  });
});
afterAll(() => api.close());

describe('a transaction', () => {
  it('that publishes and audits never waits for one that does it the other way round', async () => {
    const client = await api.signUp();
    const countEntries = async () => (await api.platform.db.withTenant(client.user.companyId, verifyAudit)).entries;
    const before = await countEntries();
    const rounds = cases(150, 1_000);
    const statuses = new Map<number, number>();
    const hammer = async (path: string) => {
      for (let round = 0; round < rounds; round++) {
        const { status } = await client.fetch(`/api/probe/${path}`, { method: 'PUT' });
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    };
    await Promise.all([hammer('publish-first'), hammer('audit-first')]);
    expect([...statuses]).toEqual([[200, 2 * rounds]]);
    expect(await countEntries()).toBe(before + 2 * rounds);
  });

  it('of its own commits although the request fails', async () => {
    const client = await api.signUp();
    const countEntries = async () => (await api.platform.db.withTenant(client.user.companyId, verifyAudit)).entries;
    const before = await countEntries();
    const { status } = await client.fetch('/api/probe/apart', { method: 'POST', headers: { 'idempotency-key': 'apart' } });
    expect([status, await countEntries()]).toEqual([errorCodes.limit_reached.status, before + 1]);
  });

  it('is refused as a second one beside that of an idempotency key', async () => {
    const client = await api.signUp();
    const post = (headers: Record<string, string>) => client.fetch('/api/probe/two', { method: 'POST', headers });
    expect((await post({})).status).toBe(200);
    expect((await post({ 'idempotency-key': 'two' })).status).toBe(500);
  });
});
