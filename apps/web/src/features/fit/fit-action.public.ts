import type { FitRow } from '@headhaul/contracts/fit';

/** What would make it known. Null for all that is changed elsewhere than at the driver. */
export function formatAction({ action, name }: Pick<FitRow, 'action' | 'name'>): string | null {
  switch (action) {
    case 'ASK_DRIVER':
      return `Ask ${name.split(' ')[0]}`;
    case 'SET_LOCATION':
      return 'Set location';
    case 'SET_TRAILER':
      return 'Set trailer';
    case 'SET_DOCUMENTS':
      return 'Add documents';
    case 'SET_RETURN':
      return 'Set return date';
    default:
      return null;
  }
}
