import { existsSync } from 'node:fs';

/** `CHROMIUM` names another place for either. */
const debianChromium = '/usr/bin/chromium';
const debianHeadlessShell = '/usr/bin/chromium-headless-shell';

/** The whole browser: loads extensions, and is what users have. */
export const chromiumPath = process.env.CHROMIUM ?? debianChromium;

/** The same engine without a browser's own windows, which cost a process per window: for pages alone. */
export const headlessShellPath = process.env.CHROMIUM ?? (existsSync(debianHeadlessShell) ? debianHeadlessShell : debianChromium);

/** As root, and without asking anything of the network that nobody asked for. */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
