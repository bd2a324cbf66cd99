import { useState } from 'react';
import { InstallDialog, useInstallPrompt } from '../../features/install-prompt/install-dialog.tsx';
import { PromoDialog } from '../../features/promo/promo-dialog.tsx';
import { usePromo } from '../../features/promo/promo-due.ts';
import { useExtensionState } from '../../shared/extension-bridge/extension-state.ts';

/**
 * The dialogs that open by themselves, one each time the page loads: the install prompt if it is needed, or else the promo. `hadDialog`:
 * another dialog was already open before them.
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
      {/* Mounted only when it opens. Otherwise it would also take the Escape that closes the install prompt. */}
      {promo.isDue && !install.isOpen && !hadPrompt && !hadDialog && !isLooking ? <PromoDialog onClose={promo.close} /> : null}
    </>
  );
}
