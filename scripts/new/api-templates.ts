import type { FeatureNames } from './names.ts';

export function migrationFile(n: FeatureNames): string {
  return `create table ${n.table} (
  company_id uuid not null references companies (company_id),
  id uuid not null,
  name text not null check (length(name) between 1 and 100),
  version int not null default 1,
  created_at timestamptz not null default now(),
  primary key (company_id, id)
);
select protect_tenant_table('${n.table}');
grant select, insert, update, delete on ${n.table} to app, worker;
`;
}

export function serviceFile(n: FeatureNames): string {
  return `import type { ${n.Singular}, ${n.Singular}Input } from '@headhaul/contracts/${n.plural}';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { AppError } from '../../lib/errors.ts';
import { decodeCursor, encodeCursor } from '../../lib/http/cursor.ts';
import type { Ctx } from '../../lib/http/guards.ts';

const columns = ['id', 'name', 'version', 'created_at'] as const;
const CursorKeys = z.tuple([z.uuid()]);

function to${n.Singular}(row: { id: string; name: string; version: number; created_at: Date }): ${n.Singular} {
  return { id: row.id, name: row.name, version: row.version, createdAt: row.created_at.toISOString() };
}

/** Ids are made in order of time, so the newest come first without a column of their own. */
export function list${n.Plural}(
  ctx: Ctx,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ items: ${n.Singular}[]; nextCursor: string | null }> {
  const [before] = cursor === undefined ? [] : decodeCursor(cursor, CursorKeys);
  return ctx.transaction(async (tx) => {
    const all = tx.db.selectFrom('${n.table}').where('company_id', '=', tx.companyId);
    const page = before === undefined ? all : all.where('id', '<', before);
    const rows = await page
      .select(columns)
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute();
    const items = rows.slice(0, limit).map(to${n.Singular});
    const last = items.at(-1);
    return { items, nextCursor: last && rows.length > limit ? encodeCursor([last.id]) : null };
  });
}

export function create${n.Singular}(ctx: Ctx, input: ${n.Singular}Input): Promise<${n.Singular}> {
  return ctx.transaction(async (tx) => {
    const row = await tx.db
      .insertInto('${n.table}')
      .values({ company_id: tx.companyId, id: uuidv7(), name: input.name })
      .returning(columns)
      .executeTakeFirstOrThrow();
    tx.audit({ action: '${n.singularSnake}.created', actorId: ctx.actor.userId, detail: { id: row.id } });
    return to${n.Singular}(row);
  });
}

export function update${n.Singular}(ctx: Ctx, id: string, { version, ...input }: ${n.Singular}Input & { version: number }): Promise<${n.Singular}> {
  return ctx.transaction(async (tx) => {
    const row = await tx.db
      .updateTable('${n.table}')
      .set({ name: input.name, version: sql\`version + 1\` })
      .where('company_id', '=', tx.companyId)
      .where('id', '=', id)
      .where('version', '=', version)
      .returning(columns)
      .executeTakeFirst();
    if (!row) {
      const exists = await tx.db.selectFrom('${n.table}').where('company_id', '=', tx.companyId).where('id', '=', id).select('id').executeTakeFirst();
      throw new AppError(exists ? 'version_stale' : 'not_found');
    }
    tx.audit({ action: '${n.singularSnake}.changed', actorId: ctx.actor.userId, detail: { id } });
    return to${n.Singular}(row);
  });
}

export function delete${n.Singular}(ctx: Ctx, id: string): Promise<undefined> {
  return ctx.transaction(async (tx) => {
    const row = await tx.db.deleteFrom('${n.table}').where('company_id', '=', tx.companyId).where('id', '=', id).returning('id').executeTakeFirst();
    if (!row) throw new AppError('not_found');
    tx.audit({ action: '${n.singularSnake}.deleted', actorId: ctx.actor.userId, detail: { id } });
    return undefined;
  });
}
`;
}

export function routesFile(n: FeatureNames): string {
  return `import { ${n.singularCamel}Endpoints } from '@headhaul/contracts/${n.plural}';
import { signedIn } from '../../lib/http/guards.ts';
import { type App, implement } from '../../lib/http/implement.ts';
import { create${n.Singular}, delete${n.Singular}, list${n.Plural}, update${n.Singular} } from './${n.plural}.service.ts';

export function ${n.singularCamel}Routes(app: App): void {
  implement(app, ${n.singularCamel}Endpoints, {
    list${n.Plural}: signedIn(({ ctx, query }) => list${n.Plural}(ctx, query)),
    create${n.Singular}: signedIn(({ ctx, body }) => create${n.Singular}(ctx, body)),
    update${n.Singular}: signedIn(({ ctx, params, body }) => update${n.Singular}(ctx, params.id, body)),
    delete${n.Singular}: signedIn(({ ctx, params }) => delete${n.Singular}(ctx, params.id)),
  });
}
`;
}

