import type { Driver } from '@headhaul/contracts/drivers';
import type { DispatchFeeTerms, PayTerms } from '@headhaul/domain/drivers/pay';
import { formatMoney } from '../../shared/format/money.ts';

/** Formats hundredths of a percent: "28%", "28.5%". */
function percent(hundredths: number): string {
  return `${Number((hundredths / 100).toFixed(2))}%`;
}

/** "65¢ a mile, all miles", "28% of gross", "$1,800 a week" */
export function formatPay(pay: PayTerms | null): string {
  switch (pay?.model) {
    case 'PER_MILE':
      return pay.rate < 100 ? `${pay.rate}¢ a mile, all miles` : `${formatMoney(pay.rate)} a mile, all miles`;
    case 'PERCENTAGE':
      return `${percent(pay.rate)} of gross`;
    case 'PER_LOAD':
      return `${formatMoney(pay.rate)} a load`;
    case 'HOURLY':
      return `${formatMoney(pay.rate)} an hour`;
    case 'WEEKLY':
      return `${formatMoney(pay.rate)} a week`;
    default:
      return 'Not agreed yet';
  }
}

const bases: Record<DispatchFeeTerms['base'], string> = {
  LINEHAUL: 'linehaul',
  GROSS_EX_LUMPER: 'gross without lumper',
  NET_AFTER_FACTORING: 'what is left after factoring',
};

/** "8% of linehaul, at least $100" */
export function formatDispatchFee(fee: DispatchFeeTerms | null): string {
  if (fee === null || fee.model === 'NONE') return 'None';
  if (fee.model === 'FLAT_PER_LOAD') return `${formatMoney(fee.amountCents)} a load`;
  if (fee.model === 'FLAT_PER_TRUCK_WEEK') return `${formatMoney(fee.amountCents)} a week for the truck`;
  const least = fee.minimumCents > 0 ? `, at least ${formatMoney(fee.minimumCents)}` : '';
  return `${percent(fee.percentBps)} of ${bases[fee.base]}${least}`;
}

export const driverTypeLabels: Record<Driver['type'], string> = {
  COMPANY_DRIVER: 'Company driver',
  LEASE: 'Lease',
  OWNER_OPERATOR: 'Owner operator',
};

export const endorsementLabels: Record<Driver['endorsements'][number], string> = {
  N: 'Tank',
  H: 'Hazmat',
  X: 'Tank and hazmat',
  P: 'Passenger',
  T: 'Doubles, triples',
};
