import { browser } from 'wxt/browser';
import { buildOrigins } from '../lib/build-origins.ts';
import type { FromPanelMail } from '../mail/messages.ts';
import { UnsentMails } from '../panel/ask/unsent-mails.tsx';
import { openPanelAt, type PanelBrowser } from '../panel/worker/open-panel.ts';
import { BoardSettings, BoardsPanel } from './boards-panel.tsx';
import { MailPanel } from './mail-panel.tsx';
import { hasPaused, PausedPanel } from './paused-panel.tsx';
import { PopupView } from './popup-view.tsx';
import { TeachPanel } from './teach-panel.tsx';
import { useBoards } from './use-boards.ts';
import { useDay } from './use-day.ts';
import { useMailboxes } from './use-mailboxes.ts';
import { usePopupStatus } from './use-popup-status.ts';
import { useTeach } from './use-teach.ts';

async function openTab(url: string): Promise<void> {
  await browser.tabs.create({ url });
  window.close();
}
const openWebApp = (path: string) => openTab(buildOrigins.webOrigins[0] + path);

const tellMail = (message: FromPanelMail): Promise<unknown> => browser.runtime.sendMessage(message);

async function openSidePanel(): Promise<void> {
  const host = browser as unknown as PanelBrowser;
  // Firefox opens its sidebar only before anything is waited for.
  const isOpen =
    host.sidePanel === undefined ? openPanelAt(host, null) : openPanelAt(host, { windowId: (await browser.windows.getCurrent()).id ?? 0 });
  if (await isOpen) window.close();
}

export function Popup() {
  const { phase, confirm } = usePopupStatus();
  const { boards, isLooking, tell, look } = useBoards();
  const day = useDay();
  const { mailboxes, choose } = useMailboxes();
  const teach = useTeach(() => window.close());
  return (
    <PopupView
      phase={phase}
      day={day}
      boards={
        <>
          <UnsentMails tell={tellMail} />
          {boards && (
            <>
              <PausedPanel
                view={boards}
                isLooking={isLooking}
                onTryAgain={look}
                onReport={teach.view?.page === 'CHANGED' ? () => teach.start('REPORT') : null}
              />
              <BoardsPanel
                view={boards}
                onSwitch={(board, isOn) => tell({ type: 'boards:switch', board, isOn })}
                onOpen={(url) => void openTab(url)}
                // The browser asks within the click, and its question may close the popup.
                onAllow={(site) => void browser.permissions.request({ origins: [site] }).then(() => tell({ type: 'boards:view' }))}
              />
            </>
          )}
          {boards && teach.view && (
            <TeachPanel
              view={teach.view}
              isReportShown={hasPaused(boards)}
              onStart={teach.start}
              onQuiet={teach.setQuiet}
              onRemove={teach.remove}
              onShare={teach.share}
              onStop={teach.stop}
            />
          )}
          <MailPanel view={mailboxes} onChoose={choose} onOpen={() => void openWebApp('/dispatcher/accounts')} />
          {boards && (
            <BoardSettings
              view={boards}
              onLowest={(cents) => tell({ type: 'boards:lowest', cents })}
              onShareCounts={(isOn) => tell({ type: 'boards:share-counts', isOn })}
            />
          )}
        </>
      }
      onSignIn={() => void openWebApp('/login')}
      onOpen={() => void openWebApp('/')}
      onOpenPanel={() => void openSidePanel()}
      onPlans={() => void openWebApp('/dispatcher/subscriptions')}
      onRetry={() => void confirm()}
    />
  );
}
