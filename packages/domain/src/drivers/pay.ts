export const payModels = ['PER_MILE', 'PER_LOAD', 'PERCENTAGE', 'HOURLY', 'WEEKLY'] as const;

/** `rate` is in cents per mile, load, hour or week. For PERCENTAGE it is in hundredths of a percent of gross. Miles include deadhead. */
export interface PayTerms {
  model: (typeof payModels)[number];
  rate: number;
}

export const dispatchFeeModels = ['PERCENT', 'FLAT_PER_LOAD', 'FLAT_PER_TRUCK_WEEK', 'NONE'] as const;
export const dispatchFeeBases = ['LINEHAUL', 'GROSS_EX_LUMPER', 'NET_AFTER_FACTORING'] as const;

export interface DispatchFeeTerms {
  model: (typeof dispatchFeeModels)[number];
  percentBps: number;
  amountCents: number;
  base: (typeof dispatchFeeBases)[number];
  minimumCents: number;
  appliesToTonu: boolean;
}
