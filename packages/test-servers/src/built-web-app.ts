import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const repository = resolve(import.meta.dirname, '../../..');

/** The built web app: the one in `PREBUILT_WEB`, or else built here. */
export function findBuiltWebApp(): string {
  const prebuilt = process.env.PREBUILT_WEB;
  if (prebuilt !== undefined) {
    const folder = resolve(repository, prebuilt);
    if (!existsSync(join(folder, 'index.html'))) throw new Error(`PREBUILT_WEB: there is no built web app in ${folder}.`);
    return folder;
  }
  const outDir = mkdtempSync(join(tmpdir(), 'headhaul-web-'));
  const args = ['node_modules/vite/bin/vite.js', 'build', '--outDir', outDir, '--emptyOutDir', '--logLevel', 'warn'];
  execFileSync(process.execPath, args, { cwd: join(repository, 'apps/web'), env: { ...process.env, NODE_ENV: 'production' } });
  return outDir;
}
