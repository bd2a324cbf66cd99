import { useEffect, useRef } from 'react';

interface CarryKeys {
  /** The row that the load is over. Null when there is none. */
  overId: string | null;
  /** The drivers of the rows, best first. */
  ids: readonly string[];
  onWalk: (driverId: string) => void;
  onDrop: (driverId: string) => void;
  onPutBack: () => void;
}

/** The keys of a load that is lifted: the arrows walk through the rows from the best one on, Enter drops, Escape and Tab put it back. */
export function useCarryKeys(isOn: boolean, keys: CarryKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    if (!isOn) return;
    const handle = (event: KeyboardEvent) => {
      const { overId, ids, onWalk, onDrop, onPutBack } = latest.current;
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
      const isEnd = event.key === 'Enter' || event.key === 'Escape' || event.key === 'Tab';
      if (step === 0 && !isEnd) return;
      event.preventDefault();
      event.stopPropagation();
      if (event.key === 'Enter' && overId !== null) return onDrop(overId);
      if (isEnd) return onPutBack();
      const next = ids[((overId === null ? 0 : ids.indexOf(overId) + step) + ids.length) % Math.max(ids.length, 1)];
      if (next !== undefined) onWalk(next);
    };
    window.addEventListener('keydown', handle, { capture: true });
    return () => window.removeEventListener('keydown', handle, { capture: true });
  }, [isOn]);
}
