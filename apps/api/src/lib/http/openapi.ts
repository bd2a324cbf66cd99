import { type Endpoint, isForm, replyKind } from '@headhaul/contracts/http/endpoint';
import { errorCodes, Problem } from '@headhaul/contracts/http/errors';
import { z } from 'zod';

type Json = Record<string, unknown>;

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return rest;
}

function parameters(endpoint: Endpoint): Json[] {
  const from = (place: 'path' | 'query', schema: z.ZodObject | undefined): Json[] => {
    if (!schema) return [];
    const { properties = {}, required = [] } = schemaOf(schema, 'input') as { properties?: Record<string, Json>; required?: string[] };
    return Object.entries(properties).map(([name, property]) => ({
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      schema: property,
    }));
  };
  return [...from('path', endpoint.params), ...from('query', endpoint.query)];
}

function requestBody(endpoint: Endpoint): Json | undefined {
  const { body } = endpoint;
  if (body === undefined) return undefined;
  if (!isForm(body)) return { required: true, content: { 'application/json': { schema: schemaOf(body, 'input') } } };
  const fields = schemaOf(body.fields, 'input') as { properties?: Json; required?: string[] };
  const files = Object.fromEntries(body.files.map((name) => [name, { type: 'string', contentMediaType: 'application/octet-stream' }]));
  const schema = { ...fields, properties: { ...fields.properties, ...files }, required: [...(fields.required ?? []), ...body.files] };
  return { required: true, content: { 'multipart/form-data': { schema } } };
}

function responses(endpoint: Endpoint): Json {
  const problem = {
    description: 'A problem',
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  };
  switch (replyKind(endpoint.reply)) {
    case 'json':
      return {
        200: { description: 'OK', content: { 'application/json': { schema: schemaOf(endpoint.reply as z.ZodType, 'output') } } },
        default: problem,
      };
    case 'text':
      return { 200: { description: 'OK', content: { 'text/plain': { schema: { type: 'string' } } } }, default: problem };
    case 'file':
      return {
        200: { description: 'A file', content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } },
        default: problem,
      };
    case 'redirect':
      return { 302: { description: 'The browser is sent on' }, default: problem };
    case 'events':
      return {
        200: { description: 'Server-sent events', content: { 'text/event-stream': { schema: { type: 'string' } } } },
        default: problem,
      };
    case 'empty':
      return { 204: { description: 'Done' }, default: problem };
  }
}

/** OpenAPI 3.1, derived from the contracts, so there is no second description to keep up to date. */
export function describeApi(implemented: readonly { name: string; endpoint: Endpoint }[], publicUrl: string): Json {
  const paths: Record<string, Json> = {};
  for (const { name, endpoint } of implemented) {
    const body = requestBody(endpoint);
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: {
        operationId: name,
        summary: endpoint.summary,
        parameters: parameters(endpoint),
        ...(body ? { requestBody: body } : {}),
        responses: responses(endpoint),
      },
    };
  }
  const codes = Object.entries(errorCodes).map(([code, { status, title }]) => `- \`${code}\` (${status}): ${title}`);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Headhaul API',
      version: '1',
      description: `Errors are RFC 9457 problem details. Codes:\n\n${codes.join('\n')}\n\nEvery POST of a signed-in caller takes \`Idempotency-Key\`.`,
    },
    servers: [{ url: `${publicUrl}/api` }],
    security: [{ bearer: [] }],
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Problem: schemaOf(Problem, 'output') },
    },
    paths,
  };
}
