import { mobileBreakpointPx } from '@headhaul/contracts/constants';

/** Slightly less, so that a window of exactly this width is not below it. */
const below = (px: number) => `(max-width: ${px - 0.02}px)`;

/**
 * The widths at which screens change, each declared once. Stylesheets write `@media (--phone)`, code uses viewport.ts. A wider query also
 * matches the narrower screens, so in a stylesheet they go from wide to narrow.
 */
export const screenQueries = {
  wide: below(1_440),
  desktop: below(1_300),
  laptop: below(1_200),
  tablet: below(1_024),
  phone: below(mobileBreakpointPx),
  'above-phone': `(min-width: ${mobileBreakpointPx}px)`,
};
