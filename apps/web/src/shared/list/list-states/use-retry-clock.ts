import { useEffect, useEffectEvent, useState } from 'react';

const firstWaitS = 8;
const longestWaitS = 60;

/** How long to wait before the next try, after so many have failed: 8, 16, 32, 60 s. */
export function retryWaitS(failures: number): number {
  return Math.min(firstWaitS * 2 ** Math.max(failures - 1, 0), longestWaitS);
}

/** Seconds to the next try. At zero it is made; each that fails makes the next wait longer. A tab nobody sees doesn't try. */
export function useRetryClock(onRetry: () => void, isRetrying: boolean): number {
  const [failures, setFailures] = useState(1);
  const [secondsLeft, setSecondsLeft] = useState(retryWaitS(1));
  const [wasRetrying, setWasRetrying] = useState(isRetrying);
  const retry = useEffectEvent(onRetry);

  if (wasRetrying !== isRetrying) {
    setWasRetrying(isRetrying);
    if (!isRetrying) {
      setFailures(failures + 1);
      setSecondsLeft(retryWaitS(failures + 1));
    }
  }

  useEffect(() => {
    if (isRetrying) return;
    const timer = setInterval(() => {
      // In the background the last second waits until somebody looks.
      setSecondsLeft((left) => (left > 1 || document.visibilityState === 'visible' ? Math.max(left - 1, 0) : left));
    }, 1_000);
    return () => clearInterval(timer);
  }, [isRetrying]);

  const isDue = secondsLeft === 0 && !isRetrying;
  useEffect(() => {
    if (isDue) retry();
  }, [isDue]);

  return secondsLeft;
}
