import { useEffect } from 'react';
import { checkExtension } from './extension-state.ts';

const watchMs = 5_000;

/** Keeps looking for the extension while somebody waits for it to be installed. */
export function useExtensionWatch(isWaiting: boolean): void {
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => void checkExtension(), watchMs);
    return () => clearInterval(timer);
  }, [isWaiting]);
}
