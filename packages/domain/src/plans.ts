export const subscriptionTypes = [
  'PRO_MONTHLY',
  'PRO_YEARLY',
  'UNLIMITED_PRO_MONTHLY',
  'UNLIMITED_PRO_YEARLY',
  'ULTIMATE_MONTHLY',
  'ULTIMATE_YEARLY',
  'BASIC_SMALL_MONTHLY',
  'BASIC_SMALL_YEARLY',
  'FREE_TRIAL',
] as const;
export type SubscriptionType = (typeof subscriptionTypes)[number];

/** What we sell, what it costs and what it allows. The API and the web app read this list. */
export const periods = ['MONTHLY', 'YEARLY'] as const;
export type Period = (typeof periods)[number];

export type PlanKey = 'PRO' | 'UNLIMITED_PRO' | 'ULTIMATE' | 'BASIC_SMALL' | 'FREE_TRIAL';

/** Counted per day in the company's time zone. */
export const dailyLimits = ['rateConfirmationsPerDay', 'brokerLookupsPerDay', 'clickToCall'] as const;
/** Counted by what exists now. */
export const standingLimits = ['emailAddresses', 'drivers'] as const;
export type DailyLimit = (typeof dailyLimits)[number];
export type StandingLimit = (typeof standingLimits)[number];
export type LimitName = DailyLimit | StandingLimit;
/** In the order in which people see them. */
export const limitNames: readonly LimitName[] = [
  'emailAddresses',
  'drivers',
  'rateConfirmationsPerDay',
  'brokerLookupsPerDay',
  'clickToCall',
];

/** Per user; null is unlimited. Drivers belong to the company: their limit is this number times the people who work there. */
export type PlanLimits = Readonly<Record<LimitName, number | null>>;

export interface FeatureGroup {
  title: string;
  features: readonly string[];
}

export interface Plan {
  key: PlanKey;
  name: string;
  /** Cents per user; null for a plan that can't be bought. */
  prices: Readonly<Record<Period, number>> | null;
  state: 'sold' | 'coming-soon' | 'legacy' | 'trial';
  limits: PlanLimits;
  /** Routes that all people of the company together may ask of a maps service in a day. The service bills each. */
  mapRoutesPerDay: number;
  /** Documents, pictures and exports of the whole company. */
  storageGb: number;
  hasWatermark: boolean;
  hasDriverApp: boolean;
  hasPhoneSupport: boolean;
  /** What it adds to the plan below it. */
  groups: readonly FeatureGroup[];
}

const proLimits: PlanLimits = {
  emailAddresses: 2,
  drivers: 5,
  rateConfirmationsPerDay: 5,
  brokerLookupsPerDay: 300,
  clickToCall: null,
};
/** Broker lookups stay limited, because the authority's own service sets that number. */
const unlimited: PlanLimits = { ...proLimits, emailAddresses: null, drivers: null, rateConfirmationsPerDay: null };

