import { InstallDialog, useInstallPrompt } from '../../features/install-prompt/install-dialog.tsx';
import { PromoDialog } from '../../features/promo/promo-dialog.tsx';
import { usePromo } from '../../features/promo/promo-due.ts';
import { useExtensionState } from '../../shared/extension-bridge/extension-state.ts';

/** The dialogs that come by themselves, one at a time: first what is needed, then what is offered. */
export function ShellDialogs() {
  const install = useInstallPrompt();
  const promo = usePromo();
  const isLooking = useExtensionState().kind === 'unknown';
  return (
    <>
      <InstallDialog isOpen={install.isOpen} onClose={install.close} />
      {/* Mounted only when it opens: standing by, it would take the Escape that closes the prompt for its own. */}
      {promo.isDue && !install.isOpen && !isLooking ? <PromoDialog onClose={promo.close} /> : null}
    </>
  );
}
