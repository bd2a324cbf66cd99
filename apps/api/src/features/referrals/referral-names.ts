/** Used instead of a name that must not appear in a mail of ours. */
export const unnamedInviter = 'A Headhaul user';
export const unnamedCompany = 'another company';
