import { copiedIndicatorMs } from '@headhaul/contracts/constants';
import { useEffect, useState } from 'react';

/** Runs `write`, which copies, and sets `isCopied` for two seconds. A failed copy is only logged. */
export function useCopied(write: () => Promise<void>): { isCopied: boolean; copy: () => Promise<void> } {
  const [isCopied, setCopied] = useState(false);

  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), copiedIndicatorMs);
    return () => clearTimeout(timer);
  }, [isCopied]);

  const copy = async () => {
    try {
      await write();
      setCopied(true);
    } catch (failure) {
      console.error('The link could not be copied', failure);
    }
  };
  return { isCopied, copy };
}