export function apiTestFile(n: FeatureNames): string {
  return `import { ${n.singularCamel}Endpoints } from '@headhaul/contracts/${n.plural}';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

const { list${n.Plural}, create${n.Singular}, update${n.Singular}, delete${n.Singular} } = ${n.singularCamel}Endpoints;

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

describe('GET /${n.plural}', () => {
  it('200 newest first, page by page', async () => {
    const client = await api.signUp();
    for (const name of ['first', 'second', 'third']) await client.call(create${n.Singular}, { body: { name } });
    const page = await client.call(list${n.Plural}, { query: { limit: 2 } });
    expect(page.items.map(({ name }) => name)).toEqual(['third', 'second']);
    const rest = await client.call(list${n.Plural}, { query: { limit: 2, cursor: page.nextCursor ?? '' } });
    expect(rest.items.map(({ name }) => name)).toEqual(['first']);
    expect(rest.nextCursor).toBeNull();
  });

  it('200 without those of another company', async () => {
    const [client, stranger] = [await api.signUp(), await api.signUp()];
    await stranger.call(create${n.Singular}, { body: { name: 'not yours' } });
    expect((await client.call(list${n.Plural}, {})).items).toEqual([]);
  });

  it('400 for a cursor we never gave', async () => {
    const client = await api.signUp();
    await expect(client.call(list${n.Plural}, { query: { cursor: 'x' } })).rejects.toMatchObject({ problem: { status: 400 } });
  });

  it('401 signed out', async () => {
    expect((await api.fetch('/api/${n.plural}')).status).toBe(401);
  });
});

describe('POST /${n.plural}', () => {
  it('200 trims the name', async () => {
    const client = await api.signUp();
    expect(await client.call(create${n.Singular}, { body: { name: '  ours ' } })).toMatchObject({ name: 'ours', version: 1 });
  });

  it.each(['', ' ', 'x'.repeat(101)])('400 for the name %j', async (name) => {
    const client = await api.signUp();
    await expect(client.call(create${n.Singular}, { body: { name } })).rejects.toMatchObject({
      problem: { code: 'validation_failed', errors: [{ path: 'body.name' }] },
    });
  });

  it('200 once for a retried key', async () => {
    const client = await api.signUp();
    const send = () => client.call(create${n.Singular}, { body: { name: 'ours' } }, { 'idempotency-key': 'one' });
    const [first, second] = [await send(), await send()];
    expect(second).toEqual(first);
    expect((await client.call(list${n.Plural}, {})).items).toHaveLength(1);
  });
});

describe('PUT /${n.plural}/{id}', () => {
  it('200 changes the name', async () => {
    const client = await api.signUp();
    const { id, version } = await client.call(create${n.Singular}, { body: { name: 'old' } });
    const changed = await client.call(update${n.Singular}, { params: { id }, body: { name: 'new', version } });
    expect(changed).toMatchObject({ id, name: 'new', version: version + 1 });
  });

  it('412 when somebody else was quicker', async () => {
    const client = await api.signUp();
    const { id, version } = await client.call(create${n.Singular}, { body: { name: 'old' } });
    const results = await Promise.allSettled(
      ['mine', 'theirs'].map((name) => client.call(update${n.Singular}, { params: { id }, body: { name, version } })),
    );
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { problem: { status: 412 } } });
  });

  it('404 for one of another company', async () => {
    const [client, stranger] = [await api.signUp(), await api.signUp()];
    const { id, version } = await stranger.call(create${n.Singular}, { body: { name: 'not yours' } });
    await expect(client.call(update${n.Singular}, { params: { id }, body: { name: 'mine now', version } })).rejects.toMatchObject({
      problem: { status: 404 },
    });
  });
});

describe('DELETE /${n.plural}/{id}', () => {
  it('204, then 404', async () => {
    const client = await api.signUp();
    const { id } = await client.call(create${n.Singular}, { body: { name: 'ours' } });
    await client.call(delete${n.Singular}, { params: { id } });
    await expect(client.call(delete${n.Singular}, { params: { id } })).rejects.toMatchObject({ problem: { status: 404 } });
    expect((await client.call(list${n.Plural}, {})).items).toEqual([]);
  });

  it('404 for one of another company, which keeps it', async () => {
    const [client, stranger] = [await api.signUp(), await api.signUp()];
    const { id } = await stranger.call(create${n.Singular}, { body: { name: 'not yours' } });
    await expect(client.call(delete${n.Singular}, { params: { id } })).rejects.toMatchObject({ problem: { status: 404 } });
    expect((await stranger.call(list${n.Plural}, {})).items).toHaveLength(1);
  });
});
`;
}
