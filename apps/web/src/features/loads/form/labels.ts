import type { Load } from '@headhaul/contracts/loads/record';

/** The form's labels for the contract's enum values. */
export const loadTypeLabels: Record<Load['loadType'], string> = { FTL: 'Full', LTL: 'LTL', PARTIAL: 'Partial', INTERMODAL: 'Intermodal' };

export const factoringLabels: Record<Load['factoringStatus'], string> = {
  NOT_FACTORED: 'Not factored',
  PENDING: 'To be sent',
  SUBMITTED: 'Sent to the factor',
  APPROVED: 'Approved',
  DECLINED: 'Declined',
  FUNDED: 'Funded',
};

export const boardLabels: Record<Load['board'], string> = {
  DAT: 'DAT',
  TRUCKSTOP: 'Truckstop',
  DIRECT: 'Direct',
  EMAIL: 'Email',
  IMPORT: 'Import',
  OTHER: 'Other',
};

export const referenceLabels: Record<Load['references'][number]['kind'], string> = {
  PO: 'PO',
  PU: 'Pickup number',
  BOL: 'BOL number',
  PRO: 'PRO',
  DELIVERY: 'Delivery number',
  CUSTOMER: 'Customer reference',
};

/** "PALLET_JACK" as "Pallet jack". */
export function formatEnum(value: string): string {
  const words = value.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
