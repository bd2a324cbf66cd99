import { join } from 'node:path';
import { defineConfig, mergeConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import viteConfig from './vite.config.ts';

/**
 * A test's name says where it runs: `.test.tsx` and `.dom.test.ts` with a document, `.test.ts` without one. Files share a worker, which
 * loads React and Mantine once; what a file could leave to the next is taken away by the setup file, which runs before each. The limits
 * are for a test that hangs.
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
    // It keeps toasts that no screen has shown yet, so it begins anew in every file as our own modules do.
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
