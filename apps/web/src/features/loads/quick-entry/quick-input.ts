import type { LoadInput } from '@headhaul/contracts/loads/input';
import { dollars } from '@headhaul/domain/loads/money';
import { readBroker, readPlace } from '../form/draft/read.ts';
import { type DateContext, readTypedDate } from '../form/draft/typed-dates.ts';

/** The least a load needs, as it is typed in one line. */
export interface QuickValues {
  broker: string;
  /** The id of a broker chosen from the list. Typing clears it. */
  brokerId: string | null;
  from: string;
  to: string;
  pickup: string;
  delivery: string;
  rate: string;
}

export type QuickField = Exclude<keyof QuickValues, 'brokerId'>;
export const noQuickValues: QuickValues = { broker: '', brokerId: null, from: '', to: '', pickup: '', delivery: '', rate: '' };

export type QuickReading = { input: LoadInput } | { errors: Partial<Record<QuickField, string>> };

/** Reads the line, and reports all errors at once. */
export function readQuickLoad(values: QuickValues, context: DateContext): QuickReading {
  const from = readPlace(values.from);
  const to = readPlace(values.to);
  const pickup = readWhen(values.pickup, context);
  const delivery = readWhen(values.delivery, { ...context, after: 'when' in pickup ? pickup.when.day : null });
  const cents = dollars(values.rate);
  const { brokerName, brokerMc } = readBroker(values.broker);
  const errors: Partial<Record<QuickField, string>> = {
    ...(values.brokerId === null && brokerName === null && brokerMc === null ? { broker: 'Name the broker or give the MC number' } : {}),
    ...(from === null ? { from: 'City and state' } : {}),
    ...(to === null ? { to: 'City and state' } : {}),
    ...('problem' in pickup ? { pickup: pickup.problem } : {}),
    ...('problem' in delivery ? { delivery: delivery.problem } : {}),
    ...(cents === null || cents === 0 ? { rate: 'Enter the rate' } : {}),
  };
  if (from === null || to === null || 'problem' in pickup || 'problem' in delivery || cents === null || Object.keys(errors).length > 0) {
    return { errors };
  }
  return {
    input: {
      ...(values.brokerId === null ? { brokerName, brokerMc } : { brokerId: values.brokerId }),
      stops: [
        { kind: 'PICKUP', ...from, ...pickup.when },
        { kind: 'DELIVERY', ...to, ...delivery.when },
      ],
      linehaulCents: cents,
    },
  };
}

function readWhen(text: string, context: DateContext) {
  return text.trim() === '' ? { problem: 'Enter date and time: tom 8am, 11/18 14:00' } : readTypedDate(text, context);
}
