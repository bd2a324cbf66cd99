/** What browsers have for a panel beside the page: Chrome and Edge the first, Firefox the second. */
export interface PanelBrowser {
  sidePanel?: { open(where: { tabId: number } | { windowId: number }): Promise<void> };
  sidebarAction?: { open(): Promise<void>; isOpen(where: object): Promise<boolean> };
}

/**
 * Opens the side panel. False when the browser doesn't allow it. `where` is null in Firefox's popup, whose click is the only one that opens
 * its sidebar: a click on a page doesn't, but the sidebar may be open already.
 */
export async function openPanelAt(browser: PanelBrowser, where: { tabId: number } | { windowId: number } | null): Promise<boolean> {
  const { sidePanel, sidebarAction } = browser;
  try {
    if (sidePanel !== undefined && where !== null) {
      await sidePanel.open(where);
      return true;
    }
    if (where === null) {
      await sidebarAction?.open();
      return sidebarAction !== undefined;
    }
    return (await sidebarAction?.isOpen({})) === true;
  } catch {
    return false;
  }
}