export const plans: Readonly<Record<PlanKey, Plan>> = {
  PRO: {
    key: 'PRO',
    name: 'Pro',
    prices: { MONTHLY: 14_99, YEARLY: 125_90 },
    state: 'sold',
    limits: proLimits,
    mapRoutesPerDay: 500,
    storageGb: 25,
    hasWatermark: true,
    hasDriverApp: false,
    hasPhoneSupport: false,
    groups: [
      {
        title: 'Email',
        features: ['One-click email sending', '2 email addresses', 'Signatures with watermarks', 'Google signature templates'],
      },
      {
        title: 'Brokers',
        features: ['Broker scoring', 'Email fraud detection', '300 FMCSA broker lookups per day', 'Unlimited click-to-call'],
      },
      {
        title: 'Loads and drivers',
        features: [
          'Map with a maps service',
          'Profit and toll calculator',
          'Load offers to drivers',
          'Up to 5 drivers',
          '5 rate confirmations per day',
          'Analytics dashboard for up to 5 drivers',
        ],
      },
      { title: 'Help', features: ['Chat and email support'] },
    ],
  },
  UNLIMITED_PRO: {
    key: 'UNLIMITED_PRO',
    name: 'Unlimited Pro',
    prices: { MONTHLY: 29_99, YEARLY: 251_90 },
    state: 'sold',
    limits: unlimited,
    mapRoutesPerDay: 2_000,
    storageGb: 100,
    hasWatermark: false,
    hasDriverApp: true,
    hasPhoneSupport: true,
    groups: [
      {
        title: 'Everything in Pro, plus',
        features: ['Unlimited email addresses', 'Signatures without watermark', 'Driver app', 'Analytics', 'Phone support'],
      },
    ],
  },
  ULTIMATE: {
    key: 'ULTIMATE',
    name: 'Ultimate',
    prices: { MONTHLY: 49_99, YEARLY: 419_90 },
    state: 'coming-soon',
    limits: unlimited,
    mapRoutesPerDay: 5_000,
    storageGb: 250,
    hasWatermark: false,
    hasDriverApp: true,
    hasPhoneSupport: true,
    groups: [
      { title: 'Everything in Unlimited Pro, plus', features: ['AI assistant', 'AI phone calls', 'AI emails', 'Dedicated onboarding'] },
    ],
  },
  BASIC_SMALL: {
    key: 'BASIC_SMALL',
    name: 'Basic Small',
    prices: null,
    state: 'legacy',
    limits: proLimits,
    mapRoutesPerDay: 500,
    storageGb: 25,
    hasWatermark: true,
    hasDriverApp: false,
    hasPhoneSupport: false,
    groups: [],
  },
  FREE_TRIAL: {
    key: 'FREE_TRIAL',
    name: 'Free trial',
    prices: null,
    state: 'trial',
    limits: proLimits,
    mapRoutesPerDay: 100,
    storageGb: 5,
    hasWatermark: true,
    hasDriverApp: false,
    hasPhoneSupport: false,
    groups: [],
  },
};

/** In the order of the pricing dialog. */
export const shownPlans: readonly Plan[] = [plans.PRO, plans.UNLIMITED_PRO, plans.ULTIMATE];

export function planOf(type: SubscriptionType): Plan {
  return plans[type === 'FREE_TRIAL' ? 'FREE_TRIAL' : (type.replace(/_(MONTHLY|YEARLY)$/, '') as PlanKey)];
}

export function periodOf(type: SubscriptionType): Period | null {
  if (type.endsWith('_MONTHLY')) return 'MONTHLY';
  return type.endsWith('_YEARLY') ? 'YEARLY' : null;
}

export function subscriptionTypeOf(plan: 'PRO' | 'UNLIMITED_PRO' | 'ULTIMATE' | 'BASIC_SMALL', period: Period): SubscriptionType {
  return `${plan}_${period}`;
}

export function isSold(type: SubscriptionType): boolean {
  return planOf(type).state === 'sold';
}

/** How much less a year costs than twelve months, in whole percent. */
export function yearlySavingPercent({ prices }: Plan): number {
  return prices === null ? 0 : Math.round((1 - prices.YEARLY / (prices.MONTHLY * 12)) * 100);
}

export interface CompanyPlan {
  subscriptionType: SubscriptionType;
  /** The end of the trial or of the paid time, with the days of grace. */
  paidUntil: Date;
  /** People who work here. */
  users: number;
}

export interface Allowance {
  plan: Plan;
  /** Whether emails, lookups, calls and the extension work. The company can always use its own records, whatever it paid. */
  isActive: boolean;
  /** Per user, except drivers, which are per company. Null is unlimited. */
  limits: PlanLimits;
}

/** What this company may do now. Nothing else decides this. */
export function allowanceOf({ subscriptionType, paidUntil, users }: CompanyPlan, now: Date): Allowance {
  const plan = planOf(subscriptionType);
  const drivers = plan.limits.drivers === null ? null : plan.limits.drivers * Math.max(1, users);
  return { plan, isActive: paidUntil.getTime() > now.getTime(), limits: { ...plan.limits, drivers } };
}

/** `brokerLookupsPerDay`, `broker_lookups_per_day` and `broker-lookups-per-day` read "Broker lookups per day". */
export function labelOfLimit(key: string): string {
  const words = key
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[\s_-]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
  const sentence = words.join(' ');
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** Percent of a usage bar: 100 without a limit, 0 where nothing is allowed, never over 100. */
export function usagePercent({ current, max, isUnlimited }: { current: number; max: number; isUnlimited: boolean }): number {
  if (isUnlimited) return 100;
  if (max <= 0) return 0;
  return Math.min(100, (current / max) * 100);
}
