import { describe, expect, it } from 'vitest';
import { readPlace } from './place.ts';

describe('cityState', () => {
  it.each<[string, string | null, string, string | null]>([
    ['Milwaukee, WI', 'Milwaukee', 'WI', null],
    ['Milwaukee WI', 'Milwaukee', 'WI', null],
    [' MILWAUKEE , wi ', 'MILWAUKEE', 'WI', null],
    ['Milwaukee, WI 53202', 'Milwaukee', 'WI', '53202'],
    ['Milwaukee, WI, 53202', 'Milwaukee', 'WI', '53202'],
    ['Milwaukee, WI 53202-1234', 'Milwaukee', 'WI', '53202-1234'],
    ['Milwaukee, Wisconsin', 'Milwaukee', 'WI', null],
    ['Columbus Ohio', 'Columbus', 'OH', null],
    ['Columbus, OHIO', 'Columbus', 'OH', null],
    ['Charleston West Virginia', 'Charleston', 'WV', null],
    ['Charleston, West Virginia', 'Charleston', 'WV', null],
    ['Virginia Beach, VA', 'Virginia Beach', 'VA', null],
    ['New York, NY', 'New York', 'NY', null],
    ['New York NY', 'New York', 'NY', null],
    ['New York, New York', 'New York', 'NY', null],
    ['Kansas City, KS', 'Kansas City', 'KS', null],
    ['Kansas City Missouri', 'Kansas City', 'MO', null],
    ['Indiana, PA', 'Indiana', 'PA', null],
    ['Washington, DC', 'Washington', 'DC', null],
    ['Washington D.C.', 'Washington', 'DC', null],
    ['Washington, District of Columbia', 'Washington', 'DC', null],
    ['St. Louis, MO', 'St. Louis', 'MO', null],
    ['O’Fallon, IL', 'O’Fallon', 'IL', null],
    ["Coeur d'Alene, ID", "Coeur d'Alene", 'ID', null],
    ['Winston-Salem, NC', 'Winston-Salem', 'NC', null],
    ['Cañon City, CO', 'Cañon City', 'CO', null],
    ['Laredo, TX, USA', 'Laredo', 'TX', null],
    ['Laredo, TX 78041, US', 'Laredo', 'TX', '78041'],
    ['Fresno, CA', 'Fresno', 'CA', null],
    ['Fresno, CA, United States', 'Fresno', 'CA', null],
    ['San Juan, Puerto Rico', 'San Juan', 'PR', null],
    ['OH', null, 'OH', null],
    ['KENTUCKY', null, 'KY', null],
    ['North Carolina', null, 'NC', null],
    ['Milwaukee,\u00a0WI', 'Milwaukee', 'WI', null],
    ['\u200fMilwaukee, WI\u200f', 'Milwaukee', 'WI', null],
  ])('%j is in the US', (text, city, state, zip) => {
    expect(readPlace(text)).toEqual({ city, state, zip, country: 'US' });
  });

  it.each<[string, string, string, string | null]>([
    ['Toronto, ON', 'Toronto', 'ON', null],
    ['Toronto, ON M5V 2T6', 'Toronto', 'ON', 'M5V 2T6'],
    ['Toronto, Ontario, Canada', 'Toronto', 'ON', null],
    ['Montréal, QC', 'Montréal', 'QC', null],
    ['Saint-Jean-sur-Richelieu, Québec', 'Saint-Jean-sur-Richelieu', 'QC', null],
    ['Vancouver, British Columbia', 'Vancouver', 'BC', null],
    ['Charlottetown, Prince Edward Island', 'Charlottetown', 'PE', null],
    ['Calgary AB', 'Calgary', 'AB', null],
  ])('%j is in Canada', (text, city, state, zip) => {
    expect(readPlace(text)).toEqual({ city, state, zip, country: 'CA' });
  });

  it('a state of Mexico counts only with its country', () => {
    expect(readPlace('Monterrey, NL, MX')).toEqual({ city: 'Monterrey', state: 'NL', zip: null, country: 'MX' });
    expect(readPlace('Nuevo Laredo, TM, Mexico')).toMatchObject({ state: 'TM', country: 'MX' });
    expect(readPlace('St. John’s, NL')).toMatchObject({ state: 'NL', country: 'CA' });
  });

  it.each([
    '',
    '–',
    'Milwaukee',
    'Milwaukee, WIConley, GA',
    'Milwaukee, WI Conley, GA',
    'Milwaukee, WI → Conley, GA',
    'Milwaukee, XX',
    'Milwaukee, WI (12)',
    'Milwaukee,',
    ', WI',
    '53202',
    '824 Milwaukee, WI',
    '$2,500',
    'Call me',
    'Tap in',
    'Full',
    'Toronto, ON, USA',
    'Fresno, CA, Canada',
    'a, b, c, d, e',
    'Milwaukee WI WI WI, WI, WI',
    'Milwaukee, WI; drop table',
    '<b>Milwaukee</b>, WI',
    `${'x'.repeat(80)}, WI`,
    '__proto__',
    'constructor, WI1',
  ])('%j is none', (text) => {
    expect(readPlace(text)).toBeNull();
  });
});
