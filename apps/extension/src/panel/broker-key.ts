import { brokerNameKey } from '@headhaul/domain/factoring/match';
import type { RowBroker } from './messages.ts';

/** By what is kept what is known about a broker of a row. Null for a row that names none. */
export function brokerKeyOf({ mc, name }: RowBroker): string | null {
  const nameKey = brokerNameKey(name ?? '');
  return mc === null && nameKey === '' ? null : `${mc ?? ''}|${nameKey}`;
}
