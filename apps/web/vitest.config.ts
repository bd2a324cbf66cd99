import { join } from 'node:path';
import { defineConfig, mergeConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import viteConfig from './vite.config.ts';

/**
 * The name of a test file says where it runs: `.test.tsx` and `.dom.test.ts` with a document, `.test.ts` without one. Files share a worker,
 * which loads React and Mantine once. The setup file runs before each test file and makes sure that nothing is left for the next one. The
 * time limits are only for a test that hangs.
 */
const shared = { pool: 'forks', isolate: false, maxWorkers: 2, testTimeout: 300_000, hookTimeout: 300_000 } as const;
const domTests = 'src/**/*.dom.test.ts';

const dom: TestProjectInlineConfiguration = {
  root: import.meta.dirname,
  test: {
    ...shared,
    name: 'web',
    environment: 'happy-dom',
    include: ['src/**/*.test.tsx', domTests],
    setupFiles: join(import.meta.dirname, 'src/testing/setup-dom.ts'),
    // react-toastify keeps toasts that no screen has shown yet. Inlined, it is loaded again in every file, like our own modules.
    server: { deps: { inline: ['react-toastify'] } },
  },
};

const plain: TestProjectInlineConfiguration = {
  root: import.meta.dirname,
  test: {
    ...shared,
    name: 'web-plain',
    environment: 'node',
    include: ['src/**/*.test.ts'],
    exclude: [domTests],
    setupFiles: join(import.meta.dirname, 'src/testing/setup-plain.ts'),
  },
};

export const webProjects = [dom, plain].map((project) => mergeConfig(viteConfig, project));

export default defineConfig({ test: { projects: webProjects } });
