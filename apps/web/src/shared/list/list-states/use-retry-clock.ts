import { useEffect, useEffectEvent, useState } from 'react';

const firstWaitS = 8;
const longestWaitS = 60;

/** Seconds to wait before the next try, by the number of failures so far: 8, 16, 32, then always 60. */
export function retryWaitS(failures: number): number {
  return Math.min(firstWaitS * 2 ** Math.max(failures - 1, 0), longestWaitS);
}

/** Seconds until the next try. At zero it tries, and each failure makes the next wait longer. A hidden tab doesn't try. */
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
      // In a hidden tab the clock stops at one second until the tab is visible.
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
