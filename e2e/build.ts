import { spawnSync } from 'node:child_process';
import { repoRoot, worldEnv } from './world.ts';

/** `pnpm e2e:build`: the apps as the end-to-end tests use them with `E2E_PREBUILT=1`. The extension is built for their addresses. */
const { status } = spawnSync('pnpm', ['-r', '--filter', './apps/**', 'build'], {
  cwd: repoRoot,
  env: { ...process.env, ...worldEnv },
  stdio: 'inherit',
});
process.exit(status ?? 1);
