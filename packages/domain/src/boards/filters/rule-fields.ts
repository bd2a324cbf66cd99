import type { BoardField } from '../board-load.ts';
import { labelOf } from '../field-labels.ts';
import type { BoardRule, RuleKind } from './rules.ts';

/** The fields of a row that a rule asks about. */
const fieldsOf: Record<RuleKind, readonly BoardField[]> = {
  MIN_RPM: ['rateTotal', 'tripMiles', 'deadheadOrigin'],
  MIN_RATE: ['rateTotal'],
  MAX_DEADHEAD: ['deadheadOrigin'],
  MILES_BETWEEN: ['tripMiles'],
  EQUIPMENT: ['equipment'],
  MAX_WEIGHT: ['weight'],
  MAX_LENGTH: ['length'],
  MIN_CREDIT: ['creditScore'],
  MAX_DAYS_TO_PAY: ['daysToPay'],
  FACTORABLE_ONLY: ['mc', 'company'],
  BROKER_BLOCK: ['mc', 'company', 'email'],
  BROKER_PREFER: ['mc', 'company', 'email'],
  KEYWORDS: ['comments', 'commodity'],
  DESTINATION_STATES: ['destination'],
  MAX_AGE: ['age'],
  PICKUP_WITHIN: ['pickup'],
  HIDE_EMAILED: ['pickup', 'tripMiles', 'equipment', 'mc', 'company'],
};

/** The first of these fields that the rule asks about. */
export function askedField({ kind }: BoardRule, fields: readonly BoardField[]): BoardField | null {
  return fieldsOf[kind].find((field) => fields.includes(field)) ?? null;
}

/** "Rate not read": the row may show it, but we don't know what it says. */
export const formatUnread = (field: BoardField) => `${labelOf(field)} not read`;
