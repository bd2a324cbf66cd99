import type { ScriptId } from './package-scripts.ts';

/** Scripts that this command does not run, and what runs them instead. */
export const elsewhere: Record<ScriptId, string> = {
  check: 'a section of .ci/run',
  test: 'a section of .ci/run',
  e2e: 'a section of .ci/run',
  'e2e:build': 'a section of .ci/run',
  proof: 'each proof is a section of .ci/run; its list is read here',
  bench: 'each bench is a section of .ci/run in its tiny form; its list is read here',
  build: 'of its parts, .ci/run builds the web app and the extension, and the API is built here',
  'extension:package': 'a section of .ci/run, with --check',
  commands: 'this command',
  prepare: 'pnpm install runs it',
  '@headhaul/e2e e2e': 'pnpm e2e',
  '@headhaul/e2e build': 'pnpm e2e:build',
  '@headhaul/web build': 'a section of .ci/run',
  '@headhaul/web size': 'a section of .ci/run',
  '@headhaul/web dev': 'pnpm dev starts the same server',
  '@headhaul/extension build': 'a section of .ci/run',
  '@headhaul/extension package': 'pnpm extension:package',
  '@headhaul/extension dev': 'it opens a browser and waits for changes; build:dev makes the same extension',
  '@headhaul/sandbox start': 'every command here that talks to somebody outside talks to it',
  '@headhaul/places-tool make': 'it stands apart from the workspace: its map of time zones is a download of 60 MB',
};
