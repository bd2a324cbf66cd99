import { browser } from 'wxt/browser';
import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { startTeaching } from '../src/teach/page/start-teaching.ts';

/** Put into a page by the worker when the user wants to teach it, and only then. */
export default defineUnlistedScript(() =>
  startTeaching({
    document,
    page: location,
    send: (message) => browser.runtime.sendMessage(message),
    listen(receive) {
      const listener = (raw: unknown, sender: { id?: string | undefined }, reply: (answer: unknown) => void) => {
        // The board's script listens too. What is meant for it must not be answered here.
        if (sender.id === browser.runtime.id && receive(raw)) reply(null);
      };
      browser.runtime.onMessage.addListener(listener);
      return () => browser.runtime.onMessage.removeListener(listener);
    },
  }),
);
