/** Each is a mail to somebody who did not ask for it. */
export const mailsPerCompanyInDay = 50;
/** Until the company has a load: nobody knows yet whether it is one. */
export const mailsBeforeFirstLoadInDay = 5;
/** To one address, over all companies, in thirty days. */
export const writesInMonth = 3;
export const monthDays = 30;
export const remindAfterDays = 3;
/** For how long a company counts as new. */
export const newCompanyDays = 14;
/** Lines of the page; older ones still count in its figures. */
export const shownReferrals = 500;

export const dayMs = 24 * 60 * 60 * 1_000;
