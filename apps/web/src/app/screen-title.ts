import { useMatches } from 'react-router';

export interface ScreenHandle {
  title: string;
}

/** Title of the screen one is on, or null outside the list of screens. */
export function useScreenTitle(): string | null {
  const handle = useMatches().at(-1)?.handle as ScreenHandle | undefined;
  return handle?.title ?? null;
}
