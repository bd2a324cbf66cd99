import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { Records, World } from './world.ts';

/** Keeps the records in a file, so that paying customers still exist after a restart. */
export function keepInFile(world: World, file: string) {
  let written = Buffer.alloc(0);

  function load(): void {
    if (!existsSync(file)) return;
    try {
      Object.assign(world.records, deserialize(readFileSync(file)) as Records);
    } catch (error) {
      console.warn(`The sandbox cannot read ${file} and starts with an empty Stripe.`, error);
    }
  }

  function save(): void {
    const bytes = serialize(world.records);
    if (bytes.equals(written)) return;
    mkdirSync(dirname(file), { recursive: true });
    // Written to a new file first, because a half-written file could not be read.
    writeFileSync(`${file}.new`, bytes);
    renameSync(`${file}.new`, file);
    written = bytes;
  }

  return { load, save };
}
