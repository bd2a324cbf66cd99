import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv, exit, stdout } from 'node:process';
import { gzipSync } from 'node:zlib';

/**
 * Measures the JavaScript that a browser must load before a page shows: the entry, the page's own modules and everything they import.
 * `pnpm --filter @headhaul/web build && pnpm --filter @headhaul/web size`
 */
interface ManifestChunk {
  file: string;
  imports?: string[];
}

const entry = 'index.html';
const pages = [
  { name: 'sign-in page', limitKb: 180, modules: ['src/features/login/login-page.tsx'] },
  {
    name: 'first work screen',
    limitKb: 300,
    modules: ['src/app/shell/shell-layout.tsx', 'src/features/extension/extension-page.tsx'],
  },
  {
    name: 'loads',
    limitKb: 300,
    modules: ['src/app/shell/shell-layout.tsx', 'src/features/loads/cache/loads-sync.tsx', 'src/features/loads/list/page.tsx'],
  },
  { name: 'setup', limitKb: 300, modules: ['src/app/setup-layout.tsx', 'src/features/setup/setup-page.tsx'] },
];

const dist = argv[2] ?? join(import.meta.dirname, 'dist');
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<string, ManifestChunk>;

function filesOf(key: string, found = new Set<string>()): Set<string> {
  const chunk = manifest[key];
  if (chunk === undefined) throw new Error(`The build has no ${key}: a page was renamed and this list was not.`);
  if (found.has(chunk.file)) return found;
  found.add(chunk.file);
  for (const imported of chunk.imports ?? []) filesOf(imported, found);
  return found;
}

let isTooHeavy = false;
for (const { name, limitKb, modules } of pages) {
  const files = new Set([entry, ...modules].flatMap((key) => [...filesOf(key)]));
  const bytes = [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file)), { level: 9 }).length, 0);
  const isOver = bytes > limitKb * 1_024;
  isTooHeavy ||= isOver;
  stdout.write(
    `${name}: ${(bytes / 1_024).toFixed(1)} KB gzip in ${files.size} files, at most ${limitKb} KB${isOver ? '  TOO HEAVY' : ''}\n`,
  );
}
exit(isTooHeavy ? 1 : 0);
