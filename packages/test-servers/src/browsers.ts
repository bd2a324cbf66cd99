import { existsSync } from 'node:fs';

/** `CHROMIUM` sets another path for both. */
const debianChromium = '/usr/bin/chromium';
const debianHeadlessShell = '/usr/bin/chromium-headless-shell';

/** The whole browser, as users have it. It can load extensions. */
export const chromiumPath = process.env.CHROMIUM ?? debianChromium;

/** The same engine without browser windows, which cost a process each. Only for pages. */
export const headlessShellPath = process.env.CHROMIUM ?? (existsSync(debianHeadlessShell) ? debianHeadlessShell : debianChromium);

/** `FIREFOX` sets another path. */
export const firefoxPath = process.env.FIREFOX ?? '/usr/bin/firefox-esr';

/** Runs as root, and makes no background requests to the network. */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
