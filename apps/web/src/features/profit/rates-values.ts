import type { CompanyRates } from '@headhaul/contracts/profit';
import type { FormValues } from '../../shared/form/use-contract-form.ts';

/** The schema's fields. `driverPay` holds the rate, and `payModel` says of what. */
export type RateField = keyof CompanyRates | 'payModel';
export type RateValues = FormValues<RateField>;

/** "2.5" of 250 hundredths. Empty when it isn't set. */
export function formatHundredths(value: number | null): string {
  return value === null ? '' : String(value / 100);
}

function formatNumber(value: number | null): string {
  return value === null ? '' : String(value);
}

/** Null for an empty field, not a number for text that isn't one: the schema then says so. */
export function readNumber(text: string): number | null {
  const plain = text.replace(/[$,%\s]/g, '');
  if (plain === '') return null;
  return /^\d+(\.\d*)?$|^\.\d+$/.test(plain) ? Number(plain) : Number.NaN;
}

export function readHundredths(text: string): number | null {
  const value = readNumber(text);
  return value === null ? null : Math.round(value * 100);
}

export function toRateValues(rates: CompanyRates): RateValues {
  return {
    floorPerMileCents: formatHundredths(rates.floorPerMileCents),
    floorNetPerDayCents: formatHundredths(rates.floorNetPerDayCents),
    targetPerMileCents: formatHundredths(rates.targetPerMileCents),
    targetNetPerDayCents: formatHundredths(rates.targetNetPerDayCents),
    askMarginBps: formatHundredths(rates.askMarginBps),
    detentionPerHourCents: formatHundredths(rates.detentionPerHourCents),
    isFactored: rates.isFactored === null ? '' : String(rates.isFactored),
    factoringFeeBps: formatHundredths(rates.factoringFeeBps),
    payModel: rates.driverPay?.model ?? '',
    driverPay: formatHundredths(rates.driverPay?.rate ?? null),
    mpgLoaded: formatNumber(rates.mpgLoaded),
    mpgEmpty: formatNumber(rates.mpgEmpty),
    fixedCostPerDayCents: formatHundredths(rates.fixedCostPerDayCents),
  };
}

export function toRatesInput(values: RateValues): CompanyRates {
  const isFactored = values.isFactored === '' ? null : values.isFactored === 'true';
  const payRate = readHundredths(values.driverPay);
  const hasPay = values.payModel !== '' && payRate !== null;
  return {
    floorPerMileCents: readHundredths(values.floorPerMileCents),
    floorNetPerDayCents: readHundredths(values.floorNetPerDayCents),
    targetPerMileCents: readHundredths(values.targetPerMileCents),
    targetNetPerDayCents: readHundredths(values.targetNetPerDayCents),
    askMarginBps: readHundredths(values.askMarginBps),
    detentionPerHourCents: readHundredths(values.detentionPerHourCents),
    isFactored,
    // The field is hidden for a company that doesn't factor.
    factoringFeeBps: isFactored === true ? readHundredths(values.factoringFeeBps) : null,
    driverPay: hasPay ? { model: values.payModel as NonNullable<CompanyRates['driverPay']>['model'], rate: payRate } : null,
    mpgLoaded: readNumber(values.mpgLoaded),
    mpgEmpty: readNumber(values.mpgEmpty),
    fixedCostPerDayCents: readHundredths(values.fixedCostPerDayCents),
  };
}
