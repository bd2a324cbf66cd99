/** Calls when the browser has nothing better to do; answers how to call it off. */
export function whenIdle(work: () => void): () => void {
  // Safari has no idle callback; two seconds after the screen stands will do.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 2_000);
    return () => clearTimeout(timer);
  }
  const id = window.requestIdleCallback(work, { timeout: 5_000 });
  return () => window.cancelIdleCallback(id);
}

/** Menus and dialogs come after the list, but before they are wanted: without a line they couldn't come at all. */
export function preloadParts(): void {
  const parts = [
    import('./row-status-menu.tsx'),
    import('./empty-state.tsx'),
    import('../details/drawer.tsx'),
    import('../status/status-dialogs.tsx'),
    import('../status/offline-queue-dialog.tsx'),
    import('./row-menu.tsx'),
    import('../assign/assign-menu.tsx'),
    import('./bulk-actions.tsx'),
    import('./filters/filter-editors.tsx'),
    import('../quick-entry/quick-load.tsx'),
    import('./keys-dialog.tsx'),
    import('../../saved-views/view-dialogs.public.tsx'),
  ];
  // One that doesn't come is asked for again when it is wanted.
  for (const part of parts) part.catch(() => undefined);
}
