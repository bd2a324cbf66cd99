import { Problem } from '@headhaul/contracts/http/errors';
import type { z } from 'zod';

/** One sentence per field, by the field's name. */
export type FieldErrors = Readonly<Partial<Record<string, string>>>;

/** What the contract's schema says about the typed values: the first error of each field. */
export function schemaErrors(schema: z.ZodType, input: unknown): FieldErrors {
  const parsed = schema.safeParse(input);
  if (parsed.success) return {};
  const errors: Record<string, string> = {};
  for (const { path, message } of parsed.error.issues) {
    const field = String(path[0] ?? '');
    errors[field] ??= message;
  }
  return errors;
}

/** The field errors of a failed call: `body.mc` belongs to the field `mc`. Empty when the failure is of another kind. */
export function serverErrors(failure: unknown): FieldErrors {
  const body = typeof failure === 'object' && failure !== null && 'data' in failure ? failure.data : null;
  const problem = Problem.safeParse(body);
  const errors: Record<string, string> = {};
  for (const { path, message } of (problem.success && problem.data.errors) || []) {
    const field = /^body\.([^.]+)/.exec(path)?.[1];
    if (field !== undefined) errors[field] ??= message;
  }
  return errors;
}
