import { Day } from '@headhaul/contracts/http/field';
import { daysProblem, isPreset, type PeriodChoice } from './periods.ts';

/** The state of the screen. All of it is kept in the address. */
export interface AnalyticsState {
  period: PeriodChoice;
  isCompared: boolean;
  dispatcher: string[];
  driver: string[];
  /** The chart is shown as a table. */
  isTable: boolean;
}

const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function readPeriod(text: string | null): PeriodChoice {
  if (text === null) return '4-weeks';
  if (isPreset(text)) return text;
  const [from = '', to = ''] = text.split('..');
  const isRead = Day.safeParse(from).success && Day.safeParse(to).success && daysProblem({ from, to }) === null;
  return isRead ? { from, to } : '4-weeks';
}

function readIds(text: string | null): string[] {
  return [...new Set(text?.split(',').filter((id) => idPattern.test(id)))];
}

/** Reads an address. Unknown parts are ignored. */
export function readAnalyticsState(params: URLSearchParams): AnalyticsState {
  return {
    period: readPeriod(params.get('period')),
    isCompared: params.get('compare') !== 'off',
    dispatcher: readIds(params.get('dispatcher')),
    driver: readIds(params.get('driver')),
    isTable: params.get('show') === 'table',
  };
}

/** The shortest address that reads back as this state. */
export function writeAnalyticsState({ period, isCompared, dispatcher, driver, isTable }: AnalyticsState): URLSearchParams {
  const params = new URLSearchParams();
  if (typeof period !== 'string') params.set('period', `${period.from}..${period.to}`);
  else if (period !== '4-weeks') params.set('period', period);
  if (!isCompared) params.set('compare', 'off');
  if (dispatcher.length > 0) params.set('dispatcher', dispatcher.join(','));
  if (driver.length > 0) params.set('driver', driver.join(','));
  if (isTable) params.set('show', 'table');
  return params;
}
