import type { CommandResult } from '../run-command.ts';
import type { ScriptId } from './package-scripts.ts';
import type { World } from './world.ts';

export type Ending = Pick<CommandResult, 'code' | 'output'>;

/** One command, run once in its smallest form. */
export interface Check {
  name: string;
  /** The scripts that it runs. */
  covers: readonly ScriptId[];
  run(world: World): Promise<Ending>;
}

/** Many times longer than each takes, so that a busy machine does not fail. */
export const limitMs = 5 * 60_000;

/** A command must succeed and print the expected words. */
export function expectOutput(ending: Ending, words: RegExp): Ending {
  if (ending.code !== 0 || words.test(ending.output)) return ending;
  return { code: 1, output: `${ending.output}\nIt does not say ${words}.\n` };
}
