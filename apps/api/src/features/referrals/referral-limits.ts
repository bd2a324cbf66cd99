/** Each of these mails goes to a person who did not ask for it. */
export const mailsPerCompanyInDay = 50;
/** The limit until the company has its first load, because it may not be a real company yet. */
export const mailsBeforeFirstLoadInDay = 5;
/** Mails to one address from all companies in 30 days. */
export const writesInMonth = 3;
export const monthDays = 30;
export const remindAfterDays = 3;
/** For how long a company counts as new. */
export const newCompanyDays = 14;
/** Rows on the page. Older ones still count in its totals. */
export const shownReferrals = 500;

export const dayMs = 24 * 60 * 60 * 1_000;
