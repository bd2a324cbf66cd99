import { FitRow } from '@headhaul/contracts/fit';
import { confirmationOf } from '../../../shared/api/api-failure.ts';

/** The driver about whom the API asks, with what is against giving the load to them. Null for any other failure. */
export function doubtedFit(failure: unknown): FitRow | null {
  if (confirmationOf(failure) !== 'FIT') return null;
  const { data } = failure as { data: { current?: unknown } };
  return FitRow.safeParse(data.current).data ?? null;
}
