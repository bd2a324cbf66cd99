import { joinsWithDaysInYear, referralDays } from '@headhaul/contracts/referrals';

export interface RoadSign {
  days: number;
  isEarned: boolean;
  /** Where its middle stands, in percent of the road. */
  place: number;
}

export interface Road {
  signs: RoadSign[];
  /** How far one has come, in percent of the road. */
  travelled: number;
}

/** How many signs fit, how many of them may lie behind, and where they stand: the first at `lead` steps, the road is `steps` long. */
const layouts = {
  desk: { length: joinsWithDaysInYear, behind: 3, lead: 1, steps: joinsWithDaysInYear + 0.3 },
  phone: { length: 3, behind: 2, lead: 0.55, steps: 3 },
};

/** The last signs earned and those that come next, no more than the rules still give: `joinsLeft` are those with days this year. */
export function rewardRoad(daysEarned: number, layout: keyof typeof layouts, joinsLeft: number): Road {
  const { length, behind, lead, steps } = layouts[layout];
  const earned = Math.floor(daysEarned / referralDays);
  const last = earned + joinsLeft;
  const first = Math.max(0, Math.min(earned - behind, last - length));
  const signs = Array.from({ length: Math.min(length, last - first) }, (_, index) => ({
    days: (first + index + 1) * referralDays,
    isEarned: first + index < earned,
    place: ((index + lead) / steps) * 100,
  }));
  return { signs, travelled: signs.findLast(({ isEarned }) => isEarned)?.place ?? 0 };
}
