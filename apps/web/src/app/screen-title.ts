import { useMatches } from 'react-router';

export interface ScreenHandle {
  title: string;
}

/** The title of the current screen, or null for a route without a title. */
export function useScreenTitle(): string | null {
  const handle = useMatches().at(-1)?.handle as ScreenHandle | undefined;
  return handle?.title ?? null;
}
