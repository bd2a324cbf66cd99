import { type Endpoint, replyKind } from '@headhaul/contracts/http/endpoint';
import { errorCodes, Problem } from '@headhaul/contracts/http/errors';
import type { z } from 'zod';
import type { Random } from '../lib/random.ts';
import { generate, type Pool, type Schema, spoil } from './generate.ts';

/** One operation as the served OpenAPI document describes it. */
export interface Operation {
  name: string;
  method: string;
  path: string;
  parameters: { name: string; in: 'path' | 'query'; required: boolean; schema: Schema }[];
  body: { kind: 'json' | 'form'; schema: Schema } | null;
}

interface Document {
  paths: Record<
    string,
    Record<
      string,
      {
        operationId: string;
        parameters: Operation['parameters'];
        requestBody?: { content: Record<string, { schema: Schema }> };
      }
    >
  >;
}

export function readOperations(document: Document): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, parameters, requestBody }]) => {
      const json = requestBody?.content['application/json'];
      const form = requestBody?.content['multipart/form-data'];
      const body = json ? ({ kind: 'json', schema: json.schema } as const) : form ? ({ kind: 'form', schema: form.schema } as const) : null;
      return { name: operationId, method: method.toUpperCase(), path, parameters, body };
    }),
  );
}

export interface MadeRequest {
  path: string;
  init: RequestInit;
  /** True if nothing was spoiled on purpose. */
  isClean: boolean;
}

const onePixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64');

/** A request to this operation. Two of three follow the document, the others are spoiled in one place. */
export function makeRequest(operation: Operation, random: Random, pool: Pool): MadeRequest {
  const isClean = random.chance(0.66);
  const spoils = isClean ? 'nothing' : random.pick(['body', 'query', 'path', 'json']);
  const texts: Record<'path' | 'query', [string, string][]> = { path: [], query: [] };
  for (const parameter of operation.parameters) {
    if (!parameter.required && random.chance(0.6)) continue;
    const made = generate(parameter.schema, random, pool, parameter.name, operation.path);
    const value = spoils === parameter.in ? spoil(made, random) : made;
    for (const one of Array.isArray(value) ? value : [value]) texts[parameter.in].push([parameter.name, textOf(one)]);
  }
  let path = operation.path;
  for (const [name, value] of texts.path) path = path.replace(`{${name}}`, encodeURIComponent(value) || '%20');
  const query = new URLSearchParams(texts.query).toString();
  const init: RequestInit = { method: operation.method, redirect: 'manual' };
  if (operation.body?.kind === 'json') {
    const made = generate(operation.body.schema, random, pool, '', operation.path);
    const value = spoils === 'body' ? spoil(made, random) : made;
    const text = JSON.stringify(value);
    init.body = spoils === 'json' ? text.slice(0, random.below(text.length + 1)) : text;
    init.headers = { 'content-type': 'application/json' };
  } else if (operation.body?.kind === 'form') {
    init.body = makeForm(operation.body.schema, random, spoils === 'body');
  }
  return { path: query === '' ? path : `${path}?${query}`, init, isClean };
}

function textOf(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  // A URL can't contain a lone surrogate.
  return text.toWellFormed();
}

function makeForm(schema: Schema, random: Random, isSpoiled: boolean): FormData {
  const form = new FormData();
  for (const [name, property] of Object.entries((schema.properties ?? {}) as Record<string, Schema>)) {
    if (isSpoiled && random.chance(0.4)) continue;
    if (property.contentMediaType === undefined) form.append(name, textOf(generate(property, random, new Map(), name, '')));
    else form.append(name, new Blob([makeFile(random)]), random.pick(['a.png', 'loads.csv', '../../x.pdf', 'x'.repeat(500), '']));
  }
  return form;
}

function makeFile(random: Random): Uint8Array<ArrayBuffer> {
  const bytes = random.pick([
    onePixel,
    Buffer.from(
      'Broker,Pickup city,Pickup state,Pickup date,Delivery city,Delivery state,Delivery date,Rate\nA,Omaha,NE,11/12/2026,Reno,NV,11/14/2026,1200\n',
    ),
    Buffer.from('%PDF-1.4\n%%EOF'),
    Buffer.from(Array.from({ length: 400 }, () => random.below(256))),
    Buffer.alloc(0),
  ]);
  return Uint8Array.from(bytes);
}

/** What is wrong with an answer, or null. */
export function assessAnswer(endpoint: Endpoint, status: number, contentType: string, text: string): string | null {
  if (status >= 500) return `${status} ${text.slice(0, 200)}`;
  if (status === 409) return '409';
  if (status >= 400) {
    if (!contentType.startsWith('application/problem+json')) return `${status} with ${contentType}`;
    const problem = Problem.safeParse(parse(text));
    if (!problem.success) return `${status} without problem details`;
    if (!(problem.data.code in errorCodes) || problem.data.status !== status) return `${status} with code ${problem.data.code}`;
    return null;
  }
  if (replyKind(endpoint.reply) !== 'json') return null;
  const value = parse(text);
  const parsed = (endpoint.reply as z.ZodType).safeParse(value);
  if (!parsed.success) return `schema: ${parsed.error.issues[0]?.path.join('.')} ${parsed.error.issues[0]?.message}`;
  // Parsing drops keys that the schema doesn't list, so the length would differ.
  return JSON.stringify(parsed.data).length === JSON.stringify(value).length ? null : 'schema: an unlisted key';
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
