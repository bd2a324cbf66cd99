import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../run-command.ts';
import { boardChecks } from './board-checks.ts';
import { type Check, expectOutput, limitMs } from './check.ts';
import { runDev } from './dev-run.ts';
import type { ScriptId } from './package-scripts.ts';
import { treeChecks } from './tree-checks.ts';
import { root } from './world.ts';

interface PnpmCheck {
  args: readonly string[];
  covers: readonly ScriptId[];
  says: RegExp;
  name?: string;
  /** More environment variables, known only when the check runs. */
  env?: () => NodeJS.ProcessEnv;
}

function pnpm({ args, covers, says, name = args.join(' '), env = () => ({}) }: PnpmCheck): Check {
  return {
    name,
    covers,
    async run(world) {
      const given = args.map((arg) => (arg === '<sandbox>' ? world.sandbox : arg));
      const options = { cwd: root, env: { ...world.env, ...world.sandboxEnv, ...env() }, limitMs };
      return expectOutput(await runCommand('pnpm', ['--silent', ...given], options), says);
    },
  };
}

/** This command writes a file of the repository, which must already have that content. Otherwise the check fails and restores the file. */
function citus(): Check {
  const check = pnpm({ args: ['db:citus'], covers: ['db:citus'], says: /^Wrote [1-9]\d* statements\.$/m });
  const file = join(root, 'deploy/citus/distribute.sql');
  return {
    ...check,
    async run(world) {
      const before = readFileSync(file, 'utf8');
      const ending = await check.run(world);
      const after = readFileSync(file, 'utf8');
      if (after === before) return ending;
      writeFileSync(file, before);
      return { code: 1, output: `${ending.output}\ndeploy/citus/distribute.sql is not what the tables give. Run pnpm db:citus.\n` };
    },
  };
}

/** Two key pairs. Mailboxes are sealed with the first, then moved to the second. */
const keys: { publicKey: string; privateKey: string }[] = [];
const sealedFor = (count: 1 | 2) => () => ({
  MAIL_SEAL_PUBLIC_KEY: keys[count - 1]?.publicKey,
  MAIL_SEAL_PRIVATE_KEYS: keys
    .slice(0, count)
    .map(({ privateKey }) => privateKey)
    .reverse()
    .join(','),
});

function makeKey(name: string): Check {
  const words = /^MAIL_SEAL_PUBLIC_KEY=(\S+)\n.*: (\S+)$/m;
  const check = pnpm({ args: ['mail:rotate-keys', '--make', name], covers: ['mail:rotate-keys'], says: words });
  return {
    ...check,
    async run(world) {
      const ending = await check.run(world);
      const [, publicKey, privateKey] = words.exec(ending.output) ?? [];
      if (publicKey !== undefined && privateKey !== undefined) keys.push({ publicKey, privateKey });
      return ending;
    },
  };
}

const migrate: PnpmCheck = { args: ['db:migrate'], covers: ['db:migrate'], says: /^Applied 0001/m };
const setUp: PnpmCheck = { args: ['billing:setup'], covers: ['billing:setup'], says: /^Made /m };
const api = (script: string, says: RegExp, env?: () => NodeJS.ProcessEnv): PnpmCheck => ({
  args: ['--filter', '@headhaul/api', script, '<sandbox>'],
  covers: [`@headhaul/api ${script}`],
  name: script,
  says,
  ...(env ? { env } : {}),
});
const mailDemo = api('mail:demo', /; [1-9]\d* mails were written down/, sealedFor(1));

/** In this order, on one database. */
export const checks: readonly Check[] = [
  pnpm(migrate),
  pnpm({ ...migrate, name: 'db:migrate again', says: /^The database is up to date\.$/m }),
  pnpm({ args: ['db:types', '--verify'], covers: ['db:types'], says: /./ }),
  citus(),
  pnpm({ args: ['db:seed'], covers: ['db:seed'], says: /^The demo offices are ready\.$/m }),
  pnpm({ args: ['db:broker-figures'], covers: ['db:broker-figures'], says: /^[1-9]\d* companies compared, 0 differ\.$/m }),
  pnpm(setUp),
  pnpm({ ...setUp, name: 'billing:setup again', says: /^The Stripe account is up to date\.$/m }),
  pnpm(api('billing:demo', /^[1-9]\d* demo offices have paid\.$/m)),
  makeKey('first'),
  pnpm(mailDemo),
  pnpm({ ...mailDemo, name: 'mail:demo again', says: /; 0 mails were written down/ }),
  makeKey('second'),
  pnpm({
    args: ['mail:rotate-keys'],
    covers: ['mail:rotate-keys'],
    says: /^[1-9]\d* secrets of [1-9]\d* companies moved to the key second\.$/m,
    env: sealedFor(2),
  }),
  ...boardChecks,
  ...treeChecks,
  pnpm({ args: ['db:reset'], covers: ['db:reset'], says: /^The database was made anew\./m }),
  { name: 'dev, until it runs, and Ctrl-C', covers: ['dev'], run: runDev },
  pnpm({ args: ['proof', '--list'], covers: [], says: /^[a-z]+$/m }),
  pnpm({ args: ['bench', '--list'], covers: [], says: /^[a-z]+$/m }),
  pnpm({ args: ['e2e:gallery', '--list'], covers: ['e2e:gallery'], says: /^Total: [1-9]\d* tests? in/m }),
  pnpm({ args: ['extension:pictures', '--list'], covers: ['extension:pictures'], says: /^Total: [1-9]\d* tests? in/m }),
  pnpm({
    args: ['test:services', 'node', '-p', 'process.env.TEMPLATE_DATABASE'],
    covers: ['test:services'],
    name: 'test:services',
    says: /^headhaul_template$/m,
  }),
];
