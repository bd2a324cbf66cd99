import { browser } from 'wxt/browser';
import { buildOrigins } from '../lib/build-origins.ts';
import { openPanelAt, type PanelBrowser } from '../panel/worker/open-panel.ts';
import { BoardsPanel } from './boards-panel.tsx';
import { MailPanel } from './mail-panel.tsx';
import { OpenPanelButton } from './open-panel-button.tsx';
import { PopupView } from './popup-view.tsx';
import { TeachPanel } from './teach-panel.tsx';
import { useBoards } from './use-boards.ts';
import { useMailboxes } from './use-mailboxes.ts';
import { usePopupStatus } from './use-popup-status.ts';
import { useTeach } from './use-teach.ts';

async function openWebApp(path: string): Promise<void> {
  await browser.tabs.create({ url: buildOrigins.webOrigins[0] + path });
  window.close();
}

async function openSidePanel(): Promise<void> {
  const host = browser as unknown as PanelBrowser;
  // Firefox opens its sidebar only before anything is waited for.
  const isOpen =
    host.sidePanel === undefined ? openPanelAt(host, null) : openPanelAt(host, { windowId: (await browser.windows.getCurrent()).id ?? 0 });
  if (await isOpen) window.close();
}

export function Popup() {
  const { phase, confirm } = usePopupStatus();
  const { boards, tell } = useBoards();
  const { mailboxes, choose } = useMailboxes();
  const teach = useTeach(() => window.close());
  return (
    <PopupView
      phase={phase}
      boards={
        <>
          <OpenPanelButton onOpen={() => void openSidePanel()} />
          {mailboxes && <MailPanel view={mailboxes} onChoose={choose} onOpen={() => void openWebApp('/dispatcher/accounts')} />}
          {boards && (
            <BoardsPanel
              view={boards}
              onSwitch={(board, isOn) => tell({ type: 'boards:switch', board, isOn })}
              onLowest={(cents) => tell({ type: 'boards:lowest', cents })}
              onShareCounts={(isOn) => tell({ type: 'boards:share-counts', isOn })}
            />
          )}
          {teach.view && (
            <TeachPanel view={teach.view} onStart={teach.start} onRemove={teach.remove} onShare={teach.share} onStop={teach.stop} />
          )}
        </>
      }
      onSignIn={() => void openWebApp('/login')}
      onOpen={() => void openWebApp('/')}
      onPlans={() => void openWebApp('/dispatcher/subscriptions')}
      onRetry={() => void confirm()}
    />
  );
}
