import { useEffect, useState } from 'react';

const tickMs = 30_000;

/** The time, moving on twice a minute: relative times on a screen that stays open must not freeze. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
