import { describe, expect, it } from 'vitest';
import { brokerLine, formatDetention, formatPhone, isNewDomain } from './labels.ts';
import { brokerQueryOf, readBrokerList, writeBrokerList } from './paths.ts';

const now = Date.parse('2026-11-15T12:00:00Z');
const domain = (name: string, firstSeenAt: string) => ({ domain: name, loads: 1, firstSeenAt, lastSeenAt: '2026-11-14T12:00:00Z' });

describe('a mail domain', () => {
  const known = domain('lakeshore.example', '2025-11-20T12:00:00Z');
  const fresh = domain('lakeshore-freight.example', '2026-11-14T12:00:00Z');

  it('is new beside one that is known for long', () => {
    expect([isNewDomain(fresh, [known, fresh], now), isNewDomain(known, [known, fresh], now)]).toEqual([true, false]);
  });

  it('is not new when the broker itself is', () => {
    expect(isNewDomain(fresh, [fresh], now)).toBe(false);
  });
});

it.each([
  [{ mc: '428816', paymentTermsDays: 30 }, 'MC 428816 · Net 30'],
  [{ mc: null, paymentTermsDays: 3 }, 'No MC number · Quick pay'],
])('%j reads %s', (broker, words) => {
  expect(brokerLine(broker)).toBe(words);
});

it.each([
  [120, 5_000, '2 h free, then $50 an hour'],
  [90, null, '1 h 30 min free, no rate agreed'],
  [0, 6_000, 'From the first minute, then $60 an hour'],
])('%i free minutes and %j cents an hour read %s', (detentionFreeMinutes, detentionPerHourCents, words) => {
  expect(formatDetention({ detentionFreeMinutes, detentionPerHourCents } as never)).toBe(words);
});

it.each([
  ['+13125550100', '(312) 555-0100'],
  ['+525555555555', '+525555555555'],
])('%s is written %s', (phone, words) => {
  expect(formatPhone(phone)).toBe(words);
});

describe('the address of the list', () => {
  it.each(['', 'tab=preferred', 'tab=blocked&q=lake&sort=name'])('"%s" reads back as it was written', (search) => {
    expect(writeBrokerList(readBrokerList(new URLSearchParams(search))).toString()).toBe(search);
  });

  it('asks the server for what it says', () => {
    expect(brokerQueryOf(readBrokerList(new URLSearchParams('tab=blocked&q=%20lake%20')))).toEqual({
      sort: 'LAST_LOAD',
      mark: 'BLOCKED',
      search: 'lake',
    });
    expect(brokerQueryOf(readBrokerList(new URLSearchParams('tab=constructor')))).toEqual({ sort: 'LAST_LOAD' });
  });
});
