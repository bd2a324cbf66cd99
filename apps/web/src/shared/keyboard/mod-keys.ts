const isMac = /Mac/.test(navigator.userAgent);

/** "⌘K" on a Mac, "Ctrl K" on any other computer: the name of `mod+K` on this keyboard. */
export function modKeys(key: string): string {
  return isMac ? `⌘${key}` : `Ctrl ${key}`;
}
