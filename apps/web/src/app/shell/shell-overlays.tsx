import { lazy, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { closeCompose, useComposeWish } from '../../features/emails/compose-mail.public.ts';
import { usePricingOpened } from '../../features/pricing/pricing-dialog.public.ts';
import { LogoutDialog } from './logout-dialog.tsx';
import { CommandPalette } from './palette/command-palette.tsx';
import { ShellDialogs } from './shell-dialogs.tsx';

const ComposeDialog = lazy(() => import('../../features/emails/compose/compose-dialog.tsx'));
const PricingDialog = lazy(() => import('../../features/pricing/pricing-dialog.tsx'));

interface ShellOverlaysProps {
  isPaletteOpen: boolean;
  onPaletteClose: () => void;
  isLogoutOpen: boolean;
  onLogoutClose: () => void;
  onLogout: () => void;
}

/** The dialogs over the frame. They load right after the frame, which is shown without them. */
export default function ShellOverlays({ isPaletteOpen, onPaletteClose, isLogoutOpen, onLogoutClose, onLogout }: ShellOverlaysProps) {
  const [query] = useSearchParams();
  const isPricingOpen = usePricingOpened() !== null || query.has('pricing-modal');
  // The pricing dialog takes the place of the dialogs that open by themselves. Those start again when it closes.
  const [hadPricing, setHadPricing] = useState(false);
  if (isPricingOpen && !hadPricing) setHadPricing(true);
  const wish = useComposeWish();
  return (
    <>
      <CommandPalette isOpen={isPaletteOpen} onClose={onPaletteClose} onLogout={onLogout} />
      <LogoutDialog isOpen={isLogoutOpen} onClose={onLogoutClose} />
      {wish === null ? null : (
        <Suspense>
          <ComposeDialog wish={wish} onClose={closeCompose} />
        </Suspense>
      )}
      {isPricingOpen ? (
        <Suspense>
          <PricingDialog />
        </Suspense>
      ) : (
        <ShellDialogs hadDialog={hadPricing} />
      )}
    </>
  );
}
