import { z } from 'zod';
import type { Form } from './form-body.ts';
import { invalid } from './refusal.ts';
import type { Metadata } from './shapes.ts';

/** Parameters arrive as strings, whatever their type. */
export const int = z
  .string()
  .regex(/^-?\d+$/, 'Invalid integer')
  .transform(Number);
export const bool = z.enum(['true', 'false']).transform((value) => value === 'true');
export const text = z.string();
/** An empty string removes the value. */
export const clearable = z.string().transform((value) => (value === '' ? null : value));
export const address = z.url({ protocol: /^https?$/, error: 'Not a valid URL' });
const MetadataParam = z.union([z.record(z.string(), z.string()), z.literal('')]);
export const metadata = MetadataParam;

/** Keys are merged one by one. An empty value removes its key, and an empty string removes all keys. */
export function mergeMetadata(old: Metadata | null, sent: z.infer<typeof MetadataParam> | undefined): Metadata {
  if (sent === undefined) return { ...old };
  if (sent === '') return {};
  return Object.fromEntries(Object.entries({ ...old, ...sent }).filter(([, value]) => value !== ''));
}

function nameOf(path: readonly PropertyKey[]): string {
  return path.map((part, index) => (index === 0 ? String(part) : `[${String(part)}]`)).join('');
}

export function readParams<T extends z.ZodType>(schema: T, form: Form): z.infer<T> {
  const parsed = schema.safeParse(form);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const param = nameOf(issue?.path ?? []);
  const isMissing = issue?.code === 'invalid_type' && issue.message.includes('undefined');
  throw isMissing
    ? invalid(`Missing required param: ${param}.`, param, 'parameter_missing')
    : invalid(`Invalid value for ${param}: ${issue?.message}`, param, 'parameter_invalid_string');
}
