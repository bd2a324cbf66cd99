import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../run-command.ts';
import { type Check, expectOutput, limitMs } from './check.ts';
import { root, type World } from './world.ts';

/** The public key of the pair that was made, as builds and `boards:publish` take it. */
let publicKey = '';

async function board(world: World, script: string, args: readonly string[], says: RegExp) {
  const env = { ...world.env, BOARD_PACK_KEYS: publicKey };
  return expectOutput(await runCommand('pnpm', ['--silent', script, ...args], { cwd: root, env, limitMs }), says);
}

async function makeKeys(world: World) {
  const words = /^WXT_BOARD_KEYS=(\S+)$/m;
  const ending = await board(world, 'boards:keys', ['check', join(world.folder, 'board-key.json')], words);
  publicKey = words.exec(ending.output)?.[1] ?? '';
  return ending;
}

const packOf = ({ folder }: World) => join(folder, 'demo-pack.json');

/** Makes a key, signs the sandbox's pack with it and publishes it. */
export const boardChecks: readonly Check[] = [
  { name: 'boards:keys', covers: ['boards:keys'], run: makeKeys },
  {
    name: 'boards:sign',
    covers: ['boards:sign'],
    run(world) {
      copyFileSync(join(root, 'sandbox/boards/demo-pack.json'), packOf(world));
      const key = join(world.folder, 'board-key.json');
      return board(world, 'boards:sign', [packOf(world), '--key', key], /^Signed version 100 of demo with the key check\.$/m);
    },
  },
  {
    name: 'boards:publish',
    covers: ['boards:publish'],
    run: (world) =>
      board(world, 'boards:publish', [packOf(world), '--share', '10'], /^Published version 100 of demo for 10 % of installs\.$/m),
  },
  {
    name: 'boards:publish again',
    covers: ['boards:publish'],
    run: (world) => board(world, 'boards:publish', [packOf(world)], /^Version 100 of demo is for 100 % of installs now\.$/m),
  },
];
