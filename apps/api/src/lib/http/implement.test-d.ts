import { call } from '@headhaul/contracts/http/call';
import {
  type Answer,
  empty,
  endpoints,
  form,
  type Received,
  type ReceivedFile,
  redirect,
  repeated,
  text,
} from '@headhaul/contracts/http/endpoint';
import { describe, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { open, signedIn } from './guards.ts';
import { type App, implement } from './implement.ts';

/** This file is not run. `pnpm check` compiles it, and a wrong type does not compile. */

const Status = z.enum(['ACTIVE', 'ARCHIVED']);

const trucks = endpoints({
  readTruck: {
    method: 'GET',
    path: '/trucks/{id}',
    summary: 'One truck',
    params: z.object({ id: z.uuid() }),
    query: z.object({ fields: repeated(z.string()).optional(), page: z.coerce.number().default(1) }),
    reply: z.object({ id: z.string(), status: Status, note: z.string().nullable() }),
  },
  addTruck: {
    method: 'POST',
    path: '/trucks',
    summary: 'Add a truck',
    body: z.object({ number: z.string(), status: Status.default('ACTIVE') }),
    reply: z.object({ id: z.string() }),
  },
});
const uploads = endpoints({
  upload: {
    method: 'POST',
    path: '/uploads',
    summary: 'Upload',
    body: form(z.object({ title: z.string(), copies: z.coerce.number() }), ['document']),
    reply: text,
  },
  find: { method: 'GET', path: '/uploads', summary: 'Find', query: z.object({ title: z.string() }), reply: empty },
  goOn: { method: 'GET', path: '/on', summary: 'On', reply: redirect },
});

declare const app: App;
const options = { base: '' };
const truck = { id: '1', status: 'ACTIVE', note: null } as const;
const addTruck = signedIn<typeof trucks.addTruck>(() => ({ id: '1' }));

describe('implement', () => {
  it('takes a handler with a guard for each endpoint', () => {
    implement(app, trucks, {
      readTruck: signedIn(({ params, query, body }) => {
        expectTypeOf(params).toEqualTypeOf<{ id: string }>();
        expectTypeOf(query).toEqualTypeOf<{ fields?: string[] | undefined; page: number }>();
        expectTypeOf(body).toEqualTypeOf<undefined>();
        return truck;
      }),
      addTruck: open(async ({ body }) => {
        expectTypeOf(body).toEqualTypeOf<{ number: string; status: 'ACTIVE' | 'ARCHIVED' }>();
        return { id: body.number };
      }),
    });
  });

  it('gives a form’s fields and files', () => {
    expectTypeOf<Received<typeof uploads.upload>['body']>().toExtend<{ title: string; copies: number; document: ReceivedFile }>();
  });

  it('refuses a missing handler', () => {
    // @ts-expect-error addTruck is missing
    implement(app, trucks, { readTruck: signedIn(() => truck) });
  });

  it('refuses a handler for an endpoint that is not in the map', () => {
    // @ts-expect-error removeTruck is not in the contract
    implement(app, trucks, { readTruck: signedIn(() => truck), addTruck, removeTruck: signedIn(() => ({ id: '1' })) });
  });

  it('refuses a handler without a guard', () => {
    // @ts-expect-error a bare function says nothing about who may call
    implement(app, trucks, { readTruck: () => truck, addTruck });
  });

  it('refuses a wrong enum value in the answer', () => {
    // @ts-expect-error SOLD is not a status
    implement(app, trucks, { readTruck: signedIn(() => ({ id: '1', status: 'SOLD', note: null })), addTruck });
    // @ts-expect-error the same from an async handler
    implement(app, trucks, { readTruck: signedIn(async () => ({ id: '1', status: 'SOLD', note: null })), addTruck });
  });

  it('refuses an answer with a key missing, null where it may not be, or none at all', () => {
    // @ts-expect-error note is missing
    implement(app, trucks, { readTruck: signedIn(() => ({ id: '1', status: 'ACTIVE' })), addTruck });
    // @ts-expect-error id may not be null
    implement(app, trucks, { readTruck: signedIn(async () => ({ ...truck, id: null })), addTruck });
    // @ts-expect-error no answer
    implement(app, trucks, { readTruck: signedIn(async () => {}), addTruck });
  });

  it('refuses a handler that reads what the request has not', () => {
    // @ts-expect-error colour is not in the body
    implement(app, trucks, { readTruck: signedIn(() => truck), addTruck: signedIn(({ body }) => ({ id: body.colour })) });
    // @ts-expect-error an open endpoint has no signed-in actor
    implement(app, trucks, { readTruck: open(({ ctx }) => ({ ...truck, id: ctx.actor.userId })), addTruck });
  });
});

describe('call', () => {
  it('gives back what the contract says', () => {
    expectTypeOf<Answer<typeof trucks.readTruck>>().toEqualTypeOf<{ id: string; status: 'ACTIVE' | 'ARCHIVED'; note: string | null }>();
    expectTypeOf<Answer<typeof uploads.upload>>().toEqualTypeOf<string>();
    expectTypeOf<Answer<typeof uploads.goOn>>().toEqualTypeOf<string>();
    expectTypeOf<Answer<typeof uploads.find>>().toEqualTypeOf<void>();
  });

  it('takes what the contract asks for', () => {
    void call(trucks.readTruck, { params: { id: '1' } }, options);
    void call(trucks.readTruck, { params: { id: '1' }, query: { fields: ['a'], page: 2 } }, options);
    void call(trucks.addTruck, { body: { number: '12' } }, options);
    void call(uploads.upload, { body: { title: 'Rate con', copies: 1, document: new Blob([]) } }, options);
    void call(uploads.goOn, {}, options);
  });

  it('refuses a missing path parameter', () => {
    // @ts-expect-error params are missing
    void call(trucks.readTruck, {}, options);
    // @ts-expect-error id is missing
    void call(trucks.readTruck, { params: {} }, options);
  });

  it('refuses a body that does not fit', () => {
    // @ts-expect-error colour is unknown
    void call(trucks.addTruck, { body: { number: '12', colour: 'red' } }, options);
    // @ts-expect-error SOLD is not a status
    void call(trucks.addTruck, { body: { number: '12', status: 'SOLD' } }, options);
    // @ts-expect-error the body is missing
    void call(trucks.addTruck, {}, options);
    // @ts-expect-error the file is missing
    void call(uploads.upload, { body: { title: 'Rate con', copies: 1 } }, options);
  });

  it('refuses a query that does not fit', () => {
    // @ts-expect-error title is needed
    void call(uploads.find, {}, options);
    // @ts-expect-error size is unknown
    void call(uploads.find, { query: { title: 'a', size: 1 } }, options);
  });

  it('refuses parts the endpoint does not have', () => {
    // @ts-expect-error a redirect takes no body
    void call(uploads.goOn, { body: { title: 'a' } }, options);
    // @ts-expect-error a string is not a request
    void call(uploads.goOn, 'title', options);
    // @ts-expect-error addTruck has no query
    void call(trucks.addTruck, { body: { number: '12' }, query: { page: 1 } }, options);
  });
});
