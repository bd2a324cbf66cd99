import { browser } from 'wxt/browser';
import { defineContentScript } from 'wxt/utils/define-content-script';
import { buildOrigins } from '../src/lib/build-origins.ts';
import { newsMark, readNews, relayMessage } from '../src/lib/relay-message.ts';

export default defineContentScript({
  // wxt.config.ts replaces this with the build's origins.
  matches: ['http://localhost/*'],
  runAt: 'document_start',
  main(ctx) {
    // Match patterns contain no port, and another program on this host is not the web app.
    if (!buildOrigins.webOrigins.includes(location.origin)) return;
    ctx.addEventListener(window, 'message', (event) => {
      void relayMessage(event, { window, origin: location.origin }, (msg) => browser.runtime.sendMessage(msg));
    });
    const pass = (raw: unknown, sender: { id?: string | undefined; tab?: unknown }, reply: (isHeard: true) => void) => {
      const msg = readNews(raw, sender, browser.runtime.id);
      if (msg === null) return;
      window.postMessage({ fx: newsMark, v: 1, msg }, location.origin);
      reply(true);
    };
    browser.runtime.onMessage.addListener(pass);
    ctx.onInvalidated(() => browser.runtime.onMessage.removeListener(pass));
  },
});
