import { describe, expect, it } from 'vitest';
import { errorCodes } from './errors.ts';

describe('errorCodes', () => {
  it('keeps 409 for session_conflict: by the specification it signs the user out', () => {
    const conflicts = Object.entries(errorCodes).filter(([, { status }]) => status === 409);
    expect(conflicts.map(([code]) => code)).toEqual(['session_conflict']);
  });

  it.each(Object.entries(errorCodes))('%s has a snake_case name and a sentence for people', (code, { status, title }) => {
    expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(title).toMatch(/^[A-Z].{5,}/);
  });
});
