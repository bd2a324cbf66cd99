import { describe, expect, it } from 'vitest';
import { findAddresses, readMailto, readMc, readPhone, readTel } from './contact.ts';

const number = { e164: '+13125550148', extension: null };
const withExtension = { e164: '+13125550148', extension: '12' };

describe('phone', () => {
  it.each([
    '(312) 555-0148',
    '(312)555-0148',
    '312-555-0148',
    '312.555.0148',
    '312 555 0148',
    '3125550148',
    '1-312-555-0148',
    '1 312 555 0148',
    '+1 312 555 0148',
    '+13125550148',
    '1.312.555.0148',
    '\u202a(312) 555-0148\u202c',
    '(312)\u00a0555-0148',
  ])('%j', (text) => {
    expect(readPhone(text)).toEqual(number);
  });

  it.each([
    '(312) 555-0148 x12',
    '312-555-0148 ext. 12',
    '312-555-0148 ext 12',
    '3125550148x12',
    '312-555-0148, ext: 12',
    '312-555-0148 extension 12',
    '312-555-0148 #12',
  ])('%j has an extension', (text) => {
    expect(readPhone(text)).toEqual(withExtension);
  });

  it('+52 81 8123 4567 is in Mexico', () => {
    expect(readPhone('+52 81 8123 4567')).toEqual({ e164: '+528181234567', extension: null });
  });

  it.each([
    '',
    '–',
    '555-0148',
    '112-555-0148',
    '012-555-0148',
    '312-055-0148',
    '312-155-0148',
    '312-555-014',
    '312-555-01488',
    '+44 20 7946 0958',
    '1-800-FLOWERS',
    '312-555-0148 / 312-555-0149',
    'call',
    '2026-11-17',
    '$3,125',
  ])('%j is none', (text) => {
    expect(readPhone(text)).toBeNull();
  });
});

describe('tel', () => {
  it.each([
    'tel:+13125550148',
    'tel:3125550148',
    'TEL:312-555-0148',
    'tel:(312) 555-0148',
    'tel:%2B13125550148',
    'tel:1-312-555-0148',
    'tel: 3125550148',
    'tel:312.555.0148',
    'tel:%28312%29%20555-0148',
  ])('%j', (text) => {
    expect(readTel(text)).toEqual(number);
  });

  it.each(['tel:+13125550148;ext=12', 'tel:3125550148,12', 'tel:3125550148,,12', 'tel:3125550148x12', 'tel:312-555-0148%20ext.%2012'])(
    '%j has an extension',
    (text) => {
      expect(readTel(text)).toEqual(withExtension);
    },
  );

  it.each([
    '',
    '–',
    '3125550148',
    'tel:',
    'tel:911',
    'tel:%E0%A4%A',
    'tel:javascript:alert(1)',
    'javascript:tel:3125550148',
    'sms:3125550148',
    'mailto:a@b.example',
    'tel:112-555-0148',
    'tel:+',
    'tel:3125550148;ext=',
    'tel:3125550148\n3125550149',
    'tel:00000000000',
    'https://tel:3125550148',
    'tel:+15550148',
  ])('%j is none', (text) => {
    expect(readTel(text)).toBeNull();
  });
});

describe('mailto', () => {
  it.each<[string, string]>([
    ['mailto:dale@summit.example', 'dale@summit.example'],
    ['MAILTO:Dale@Summit.Example', 'dale@summit.example'],
    ['mailto: dale@summit.example ', 'dale@summit.example'],
    ['mailto:dale@summit.example?subject=Load%2012', 'dale@summit.example'],
    ['mailto:dale%40summit.example', 'dale@summit.example'],
    ['dale@summit.example', 'dale@summit.example'],
    [' DALE@SUMMIT.EXAMPLE ', 'dale@summit.example'],
    ['dale.foster+loads@mail.summit.example', 'dale.foster+loads@mail.summit.example'],
    ['o’brien@summit.example', 'o’brien@summit.example'],
    ['d@xn--summit-9ya.example', 'd@xn--summit-9ya.example'],
    ['mailto:d_f@summit.co.example', 'd_f@summit.co.example'],
    ['\u200edale@summit.example', 'dale@summit.example'],
  ])('%j is %s', (text, address) => {
    expect(readMailto(text)).toBe(address);
  });

  it.each([
    '',
    '–',
    'mailto:',
    'dale',
    'dale@',
    '@summit.example',
    'dale@summit',
    'dale@@summit.example',
    'dale foster@summit.example',
    'mailto:dale@summit.example,ann@summit.example',
    'mailto:dale@summit.example;ann@summit.example',
    'mailto:dale@summit.example%0ABcc:x@y.example',
    'mailto:dale%0d%0a@summit.example',
    'mailto:%E0%A4%A@summit.example',
    'Dale <dale@summit.example>',
    'dale@summit..example',
    'dale@.example',
    'mailto:?to=dale@summit.example',
    'javascript:alert(1)@summit.example',
    `${'d'.repeat(250)}@summit.example`,
    'dale@summit.example dale@summit.example',
  ])('%j is none', (text) => {
    expect(readMailto(text)).toBeNull();
  });
});

describe('addresses in comments', () => {
  it('are found, each once, at most five', () => {
    expect(findAddresses('Email best: Dale@Summit.example, or ann@summit.example. No calls! dale@summit.example')).toEqual([
      'dale@summit.example',
      'ann@summit.example',
    ]);
    expect(findAddresses(Array.from({ length: 9 }, (_, index) => `a${index}@b.example`).join(' '))).toHaveLength(5);
    expect(findAddresses('no touch, @ the dock, call @5')).toEqual([]);
  });
});

describe('mc', () => {
  it.each<[string, string]>([
    ['MC 884213', '884213'],
    ['MC# 884213', '884213'],
    ['MC#884213', '884213'],
    ['MC-884213', '884213'],
    ['MC: 884213', '884213'],
    ['MC #: 0884213', '884213'],
    ['mc884213', '884213'],
    ['Mc. 884213', '884213'],
    ['884213', '884213'],
    ['00884213', '884213'],
    ['MC 884213 DOT 1234567', '884213'],
    ['MC 884213 / MC-0884213', '884213'],
    ['Summit Bridge, MC 884213', '884213'],
    ['1', '1'],
    ['12345678', '12345678'],
  ])('%j is %s', (text, mc) => {
    expect(readMc(text)).toBe(mc);
  });

  it.each([
    '',
    '–',
    '0',
    'MC 0',
    'MC',
    'MC#',
    'FF 884213',
    'DOT 884213',
    'USDOT 1234567',
    'MX 884213',
    'MC 884213 MC 884214',
    '123456789',
    'MC 123456789',
    '8842l3',
    '884,213',
    'MCA 884213',
    'MC -',
    '-884213',
  ])('%j is none', (text) => {
    expect(readMc(text)).toBeNull();
  });
});
