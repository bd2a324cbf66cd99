import { useLayoutEffect, useRef, useState } from 'react';

type Actions = Record<string, (...input: never[]) => void>;

/**
 * Returns the same functions as long as the screen is shown. Each one calls its newest version, so that rows that hold them needn't be
 * redrawn.
 */
export function useStable<T extends { [Key in keyof T]: (...input: never[]) => void }>(newest: T): T {
  const latest = useRef(newest);
  useLayoutEffect(() => {
    latest.current = newest;
  });
  const [stable] = useState(() => {
    const names = Object.keys(newest) as (keyof T & string)[];
    return Object.fromEntries(
      names.map((name) => [name, (...input: never[]) => (latest.current as unknown as Actions)[name]?.(...input)]),
    ) as unknown as T;
  });
  return stable;
}
