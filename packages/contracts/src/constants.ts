/** Numbers from the specification, each defined once. The unit is the end of the name. */
export const setupCutoffMs = 1_756_736_000_000;
export const copiedIndicatorMs = 2_000;
export const chipDebounceMs = 300;
export const bannerDismissalMs = 24 * 60 * 60 * 1_000;
export const promoRepeatMs = 48 * 60 * 60 * 1_000;
export const promoDelayMs = 2_000;
export const toastAutoCloseMs = 3_000;
export const toastPendingTemporaryMs = 2_000;
export const toastUndoMs = 8_000;
export const toastLimit = 3;
export const toastDragPercent = 80;
export const queryCacheSeconds = 60;
export const logoutExtensionDelayMs = 10;
export const sidebarWidthPx = 230;
export const mobileBreakpointPx = 768;

/** How long each secret is valid. */
export const accessTokenSeconds = 10 * 60;
export const refreshFamilyDays = 30;
/** A browser that was not used for this long must sign in again. */
export const refreshIdleDays = 14;
export const refreshOverlapSeconds = 30;
export const oneTimeCodeSeconds = 60;
/** For the six-digit code that we mail. */
export const emailCodeMinutes = 10;
/** How recently a person must have proved who they are, for actions that can't be undone or that show everything. */
export const freshMinutes = 15;
/** The same for Headhaul's own staff, for everything they do. */
export const freshStaffMinutes = 8 * 60;
export const trialDays = 14;

/** How long security events are kept. */
export const securityEventDays = 400;
