import '@fontsource-variable/inter/wght.css';
import '@fontsource/barlow/latin-700.css';
import { createRoot } from 'react-dom/client';
import { browser } from 'wxt/browser';
import { buildOrigins } from '../../src/lib/build-origins.ts';
import { accessKey } from '../../src/lib/publish-state.ts';
import { askedRulesKey, openedRowKey } from '../../src/panel/messages.ts';
import { Panel } from '../../src/panel/view/panel.tsx';
import type { PanelHost } from '../../src/panel/view/panel-host.ts';
import { TeachOffer } from '../../src/panel/view/teach-offer.tsx';
import type { TeachFromPopup, TeachView } from '../../src/teach/messages.ts';
import '../../src/theme/tokens.css';
import '../../src/theme/page.css';
import '../../src/panel/view/panel.css';
import '../../src/panel/view/figures.css';
import '../../src/panel/view/controls.css';
import '../../src/panel/matches/matches.css';
import '../../src/panel/ask/ask.css';
import '../../src/panel/map/route-map.css';
import '../../src/filters/filters.css';
import '../../src/panel/view/teach-offer.css';

const findActive = async () => (await browser.tabs.query({ active: true, currentWindow: true }))[0];

/** As a click on "Report layout" in the popup does. */
async function reportLayout(): Promise<boolean> {
  const { id: tabId, url } = (await findActive()) ?? {};
  if (tabId === undefined || url === undefined) return false;
  const start = { tabId, url, purpose: 'REPORT' as const };
  await browser.runtime.sendMessage({ type: 'teach:want', ...start } satisfies TeachFromPopup);
  const view: TeachView | undefined = await browser.runtime.sendMessage({ type: 'teach:start', ...start } satisfies TeachFromPopup);
  return view?.fault === null;
}

const host: PanelHost = {
  ask: (message) => browser.runtime.sendMessage(message),
  mail: (message) => browser.runtime.sendMessage(message),
  onChanged(listener) {
    const follow = (changes: Record<string, unknown>) => {
      if ([openedRowKey, askedRulesKey, accessKey].some((key) => key in changes)) listener();
    };
    browser.storage.session.onChanged.addListener(follow);
    return () => browser.storage.session.onChanged.removeListener(follow);
  },
  findTab: async () => (await findActive())?.id ?? null,
  reportLayout,
  openWeb: (path) => void browser.tabs.create({ url: buildOrigins.webOrigins[0] + path }),
};

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <>
      <Panel host={host} />
      <TeachOffer />
    </>,
  );
