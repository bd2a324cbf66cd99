/**
 * The one table behind a broker's letter; `docs/brokers.md` shows it. Every broker starts at 50. The most that all good facts add
 * is 50, and the most that all bad facts of one's own loads take away is 50, so a score is always from 0 to 100. What others say (the
 * factor, FMCSA, contacts) adds a little if it is good, and sets a ceiling if it is bad.
 */
export const startPoints = 50;

/** With fewer paid loads of one's own in twelve months there is no letter. */
export const enoughPaidLoads = 5;

export type Grade = 'A' | 'B' | 'C' | 'D' | 'F';

/** The lowest score of each letter, best first. */
export const grades: readonly (readonly [grade: Grade, atLeast: number])[] = [
  ['A', 85],
  ['B', 70],
  ['C', 55],
  ['D', 40],
  ['F', 0],
];

/**
 * How a share becomes points: (best × good − worst × bad) ÷ (good + bad + unsure). Good facts alone approach `best`, bad ones alone
 * approach `-worst`, and few facts move little. More bad never gives more points, and more good never fewer.
 */
export interface ShareWeight {
  best: number;
  worst: number;
  /** How many good facts weigh as much as one bad fact. */
  badWeighs: number;
  /** Facts that would be neither good nor bad, so that one load decides little. */
  unsure: number;
}

/**
 * The facts of one's own loads. Detention is good when it was paid and bad when it was denied. For all others the good facts are the loads
 * that were paid on time and in full: a load with anything bad about it counts as good nowhere, so it can't raise the score.
 */
export const shareWeights = {
  LATE: { best: 10, worst: 6, badWeighs: 3, unsure: 1 },
  LATE_15: { best: 6, worst: 9, badWeighs: 1, unsure: 1 },
  LATE_30: { best: 6, worst: 9, badWeighs: 2, unsure: 1 },
  SHORT_PAYS: { best: 10, worst: 14, badWeighs: 8, unsure: 1 },
  DETENTION: { best: 5, worst: 4, badWeighs: 1, unsure: 2 },
  CANCELED: { best: 3, worst: 4, badWeighs: 5, unsure: 1 },
  UNPAID_TONU: { best: 0, worst: 2, badWeighs: 5, unsure: 1 },
  OVERDUE: { best: 2, worst: 2, badWeighs: 2, unsure: 1 },
} as const satisfies Record<string, ShareWeight>;

/** Points for good facts that others state. */
export const goodPoints = {
  AUTHORITY_ACTIVE: 2,
  /** In addition, when it was granted at least `oldAuthorityDays` ago. */
  AUTHORITY_OLD: 2,
  BOND_ON_FILE: 2,
  FACTOR_APPROVED: 2,
} as const;

export const oldAuthorityDays = 3 * 365;

/** The highest score that a bad fact allows. The lowest ceiling counts; a second one takes nothing more away. */
export const ceilings = {
  AUTHORITY_REVOKED: 0,
  AUTHORITY_INACTIVE: 0,
  NOT_AUTHORIZED: 0,
  OUT_OF_SERVICE: 0,
  FACTOR_DECLINED: 20,
  LOOK_ALIKE_DOMAIN: 20,
  BOND_MISSING: 54,
  AUTHORITY_REINSTATED: 54,
  PHONE_NOT_ON_RECORD: 54,
  AUTHORITY_NEW: 69,
  FACTOR_LIMIT_USED: 69,
  FREE_MAIL: 69,
  OTHER_DOMAIN: 69,
  FACTOR_LIMITED: 84,
  INSURANCE_MISSING: 84,
  PHONE_CHANGED: 84,
  ADDRESS_CHANGED: 84,
} as const;

/** For how many days a change in the record sets its ceiling. */
export const freshDays = { AUTHORITY_NEW: 365, AUTHORITY_REINSTATED: 180, PHONE_CHANGED: 90, ADDRESS_CHANGED: 90 } as const;

/** A bad fact with a ceiling up to this is a risk: people are told before everything else. */
export const riskCeiling = 54;

/** A phone that changed is a risk for this many days. Somebody who takes over a broker's name changes its phone first. */
export const riskPhoneDays = 30;

/** A contact and a mail domain of a broker count as new for this many days. */
export const newContactDays = 30;
