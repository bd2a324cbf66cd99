import { joinsWithDaysInYear, referralDays } from '@headhaul/contracts/referrals';

export interface RoadSign {
  days: number;
  isEarned: boolean;
  /** The middle of the sign, in percent of the road. */
  place: number;
}

export interface Road {
  signs: RoadSign[];
  /** The progress, in percent of the road. */
  travelled: number;
}

/**
 * `length` is the number of signs that fit, `behind` the number of earned ones to keep in view. The first sign stands at `lead` steps,
 * and the road is `steps` long.
 */
const layouts = {
  desk: { length: joinsWithDaysInYear, behind: 3, lead: 1, steps: joinsWithDaysInYear + 0.3 },
  phone: { length: 3, behind: 2, lead: 0.55, steps: 3 },
};

/** The last earned signs and the next ones. `joinsLeft` is how many more people can bring days this year. */
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
