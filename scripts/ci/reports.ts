import { readFileSync } from 'node:fs';

/** A runner's JSON report. Undefined if there is none. */
export function readReport<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    return undefined;
  }
}
