import { useState } from 'react';
import { InstallDialog, useInstallPrompt } from '../../features/install-prompt/install-dialog.tsx';
import { PromoDialog } from '../../features/promo/promo-dialog.tsx';
import { usePromo } from '../../features/promo/promo-due.ts';
import { useExtensionState } from '../../shared/extension-bridge/extension-state.ts';

/**
 * The dialogs that come by themselves, one of them each time the page loads: what is needed, or else what is offered. `hadDialog`:
 * somebody has had another one before them already.
 */
export function ShellDialogs({ hadDialog = false }: { hadDialog?: boolean }) {
  const install = useInstallPrompt();
  const [hadPrompt, setHadPrompt] = useState(false);
  if (install.isOpen && !hadPrompt) setHadPrompt(true);
  const promo = usePromo();
  const isLooking = useExtensionState().kind === 'unknown';
  return (
    <>
      <InstallDialog isOpen={install.isOpen} onClose={install.close} />
      {/* Mounted only when it opens: standing by, it would take the Escape that closes the prompt for its own. */}
      {promo.isDue && !install.isOpen && !hadPrompt && !hadDialog && !isLooking ? <PromoDialog onClose={promo.close} /> : null}
    </>
  );
}
