/** Calls `work` when the browser is idle. Returns a function that cancels the call. */
export function whenIdle(work: () => void): () => void {
  // Safari has no idle callback, so it waits two seconds.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 2_000);
    return () => clearTimeout(timer);
  }
  const id = window.requestIdleCallback(work, { timeout: 5_000 });
  return () => window.cancelIdleCallback(id);
}

/** Loads menus and dialogs after the list, but before they are needed. When the browser is offline they can't be loaded. */
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
  // A part that fails to load is requested again when it is needed.
  for (const part of parts) part.catch(() => undefined);
}
