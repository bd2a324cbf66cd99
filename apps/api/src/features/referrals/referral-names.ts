/** Who invites and whose company it is, where a name says something that a mail of ours must not say. */
export const unnamedInviter = 'A Headhaul user';
export const unnamedCompany = 'another company';
