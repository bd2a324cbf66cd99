import '@fastify/multipart';
import { type Endpoint, isForm, type ReceivedFile } from '@headhaul/contracts/http/endpoint';
import type { FieldError } from '@headhaul/contracts/http/errors';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { watchBody } from '../admission/slow-bodies.ts';
import { readUpload, refuseUpload, type UploadHold } from '../admission/upload-budget.ts';
import { AppError } from '../errors.ts';

/** A form never has more mistakes than this. */
const maxMistakes = 100;
/** The maximum number of values, lists and objects in a JSON body. The largest body that a screen sends has a tenth of it. */
const maxParts = 10_000;
/** No system has longer names. The form parser accepts 80 KB, and code that cleans a name goes through it several times. */
const maxFileNameCharacters = 500;
const maxFieldBytes = 1024;

/** Our largest form has one short field beside its file. */
export const formLimits = { fields: 10, fieldSize: maxFieldBytes, fieldNameSize: 100, parts: 12, headerPairs: 50 };

/** The schema checks every part and may report a mistake for each, which costs a hundred times as much as parsing it. */
function hasTooManyParts(body: unknown): boolean {
  const open = [body];
  let parts = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    const values = Object.values(next);
    parts += values.length;
    if (parts > maxParts) return true;
    for (const value of values) if (typeof value === 'object' && value !== null) open.push(value);
  }
  return false;
}

/** Checks params, query and body before it throws, so that a form shows all its mistakes at once. */
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
    for (const issue of parsed.error.issues.slice(0, maxMistakes))
      mistakes.push({ path: [part, ...issue.path].join('.'), message: issue.message });
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
  // The framework's form parser accepts form data on every route. Only an endpoint with a form may receive it.
  if (request.isMultipart() !== isForm(body)) throw new AppError('unsupported_media_type');
  if (!isForm(body)) {
    if (hasTooManyParts(request.body)) throw new AppError('body_too_large');
    return check('body', body, request.body ?? undefined);
  }
  watchBody(request.raw);
  const fields: Record<string, unknown> = {};
  const files: Record<string, ReceivedFile> = {};
  const limits = body.maxFileBytes === undefined ? {} : { limits: { fileSize: body.maxFileBytes, files: body.files.length } };
  let isCut = false;
  let hasRoom = true;
  for await (const part of request.parts(limits)) {
    if (part.type === 'field') {
      // Read to the end, as with a file: a client that is still sending would not see an earlier refusal.
      isCut ||= part.valueTruncated;
      hasRoom &&= hold.take(maxFieldBytes);
      fields[part.fieldname] = part.value;
    } else if (body.files.includes(part.fieldname)) {
      const bytes = await readUpload(part.file, hold);
      const content = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
      // A part may have no file name, although the type says that it has one.
      const filename = ((part.filename as string | undefined) ?? '').slice(0, maxFileNameCharacters);
      files[part.fieldname] = { filename, mimetype: part.mimetype, content };
    } else part.file.resume();
  }
  if (isCut) throw new AppError('body_too_large');
  if (!hasRoom) throw refuseUpload();
  for (const name of body.files) if (!files[name]) mistakes.push({ path: `body.${name}`, message: 'Choose a file' });
  return { ...(check('body', body.fields, fields) as object), ...files };
}
