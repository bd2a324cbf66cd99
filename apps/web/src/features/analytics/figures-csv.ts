import type { LoadFigures } from '@headhaul/domain/loads/money';
import { deadheadShareOf, loadedRpmOf, rpmOf } from '@headhaul/domain/loads/money';
import { writeCsv } from '@headhaul/domain/tables/csv';
import { addDays } from '@headhaul/domain/time/zoned-time';
import type { Analytics } from './use-analytics.ts';

type Cell = string | number | null;

const heads = [
  'Part',
  'Name',
  'From',
  'To',
  'Loads',
  'TONU loads',
  'Gross',
  'RPM, all miles',
  'RPM, loaded miles',
  'Loaded miles',
  'Deadhead miles',
  'Deadhead, %',
  'Driver pay',
  'Your cut',
  'Loads without pay',
  'Loads without factor fee',
  'Loads without loaded miles',
  'Days to pay',
  'Terms, days',
];

function rounded(value: number | null, digits: number): number | null {
  return value === null ? null : Number(value.toFixed(digits));
}

function figureCells(figures: LoadFigures): Cell[] {
  const deadhead = deadheadShareOf(figures);
  return [
    figures.loads,
    figures.tonuLoads,
    figures.grossCents / 100,
    rounded(rpmOf(figures), 2),
    rounded(loadedRpmOf(figures), 2),
    figures.loadedMiles,
    figures.deadheadMiles,
    rounded(deadhead === null ? null : deadhead * 100, 1),
    figures.driverPayCents / 100,
    figures.cutCents / 100,
    figures.loadsWithoutPay,
    figures.loadsWithoutFactorFee,
    figures.loadsWithoutMiles,
  ];
}

/** Everything on screen as one table. Each line names its part of the screen, so that a spreadsheet can filter and add up. */
export function analyticsCsv({ days, before, totals, totalsBefore, weeks, drivers, lanes, brokers }: Analytics): string {
  const line = (part: string, name: string, [from, to]: [string, string], figures: LoadFigures, more: Cell[] = [null, null]): Cell[] => [
    part,
    name,
    from,
    to,
    ...figureCells(figures),
    ...more,
  ];
  const period: [string, string] = [days.from, days.to];
  return writeCsv([
    heads,
    line('Period', 'All loads', period, totals),
    ...(totalsBefore ? [line('Period before', 'All loads', [before.from, before.to], totalsBefore)] : []),
    ...weeks.map((week) => line('Week', `Week of ${week.start}`, [week.start, addDays(week.start, 6)], week)),
    ...(drivers ?? []).map((driver) => line('Driver', driver.driverName ?? 'No driver', period, driver)),
    ...(lanes ?? []).map((lane) =>
      line('Lane', `${lane.originCity}, ${lane.originState} to ${lane.destinationCity}, ${lane.destinationState}`, period, lane),
    ),
    ...(brokers ?? []).map((broker) => line('Broker', broker.brokerName, period, broker, [broker.daysToPay, broker.paymentTermsDays])),
  ]);
}
