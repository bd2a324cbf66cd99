import { browser } from 'wxt/browser';
import { defineContentScript } from 'wxt/utils/define-content-script';
import { buildOrigins } from '../src/lib/build-origins.ts';
import { relayMessage } from '../src/lib/relay-message.ts';

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
  },
});
