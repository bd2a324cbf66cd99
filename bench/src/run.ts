import { benchJobs } from './jobs.bench.ts';
import { benchList } from './list.bench.ts';
import { benchMe } from './me.bench.ts';
import { benchScreen } from './screen.bench.ts';

const benches: Record<string, (isFull: boolean) => Promise<void>> = { me: benchMe, list: benchList, screen: benchScreen, jobs: benchJobs };

const [name = '', ...options] = process.argv.slice(2);
const bench = benches[name];
if (name === '--list') {
  process.stdout.write(`${Object.keys(benches).join('\n')}\n`);
} else if (bench === undefined) {
  console.error(`Usage: pnpm bench <${Object.keys(benches).join('|')}> [--full]`);
  process.exitCode = 1;
} else {
  await bench(options.includes('--full'));
  // Idle connections to servers that are gone would keep the process waiting.
  process.exit();
}
