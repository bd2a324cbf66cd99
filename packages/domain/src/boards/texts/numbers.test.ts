import { describe, expect, it } from 'vitest';
import { readCreditScore, readDaysToPay, readFeet, readMiles, readPounds, readWhole } from './numbers.ts';

const none = (texts: readonly string[]) => texts.map((text): [string, null] => [text, null]);

describe('miles', () => {
  it.each<[string, number | null]>([
    [' 824 ', 824],
    ['(113)', 113],
    ['( 113 )', 113],
    ['0', 0],
    ['(0)', 0],
    ['1,024', 1_024],
    ['1,024 mi', 1_024],
    ['1024mi', 1_024],
    ['824 miles', 824],
    ['1 mile', 1],
    ['824 MI', 824],
    ['824 mi.', 824],
    ['12.4 mi', 12],
    ['12.5', 13],
    ['~824', 824],
    ['9,999', 9_999],
    ['\u202b824\u202c', 824],
    ...none([
      '',
      '–',
      '-',
      '10,000',
      '99999999999',
      '-5',
      '1.024',
      '1,02',
      '824 km',
      '824 mi 12',
      'eight',
      '(113',
      '1 024',
      '8 2 4',
      '0x10',
    ]),
  ])('%j is %j', (text, miles) => {
    expect(readMiles(text)).toBe(miles);
  });
});

describe('pounds', () => {
  it.each<[string, number | null]>([
    ['42,000 lbs', 42_000],
    ['42000', 42_000],
    ['42,000', 42_000],
    ['25k lbs', 25_000],
    ['25K', 25_000],
    ['25 k lbs', 25_000],
    ['42.5k lb', 42_500],
    ['44,000#', 44_000],
    ['44000 pounds', 44_000],
    ['150 lbs', 150],
    ['200', 200],
    ['100 lb', 100],
    ['199,999', 199_999],
    ['199.9k', 199_900],
    ['1,200.4 lbs', 1_200],
    ['42,000 LBS.', 42_000],
    ...none([
      '',
      '–',
      '47',
      '150',
      '0 lbs',
      '99 lbs',
      '200,000',
      '200k',
      '20 tons',
      '19,000 kg',
      '-500 lbs',
      '42,00',
      '42.000.000',
      'heavy',
      '42k lbs max',
      '4e4',
    ]),
  ])('%j is %j', (text, pounds) => {
    expect(readPounds(text)).toBe(pounds);
  });

  it('47 is 47,000 only where the board writes thousands', () => {
    expect(readPounds('47', { isThousands: true })).toBe(47_000);
    expect(readPounds('48000', { isThousands: true })).toBe(48_000);
    expect(readPounds('150 lbs', { isThousands: true })).toBe(150);
  });
});

describe('feet', () => {
  it.each<[string, number | null]>([
    ['53 ft', 53],
    ['53', 53],
    ['53ft', 53],
    ['53 ft.', 53],
    ['53 feet', 53],
    ['1 foot', 1],
    ["53'", 53],
    ['53’', 53],
    ['53′', 53],
    [`48' 6"`, 49],
    [`48'6"`, 49],
    ['48 ft 6 in', 49],
    [`48' 0"`, 48],
    ['48.5 ft', 49],
    ['199 ft', 199],
    ['48 FT', 48],
    ...none(['', '–', '0 ft', '200 ft', '636 in', '53 m', '-53', '53-57', '53 x 8', '1,053', `48' 12"`, 'long', '53 ft 6', '5 3', '5.25']),
  ])('%j is %j', (text, feet) => {
    expect(readFeet(text)).toBe(feet);
  });
});

describe('intIn', () => {
  it.each<[string, number | null]>([
    ['2', 2],
    ['1', 1],
    ['30', 30],
    [' 12 ', 12],
    ['07', 7],
    ['\u200f5', 5],
    ...none([
      '0',
      '31',
      '-1',
      '+2',
      '1.0',
      '1,0',
      '2 stops',
      'two',
      '',
      '–',
      '2e0',
      '0x2',
      '１',
      '1 2',
      '99999999999',
      '2,000',
      '²',
      '2.',
      '.2',
      '1/2',
      '2-3',
      'I',
      '½',
      'null',
      'NaN',
    ]),
  ])('%j between 1 and 30 is %j', (text, value) => {
    expect(readWhole(text, { min: 1, max: 30 })).toBe(value);
  });

  it('takes commas between thousands', () => {
    expect(readWhole('1,234,567', { min: 1, max: 99_999_999 })).toBe(1_234_567);
  });
});

describe('creditScore', () => {
  it.each<[string, number | null]>([
    ['100 CS', 100],
    ['95', 95],
    ['95 cs', 95],
    ['95CS', 95],
    ['CS 95', 95],
    ['CS: 95', 95],
    ['Credit 95', 95],
    ['Credit score: 95', 95],
    ['95 credit score', 95],
    ['95/100', 95],
    ['95 / 100', 95],
    ['0', 0],
    ['0 CS', 0],
    ['100', 100],
    ['007', 7],
    ...none(['', '–', '101', '-1', 'A', 'B+', '95%', '95.5', '24 DTP', '95/10', 'CS', '95 CS 24 DTP', '1,00', '$95', 'n/a', '9 5']),
  ])('%j is %j', (text, score) => {
    expect(readCreditScore(text)).toBe(score);
  });
});

describe('dtp', () => {
  it.each<[string, number | null]>([
    ['24 DTP', 24],
    ['24', 24],
    ['24 dtp', 24],
    ['24DTP', 24],
    ['DTP 24', 24],
    ['DTP: 24', 24],
    ['24 days', 24],
    ['1 day', 1],
    ['24 d', 24],
    ['24d', 24],
    ['24 days to pay', 24],
    ['Days to pay: 24', 24],
    ['0', 0],
    ['365', 365],
    ...none([
      '',
      '–',
      '366',
      '-3',
      '24.5',
      '100 CS',
      '24-30',
      '24+',
      '<24',
      'net 30',
      '30 weeks',
      '24 hours',
      '1,0',
      'DTP',
      '24 DTP 95 CS',
      'fast',
    ]),
  ])('%j is %j', (text, days) => {
    expect(readDaysToPay(text)).toBe(days);
  });
});
