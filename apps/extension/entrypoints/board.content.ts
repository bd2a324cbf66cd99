import { browser } from 'wxt/browser';
import { defineContentScript } from 'wxt/utils/define-content-script';
import { createBoardScript } from '../src/board/board-script.ts';
import { removeTraces } from '../src/board/draw/decorator.ts';
import { mailTag } from '../src/board/draw/mail-popover.ts';
import { noteTag } from '../src/board/draw/note.ts';
import { bannerTag } from '../src/board/draw/paused-banner.ts';
import { pillTag, showRefreshPill } from '../src/board/draw/refresh-pill.ts';
import { rowTag } from '../src/board/draw/row-ui.ts';
import { whyTag } from '../src/board/draw/why-popover.ts';
import '../src/board/draw/board.css';
import { buildOrigins } from '../src/lib/build-origins.ts';
import { boardAt } from '../src/lib/origins.ts';
import { livePortName } from '../src/live/messages.ts';

export default defineContentScript({
  // wxt.config.ts replaces this with the build's boards.
  matches: ['https://one.dat.com/*'],
  // Some boards have their list in a frame.
  allFrames: true,
  // The page need not hear of us.
  noScriptStartedPostMessage: true,
  async main(ctx) {
    // Match patterns contain no port, and another program on this host is no board, unless the user has taught it.
    const isTaught = () => browser.runtime.sendMessage({ type: 'teach:is-taught' });
    if (boardAt(location.origin, buildOrigins) === null && (await isTaught().catch(() => false)) !== true) return;
    const script = createBoardScript({
      document,
      page: location,
      send: (message) => browser.runtime.sendMessage(message),
      connectLive() {
        const port = browser.runtime.connect({ name: livePortName });
        // Read, so that the browser doesn't report it to the page's console.
        port.onDisconnect.addListener(() => void browser.runtime.lastError);
        return port;
      },
    });
    const receive = (raw: unknown, sender: { id?: string | undefined }, reply: (answer: unknown) => void) => {
      const answer = sender.id === browser.runtime.id ? script.receive(raw) : undefined;
      if (answer !== undefined) reply(answer);
    };
    browser.runtime.onMessage.addListener(receive);
    ctx.addEventListener(window, 'wxt:locationchange', script.onMoved);
    // The extension was updated or removed: what it has drawn goes with it.
    ctx.onInvalidated(() => {
      const wasAtWork = script.isAtWork();
      script.stop();
      if (wasAtWork) showRefreshPill(document, () => location.reload());
    });
    // Nobody tells a script that its extension is gone. The context looks whenever one of its timers runs.
    ctx.setInterval(() => undefined, 1_000);
    // An older version of us may have left something here.
    removeTraces(document, [rowTag, noteTag, mailTag, whyTag, bannerTag, pillTag]);
    void script.start();
  },
});
