import { useEffect, useState } from 'react';

/** Typed text goes to the address after this pause. */
const typingPauseMs = 150;

/**
 * The text of a find field, which is ahead of the address. The address changes late, so a text that comes back from it while the person
 * keeps typing is an earlier text of their own and is ignored. Only a text that was not typed here (a view was chosen, filters were
 * cleared) replaces the field's text.
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: Only typing restarts the pause.
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
