import { DriverInput } from '@headhaul/contracts/drivers';
import { describe, expect, it } from 'vitest';
import { sampleDriver } from '../../../testing/office-samples.ts';
import { changedFields, emptyDriver, hundredthsOf, toDriverForm, toDriverInput } from './values.ts';

const fleet = { trucks: [{ id: '0190a000-0000-7000-8000-000000000114', number: '114' }], trailers: [] };
const driver = sampleDriver(1, {
  truckId: '0190a000-0000-7000-8000-000000000114',
  pay: { model: 'PER_MILE', rate: 65 },
  dispatchFee: { model: 'PERCENT', percentBps: 850, amountCents: 0, base: 'GROSS_EX_LUMPER', minimumCents: 10_000, appliesToTonu: true },
  endorsements: ['N', 'T'],
  gear: ['Straps', 'Load bars'],
  avoidedStates: ['NY', 'CA'],
  minRpmCents: 225,
  maxWeightLb: 44_000,
  cdlExpiresOn: '2027-03-04',
});

describe('the form of a driver', () => {
  it('saved without a change says what the driver is', () => {
    const values = DriverInput.parse(toDriverInput(toDriverForm(driver), fleet));
    for (const [field, value] of Object.entries(values)) {
      // A truck that is in the fleet is sent by its id.
      if (field === 'truckNumber' || field === 'trailerNumber') expect(value).toBeNull();
      else expect([field, value]).toEqual([field, driver[field as keyof typeof driver]]);
    }
  });

  it('with only a name is enough', () => {
    const parsed = DriverInput.safeParse(toDriverInput({ ...emptyDriver(''), name: 'Nate' }, fleet));
    expect(parsed.data).toMatchObject({ name: 'Nate', phone: null, pay: null, dispatchFee: null, truckId: null, truckNumber: null });
  });

  it('a number the fleet hasn’t makes the truck, one it has is taken', () => {
    const values = { ...emptyDriver(''), name: 'Nate', truckNumber: ' 205 ', trailerNumber: '' };
    expect(toDriverInput(values, fleet)).toMatchObject({ truckId: null, truckNumber: '205', trailerId: null, trailerNumber: null });
    expect(toDriverInput({ ...values, truckNumber: '114' }, fleet)).toMatchObject({ truckId: driver.truckId, truckNumber: null });
  });

  it('a flat fee has no percent', () => {
    const values = { ...emptyDriver(''), feeModel: 'FLAT_PER_LOAD', dispatchFee: '$150', feeMinimum: '20' };
    expect(toDriverInput(values, fleet).dispatchFee).toMatchObject({
      model: 'FLAT_PER_LOAD',
      amountCents: 15_000,
      percentBps: 0,
      minimumCents: 0,
    });
  });
});

it.each([
  ['0.65', 65],
  ['28.5 %', 2_850],
  ['$1,800', 180_000],
  ['', null],
  ['much', null],
])('%s is %j hundredths', (text, hundredths) => {
  expect(hundredthsOf(text)).toBe(hundredths);
});

it('says what they changed and what I have otherwise', () => {
  const before = toDriverForm(driver);
  const theirs = { ...before, phone: '+17125550148', gear: 'Straps' };
  expect(changedFields(before, theirs, { ...theirs, gear: 'Tarps', notes: 'Likes nights' })).toEqual([
    { field: 'phone', isMine: false },
    { field: 'gear', isMine: true },
    { field: 'notes', isMine: true },
  ]);
});
