import { mobileBreakpointPx } from '@headhaul/contracts/constants';
import { useMediaQuery } from '@mantine/hooks';

const mobileQuery = `(max-width: ${mobileBreakpointPx - 0.02}px)`;

export function isMobile(): boolean {
  return window.matchMedia(mobileQuery).matches;
}

export function useIsMobile(): boolean {
  return useMediaQuery(mobileQuery, undefined, { getInitialValueInEffect: false }) ?? false;
}
