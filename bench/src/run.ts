import { benchBoard } from './board.bench.ts';
import { benchBrokers } from './brokers.bench.ts';
import { benchJobs } from './jobs.bench.ts';
import { type Form, readForm } from './lib/form.ts';
import { watchLoad } from './lib/load-average.ts';
import { type Bench, findPlace, report } from './lib/report.ts';
import { openStage } from './lib/stage.ts';
import { benchList } from './list.bench.ts';
import { benchMe } from './me.bench.ts';
import { benchScreen } from './screen.bench.ts';

const benches: Record<string, Bench> = {
  me: benchMe,
  list: benchList,
  brokers: benchBrokers,
  screen: benchScreen,
  board: benchBoard,
  jobs: benchJobs,
};

async function run(name: string, bench: Bench, form: Form): Promise<boolean> {
  // Before anything is started, so that the load seen now is the work of others.
  const loadSeen = watchLoad();
  if (form === 'full') await findPlace(name);
  const stage = await openStage(form);
  const giveUp = () => void stage.close().finally(() => process.exit(1));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, giveUp);
  process.once('uncaughtException', (error) => {
    console.error(error);
    giveUp();
  });
  try {
    return await report(name, form, await bench(stage), loadSeen());
  } catch (error) {
    console.error(error);
    return false;
  } finally {
    await stage.close();
  }
}

const [name = '', ...options] = process.argv.slice(2);
const [bench, form] = [benches[name], readForm(options)];
if (name === '--list') {
  process.stdout.write(`${Object.keys(benches).join('\n')}\n`);
} else if (bench === undefined || form === undefined) {
  console.error(`Usage: pnpm bench <${Object.keys(benches).join('|')}> [--tiny|--full]`);
  process.exitCode = 1;
} else {
  // Idle connections to stopped servers would keep the process alive.
  process.exit((await run(name, bench, form)) ? 0 : 1);
}
