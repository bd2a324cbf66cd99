import { useEffect, useState } from 'react';

/** What is typed goes to the address after this pause. */
const typingPauseMs = 150;

/**
 * The text of a find field, ahead of the address it goes to. The address follows late: what comes back from it while somebody goes on
 * typing is an echo, not news. Only a text that was not typed here (a view was chosen, filters were cleared) is taken over.
 */
export function useTypedFind(text: string, send: (text: string) => void): [string, (typed: string) => void] {
  const [typed, setTyped] = useState(text);
  const [reached, setReached] = useState(text);
  const [underWay, setUnderWay] = useState<readonly string[]>([]);
  if (text !== reached) {
    setReached(text);
    const echo = underWay.indexOf(text);
    setUnderWay(underWay.slice(echo + 1));
    if (echo < 0) {
      setUnderWay([]);
      setTyped(text);
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: Only what is typed starts the pause anew.
  useEffect(() => {
    const next = typed.trim();
    if (next === (underWay.at(-1) ?? reached)) return;
    const timer = setTimeout(() => {
      setUnderWay((before) => [...before, next]);
      send(next);
    }, typingPauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return [typed, setTyped];
}
