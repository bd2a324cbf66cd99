import { browser } from 'wxt/browser';
import { buildOrigins } from '../lib/build-origins.ts';
import { PopupView } from './popup-view.tsx';
import { usePopupStatus } from './use-popup-status.ts';

async function openWebApp(path: string): Promise<void> {
  await browser.tabs.create({ url: buildOrigins.webOrigins[0] + path });
  window.close();
}

export function Popup() {
  const { phase, confirm } = usePopupStatus();
  return (
    <PopupView
      phase={phase}
      onSignIn={() => void openWebApp('/login')}
      onOpen={() => void openWebApp('/')}
      onRetry={() => void confirm()}
    />
  );
}
