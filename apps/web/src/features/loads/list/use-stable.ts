import { useLayoutEffect, useRef, useState } from 'react';

type Actions = Record<string, (...input: never[]) => void>;

/** The same functions for as long as the screen stands, each doing what its newest version does: rows that hold them needn't be drawn anew. */
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
