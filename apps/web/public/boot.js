// Runs before the first paint and before any module. It is a file of its own because the page's content policy allows no
// inline script.

// A person who chose the dark theme never sees a white flash. The key is `themeKeyName` in src/shared/storage-keys.ts.
try {
  if (localStorage.getItem('hh.theme.v1') === 'dark') document.documentElement.setAttribute('data-mantine-color-scheme', 'dark');
} catch {
  // Storage is blocked: the light theme stands.
}

// zod tries at its first schema whether it may compile code; the content policy says no, and the browser would report the try.
// Schemas are made while modules load, so the setting has to be there before them.
globalThis.__zod_globalConfig = { jitless: true };
