import { readFile } from 'node:fs/promises';
import { build } from 'esbuild';

/**
 * Node strips types from our own files, but not inside node_modules, where our packages are once installed. So the build bundles our
 * code and our packages into one file per process. Third-party packages stay unbundled, because some read files next to them.
 */
const { dependencies } = JSON.parse(await readFile(new URL('package.json', import.meta.url), 'utf8')) as {
  dependencies: Record<string, string>;
};
const external = Object.keys(dependencies).filter((name) => !name.startsWith('@headhaul/'));

await build({
  entryPoints: {
    server: 'src/server.ts',
    worker: 'src/worker.ts',
    migrate: 'src/cli/migrate.ts',
    'billing-setup': 'src/cli/billing-setup.ts',
    boards: 'src/cli/boards.ts',
    'broker-figures': 'src/cli/broker-figures.ts',
    'rotate-mail-keys': 'src/cli/rotate-mail-keys.ts',
  },
  absWorkingDir: import.meta.dirname,
  outdir: 'dist/bin',
  outExtension: { '.js': '.mjs' },
  bundle: true,
  splitting: false,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  sourcemap: true,
  external: external.flatMap((name) => [name, `${name}/*`]),
});
