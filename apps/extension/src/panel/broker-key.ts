import { remember } from '@headhaul/domain/boards/texts/remember';
import { brokerNameKey } from '@headhaul/domain/factoring/match';
import type { RowBroker } from './messages.ts';

/** The rows of a board name the same brokers again and again. */
const nameKeyOf = remember(brokerNameKey);

/** By what is kept what is known about a broker of a row. Null for a row that names none. */
export function brokerKeyOf({ mc, name }: RowBroker): string | null {
  const nameKey = nameKeyOf(name ?? '');
  return mc === null && nameKey === '' ? null : `${mc ?? ''}|${nameKey}`;
}
