import '@fastify/multipart';
import { type Endpoint, isForm, type ReceivedFile } from '@headhaul/contracts/http/endpoint';
import type { FieldError } from '@headhaul/contracts/http/errors';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { AppError } from '../errors.ts';
import { readUpload, type UploadHold } from './upload-budget.ts';

/** Every part is checked before anything is said, so that a form shows all its mistakes at once. */
export async function receive(
  endpoint: Endpoint,
  request: FastifyRequest,
  hold: UploadHold,
): Promise<{ params: unknown; query: unknown; body: unknown }> {
  const mistakes: FieldError[] = [];
  const check = (part: string, schema: z.ZodType | undefined, value: unknown): unknown => {
    if (!schema) return undefined;
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    for (const issue of parsed.error.issues) mistakes.push({ path: [part, ...issue.path].join('.'), message: issue.message });
    return undefined;
  };
  const params = check('params', endpoint.params, request.params);
  const query = check('query', endpoint.query, request.query);
  const body = await receiveBody(endpoint, request, hold, check, mistakes);
  if (mistakes.length > 0)
    throw new AppError('validation_failed', { errors: mistakes, reason: mistakes.map(({ path }) => path).join(', ') });
  return { params, query, body };
}

async function receiveBody(
  endpoint: Endpoint,
  request: FastifyRequest,
  hold: UploadHold,
  check: (part: string, schema: z.ZodType, value: unknown) => unknown,
  mistakes: FieldError[],
): Promise<unknown> {
  const { body } = endpoint;
  if (body === undefined) return undefined;
  // The framework's form parser lets form data through everywhere; only an endpoint that asked for it may get it.
  if (request.isMultipart() !== isForm(body)) throw new AppError('unsupported_media_type');
  if (!isForm(body)) return check('body', body, request.body ?? undefined);
  const fields: Record<string, unknown> = {};
  const files: Record<string, ReceivedFile> = {};
  const limits = body.maxFileBytes === undefined ? {} : { limits: { fileSize: body.maxFileBytes, files: body.files.length } };
  for await (const part of request.parts(limits)) {
    if (part.type === 'field') fields[part.fieldname] = part.value;
    else if (body.files.includes(part.fieldname)) {
      const bytes = await readUpload(part.file, hold);
      const content = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
      // A part may come without a name, whatever the type says.
      files[part.fieldname] = { filename: (part.filename as string | undefined) ?? '', mimetype: part.mimetype, content };
    } else part.file.resume();
  }
  for (const name of body.files) if (!files[name]) mistakes.push({ path: `body.${name}`, message: 'Choose a file' });
  return { ...(check('body', body.fields, fields) as object), ...files };
}
