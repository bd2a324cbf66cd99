import { promoDelayMs, promoRepeatMs } from '@headhaul/contracts/constants';
import { useEffect, useState } from 'react';
import { readStored, storageKeys, writeStored } from '../../shared/storage-keys.ts';
import { useIsMobile } from '../../shared/ui/viewport.ts';

function isPromoDue(shownAtMs: number | null, nowMs: number): boolean {
  return shownAtMs === null || nowMs - shownAtMs >= promoRepeatMs;
}

/** Opens two seconds after the page has loaded, on computers, at most once in 48 hours. */
export function usePromo(): { isDue: boolean; close: () => void } {
  const isMobile = useIsMobile();
  const [isDue, setDue] = useState(false);

  useEffect(() => {
    if (isMobile || !isPromoDue(readStored(storageKeys.promoShownAt), Date.now())) return;
    // Do not show the offer over another dialog or right after it. It waits for the next page load.
    const open = () => setDue(document.querySelector('[role="dialog"][aria-modal="true"]') === null);
    const timer = setTimeout(open, promoDelayMs);
    return () => clearTimeout(timer);
  }, [isMobile]);

  const close = () => {
    writeStored(storageKeys.promoShownAt, Date.now());
    setDue(false);
  };
  return { isDue: isDue && !isMobile, close };
}
