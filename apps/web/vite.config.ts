import { env } from 'node:process';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { compressedFiles } from './compress-build.ts';
import { themeCss } from './src/app/theme-css.ts';
import { withoutJsonSchema } from './without-json-schema.ts';

/**
 * The theme's variables as a stylesheet of the build. Mantine would write them into a `<style>` element while the page runs, which our
 * content policy and Trusted Types both refuse. This way they are also there before the first paint.
 */
function themeStylesheet(): Plugin {
  const id = 'virtual:theme.css';
  return {
    name: 'theme-stylesheet',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load: (source) => (source === `\0${id}` ? themeCss() : undefined),
  };
}

const apiServer = { target: env.API_URL ?? 'http://localhost:4000', changeOrigin: false };
// The pictures in signatures have addresses outside `/api`.
const apiProxy = { '/api': apiServer, '/i/': apiServer };

/** These icons are on nearly every page, so they go into one file. Alone, each would be a file of two hundred bytes. */
const commonIcons = /icons-react\/dist\/esm\/(icons\/Icon(AlertTriangle|ChevronDown|Dots|Plus|Search|X)|createReactComponent)\./;

/** Every page needs the session. These files and what they import compress better together than as a dozen files of a kilobyte. */
const sessionFiles = /\/shared\/(session\/(session-store|refresh-session|end-session|session-end)|entry\/entry-routing|links)\.ts$/;

export default defineConfig({
  plugins: [react(), themeStylesheet(), withoutJsonSchema(), compressedFiles()],
  server: { port: 5173, strictPort: true, proxy: apiProxy },
  preview: { port: 5173, strictPort: true, proxy: apiProxy },
  // `size-gate.ts` reads the manifest to measure the pages.
  build: {
    outDir: 'dist',
    sourcemap: true,
    target: 'es2023',
    manifest: true,
    // The files of contracts and domain have no side effects. A page that takes one number from a file doesn't load its schemas, nor what
    // they import.
    rolldownOptions: {
      treeshake: { moduleSideEffects: [{ test: /\/packages\/(contracts|domain)\//, sideEffects: false }] },
      output: {
        codeSplitting: {
          groups: [
            { name: 'icons', test: commonIcons },
            { name: 'session', test: sessionFiles },
          ],
        },
      },
    },
  },
});
