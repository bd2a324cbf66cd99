const isMac = /Mac/.test(navigator.userAgent);

/** "⌘K" on a Mac, "Ctrl K" anywhere else: what `mod+K` is called on the keyboard it is pressed on. */
export function modKeys(key: string): string {
  return isMac ? `⌘${key}` : `Ctrl ${key}`;
}
