import '@fontsource-variable/inter/wght.css';
import '@fontsource/barlow/latin-700.css';
import { createRoot } from 'react-dom/client';
import { browser } from 'wxt/browser';
import { buildOrigins } from '../../src/lib/build-origins.ts';
import { accessKey } from '../../src/lib/publish-state.ts';
import { openedRowKey } from '../../src/panel/messages.ts';
import { Panel } from '../../src/panel/view/panel.tsx';
import type { PanelHost } from '../../src/panel/view/panel-host.ts';
import '../../src/theme/tokens.css';
import '../../src/theme/page.css';
import '../../src/panel/view/panel.css';
import '../../src/panel/view/controls.css';
import '../../src/panel/matches/matches.css';
import '../../src/panel/ask/ask.css';
import '../../src/panel/map/route-map.css';
import '../../src/filters/filters.css';

const host: PanelHost = {
  ask: (message) => browser.runtime.sendMessage(message),
  mail: (message) => browser.runtime.sendMessage(message),
  onChanged(listener) {
    const follow = (changes: Record<string, unknown>) => {
      if (openedRowKey in changes || accessKey in changes) listener();
    };
    browser.storage.session.onChanged.addListener(follow);
    return () => browser.storage.session.onChanged.removeListener(follow);
  },
  async findTab() {
    const [tab] = await browser.tabs.query({ active: true, currentWindow: true });
    return tab?.id ?? null;
  },
  openWeb: (path) => void browser.tabs.create({ url: buildOrigins.webOrigins[0] + path }),
};

const root = document.getElementById('root');
if (root) createRoot(root).render(<Panel host={host} />);
