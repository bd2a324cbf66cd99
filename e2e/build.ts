import { spawnSync } from 'node:child_process';
import { repoRoot, worldEnv } from './world.ts';

/** `pnpm e2e:build`: builds the apps for end-to-end runs with `E2E_PREBUILT=1`. The extension is built for the addresses of these tests. */
const { status } = spawnSync('pnpm', ['-r', '--filter', './apps/**', 'build'], {
  cwd: repoRoot,
  env: { ...process.env, ...worldEnv },
  stdio: 'inherit',
});
process.exit(status ?? 1);
