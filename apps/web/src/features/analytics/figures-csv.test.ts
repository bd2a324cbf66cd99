import { noFigures } from '@headhaul/domain/loads/money';
import { expect, it } from 'vitest';
import { analyticsCsv } from './figures-csv.ts';
import type { Analytics } from './use-analytics.ts';

const figures = {
  ...noFigures,
  loads: 3,
  tonuLoads: 1,
  grossCents: 600_050,
  loadedGrossCents: 575_050,
  loadedMiles: 2_000,
  deadheadMiles: 200,
  driverPayCents: 400_000,
  cutCents: 200_050,
  loadsWithoutPay: 2,
  loadsWithoutFactorFee: 1,
  loadsWithoutMiles: 4,
};

const shown: Analytics = {
  days: { from: '2026-11-09', to: '2026-11-15' },
  before: { from: '2026-11-02', to: '2026-11-08' },
  beforeLabel: 'week before',
  today: '2026-11-12',
  rule: { startsOn: 'MONDAY', countsBy: 'DELIVERY' },
  totals: figures,
  totalsBefore: noFigures,
  weeks: [{ start: '2026-11-09', ...figures }],
  drivers: [{ driverId: null, driverName: null, ...figures }],
  lanes: [{ originCity: 'Omaha', originState: 'NE', destinationCity: 'Conley', destinationState: 'GA', ...figures }],
  brokers: [{ brokerId: crypto.randomUUID(), brokerName: '=Lakeshore, Inc.', paymentTermsDays: 30, daysToPay: 22.4, ...figures }],
};

it('writes every part of the screen with its figures, one line each', () => {
  const sums = '3,1,6000.5,2.73,2.88,2000,200,9.1,4000,2000.5,2,1,4';
  expect(analyticsCsv(shown).split('\r\n')).toEqual([
    expect.stringMatching(
      /Part,Name,From,To,Loads,TONU loads,Gross,"RPM, all miles".*,Your cut,Loads without pay,Loads without factor fee,Loads without loaded miles,/,
    ),
    `Period,All loads,2026-11-09,2026-11-15,${sums},,`,
    'Period before,All loads,2026-11-02,2026-11-08,0,0,0,,,0,0,,0,0,0,0,0,,',
    `Week,Week of 2026-11-09,2026-11-09,2026-11-15,${sums},,`,
    `Driver,No driver,2026-11-09,2026-11-15,${sums},,`,
    `Lane,"Omaha, NE to Conley, GA",2026-11-09,2026-11-15,${sums},,`,
    `Broker,"'=Lakeshore, Inc.",2026-11-09,2026-11-15,${sums},22.4,30`,
    '',
  ]);
});

it('leaves out what is not compared and what did not come', () => {
  const lines = analyticsCsv({ ...shown, totalsBefore: undefined, drivers: null, lanes: undefined, brokers: [] })
    .trim()
    .split('\r\n');
  expect(lines.map((line) => line.split(',')[0])).toEqual(
    ['\uFEFFPart', 'Period', 'Week'].map((part, index) => (index === 0 ? part.trim() : part)),
  );
});
