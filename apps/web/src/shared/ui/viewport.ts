import { useMediaQuery } from '@mantine/hooks';
import { screenQueries } from './screen-queries.ts';

export function isMobile(): boolean {
  return window.matchMedia(screenQueries.phone).matches;
}

export function useIsMobile(): boolean {
  return useMediaQuery(screenQueries.phone, undefined, { getInitialValueInEffect: false }) ?? false;
}

/** A tablet held upright, or anything narrower. */
export function useIsTablet(): boolean {
  return useMediaQuery(screenQueries.tablet, undefined, { getInitialValueInEffect: false }) ?? false;
}
