import { benchMe } from './me.bench.ts';

const benches: Record<string, () => Promise<void>> = { me: benchMe };

const [name = ''] = process.argv.slice(2);
const bench = benches[name];
if (name === '--list') {
  process.stdout.write(`${Object.keys(benches).join('\n')}\n`);
} else if (bench === undefined) {
  console.error(`Usage: pnpm bench <${Object.keys(benches).join('|')}>`);
  process.exitCode = 1;
} else {
  await bench();
  // Idle connections to servers that are gone would keep the process waiting.
  process.exit(0);
}
