import { useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { type ListState, readListState, writeListState } from './query.ts';

/** Access was checked when the screen was opened, so another list on the same screen doesn't check it again. */
const sameScreen = { preventScrollReset: true, defaultShouldRevalidate: false };

/**
 * The address holds the state of the screen: what is shown, and which load is open beside it. The screen is ahead of the address. It
 * shows a change in the next frame, and the router, which redraws the whole shell, follows after that.
 */
export function useListAddress() {
  const [address, setAddress] = useAddressAhead();
  // The open load is no part of the list's state, so opening one doesn't rebuild the list.
  const [listPart, openId] = useMemo(() => {
    const params = new URLSearchParams(address);
    const openId = params.get('load');
    params.delete('load');
    return [params.toString(), openId];
  }, [address]);
  const state = useMemo(() => readListState(new URLSearchParams(listPart)), [listPart]);

  const show = (next: ListState, isSmallStep = false) => {
    const written = writeListState(next);
    if (openId !== null) written.set('load', openId);
    setAddress(written.toString(), isSmallStep);
  };
  const openLoad = (id: string | null) => {
    const written = writeListState(state);
    if (id !== null) written.set('load', id);
    // Stepping from load to load replaces the history entry, so that Back closes the drawer.
    setAddress(written.toString(), id === null || openId !== null);
  };
  return {
    state,
    openId,
    show,
    change: (part: Partial<ListState>, isSmallStep = false) => show({ ...state, ...part }, isSmallStep),
    openLoad,
  };
}

/** The address that the router will reach. It is valid while the router is still at one of the addresses before it. */
interface Ahead {
  address: string;
  before: readonly string[];
}

interface Step {
  address: string;
  isReplaced: boolean;
  cancel: () => void;
}

function useAddressAhead(): [string, (address: string, isReplaced: boolean) => void] {
  const [params, setParams] = useSearchParams();
  const [ahead, setAhead] = useState<Ahead | null>(null);
  const waiting = useRef<Step | null>(null);
  const navigate = useRef(setParams);
  useEffect(() => {
    navigate.current = setParams;
  });
  useEffect(() => () => waiting.current?.cancel(), []);

  const reached = params.toString();
  const isAhead = ahead !== null && ahead.address !== reached && ahead.before.includes(reached);
  if (ahead !== null && !isAhead) setAhead(null);

  const go = (address: string, isReplaced: boolean) => {
    setAhead({ address, before: isAhead ? [...ahead.before, ahead.address] : [reached] });
    // Two changes in one frame are one step. It adds a history entry if either change does.
    const step: Step = { address, isReplaced: isReplaced && (waiting.current?.isReplaced ?? true), cancel: () => {} };
    waiting.current?.cancel();
    waiting.current = step;
    step.cancel = afterPaint(() => {
      waiting.current = null;
      navigate.current(new URLSearchParams(step.address), { ...sameScreen, replace: step.isReplaced });
    });
  };
  return [isAhead ? ahead.address : reached, go];
}

function afterPaint(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(act);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
