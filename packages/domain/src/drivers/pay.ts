export const payModels = ['PER_MILE', 'PER_LOAD', 'PERCENTAGE', 'HOURLY', 'WEEKLY'] as const;

/** A mile's, a load's, an hour's or a week's cents; for PERCENTAGE hundredths of a percent of gross. Miles are all miles. */
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
