import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'wxt';
import { requireSmall } from './src/lib/content-size.ts';
import { listBoards, requireOrigins, resolveOrigins, toMatchPattern } from './src/lib/origins.ts';
import { requireBoardKeys, resolveBoardKeys } from './src/packs/board-keys.ts';

/** Fixes the id of unpacked builds (`developmentExtensionId` in the contracts). The stores sign with their own keys. */
const publicKey =
  'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAufFeUZBIZM/ES8yFr0ZV11Di1DSXaNgfxgdWcgnkuA5YVks5VTCdzs/O0y/CEHgouDPjRiGgGy1D/FC50sLka6+2VyXE1MJFCcQYQqjsA70sWxDtbqqkaQ2pQSOkmHQwv2D+VhzQMPGcNFsH2ZjPlGshB1l6KMduRK4MnsY4DKRJ6cpDysK7nGmAErU0QC1I/mDW7KsGHnAPYl7Zw6Cy3LIkfCgy2e76SnWbIJyCRszh72Aawgl4fWhFl2LlzGSdmduMdEYLGUWxa5h/lGTr1HkqeegfjAOgnMm433VqHFp+guQ5hj5p4CKrN0aWEW52QwXcVxpWMFidZJ6K/8wABQIDAQAB';

/** The mode of packages for the stores (packaging/package.ts). */
const storeMode = 'store';

function iconSet(state: 'on' | 'off') {
  return Object.fromEntries([16, 32, 48, 128].map((size) => [size, `icon/${state}-${size}.png`]));
}

function pagePolicy(apiOrigin: string): string {
  return `default-src 'self'; img-src 'self' data:; connect-src 'self' ${apiOrigin}; object-src 'none'; base-uri 'none'; frame-ancestors 'none'`;
}

export default defineConfig({
  modules: ['@wxt-dev/module-react'],
  imports: false,
  manifestVersion: 3,
  // The source maps of a store build are kept apart.
  zip: { name: 'headhaul', exclude: ['**/*.map'], zipSources: false, artifactTemplate: 'packages/{{name}}-{{version}}-{{browser}}.zip' },
  manifest: ({ browser, command, mode }) => {
    const origins = resolveOrigins(process.env);
    const { webOrigins, apiBase } = origins;
    const boardOrigins = listBoards(origins).map(([, origin]) => origin);
    const isFirefox = browser === 'firefox';
    return {
      name: 'Headhaul',
      description: 'Helps freight dispatchers evaluate and answer loads on load boards they already use.',
      // `scripting` and `activeTab` put the script for teaching a page into the tab where the user asked for it.
      permissions: ['storage', 'alarms', 'scripting', 'activeTab'],
      // The boards are those whose pages the content script reads anyway.
      host_permissions: [...new Set([new URL(apiBase).origin, ...boardOrigins].map(toMatchPattern))],
      // Asked for one site at a time, when the user teaches it.
      optional_host_permissions: ['https://*/*'],
      icons: iconSet('on'),
      // Nobody is signed in on a fresh install, so the gray icon is right before any code runs.
      action: { default_title: 'Headhaul', default_icon: iconSet('off') },
      // The development server needs its own socket and scripts, so WXT writes that policy itself.
      ...(command === 'serve' ? {} : { content_security_policy: { extension_pages: pagePolicy(new URL(apiBase).origin) } }),
      ...(isFirefox
        ? {
            browser_specific_settings: {
              gecko: {
                id: 'extension@headhaul.example',
                strict_min_version: '140.0',
                // A load and its broker's address leave the page when the user clicks its rate or emails about it, and the names of brokers before.
                // The emails and the begun calls themselves are communications.
                data_collection_permissions: {
                  required: ['authenticationInfo', 'websiteContent', 'personallyIdentifyingInfo', 'personalCommunications'],
                  optional: ['technicalAndInteraction'],
                },
              },
            },
          }
        : {
            // A store refuses a package with a key.
            ...(mode === storeMode ? {} : { key: publicKey }),
            minimum_chrome_version: '120',
            // An empty list of ids keeps every other extension out.
            externally_connectable: { matches: [...new Set(webOrigins.map(toMatchPattern))], ids: [] },
          }),
    };
  },
  hooks: {
    // A development build is not made small.
    'build:done': ({ config: { mode, outDir } }) => {
      const name = 'content-scripts/board.js';
      if (mode !== 'development') requireSmall(name, readFileSync(join(outDir, name)));
    },
    'build:before': (wxt) => {
      requireOrigins(process.env, wxt.config.mode);
      requireBoardKeys(process.env, wxt.config.mode, resolveOrigins(process.env).apiBase);
    },
    // The pages are known only at build time: those of the bridge from the same list as the manifest's, those of the boards by their origins.
    'build:manifestGenerated': (_, manifest) => {
      const origins = resolveOrigins(process.env);
      const boards = listBoards(origins).map(([, origin]) => origin);
      for (const script of manifest.content_scripts ?? []) {
        const isBoard = script.js?.some((file) => file.includes('board')) === true;
        script.matches = [...new Set((isBoard ? boards : origins.webOrigins).map(toMatchPattern))];
      }
    },
  },
  vite: ({ mode }) => ({
    // Hidden: nothing in a script says where its map is.
    ...(mode === storeMode ? { build: { sourcemap: 'hidden' as const } } : {}),
    define: {
      __HEADHAUL_ORIGINS__: JSON.stringify(resolveOrigins(process.env)),
      __HEADHAUL_BOARD_KEYS__: JSON.stringify(resolveBoardKeys(process.env)),
    },
  }),
});
