import { describe, expect, it } from 'vitest';
import { blankDraft, blankStop, type StopDraft } from './draft.ts';
import { orderErrors, readBroker, readPlace } from './read.ts';
import { draftErrors, isNumberAlone, thingsLeft } from './to-input.ts';

const typedOn = { today: '2026-11-12', now: '10:00' };
const stop = (kind: StopDraft['kind'], when: string): StopDraft => ({ ...blankStop(kind), when, typedOn });
const central = 'America/Chicago';
const eastern = 'America/New_York';

describe('orderErrors', () => {
  it('tells a delivery before its pickup, and one before the delivery above it, at their times', () => {
    const stops = [stop('PICKUP', '11/16 8am'), stop('DELIVERY', '11/15 8am')];
    expect(orderErrors(stops, [central, central])).toEqual({ 'stops.1.when': 'The delivery is before the pickup' });
    const three = [stop('PICKUP', '11/16 8am'), stop('DELIVERY', '11/18 8am'), stop('DELIVERY', '11/17 8am')];
    expect(orderErrors(three, [central, central, central])).toEqual({
      'stops.2.when': 'This delivery is before the delivery above it',
    });
  });

  it('goes by the clock of each place', () => {
    const stops = [stop('PICKUP', '11/16 8:00'), stop('DELIVERY', '11/16 8:30')];
    expect(orderErrors(stops, [central, central])).toEqual({});
    expect(orderErrors(stops, [central, eastern])).toEqual({ 'stops.1.when': 'The delivery is before the pickup' });
  });

  it('says nothing of a time that is missing or can’t be read', () => {
    expect(orderErrors([stop('PICKUP', '11/16 8am'), stop('DELIVERY', '')], [central, central])).toEqual({});
    expect(orderErrors([stop('PICKUP', '11/16 8am'), stop('DELIVERY', 'soon')], [central, central])).toEqual({});
  });
});

describe('a broker by MC number alone', () => {
  const draft = (broker: string, brokerId: string | null = null) => ({ ...blankDraft(), broker, brokerId });

  it.each(['MC 123456', 'mc#123456', '123456'])('%s needs the name too', (broker) => {
    expect(draftErrors(draft(broker), { asDraft: true }).broker).toBe('Enter the broker’s name too');
    expect(thingsLeft(draft(broker))).toContain('broker name');
  });

  it('is enough for one the office has, or with a name', () => {
    expect(isNumberAlone(draft('MC 123456', '0190a000-0000-7000-8000-0000000000b1'))).toBe(false);
    expect(draftErrors(draft('Lakeshore, MC 123456'), { asDraft: true }).broker).toBeUndefined();
  });
});

const spaces = ' '.repeat(20_000);

describe('readPlace', () => {
  it.each([
    ['Conley, GA 30288', 'Conley', 'GA', '30288'],
    ['conley ga', 'Conley', 'GA', null],
    ['Conley , Georgia', 'Conley', 'GA', null],
    ['Fort  Worth,  Texas, 76101-2345', 'Fort Worth', 'TX', '76101'],
    [`Conley${spaces}GA${spaces}30288`, 'Conley', 'GA', '30288'],
  ])('reads %s', (text, city, state, zip) => {
    expect(readPlace(text)).toEqual({ city, state, zip });
  });

  it('finds none without a state, and none in a page of text', () => {
    expect([readPlace('Conley'), readPlace(`${'ab '.repeat(20_000)}!`)]).toEqual([null, null]);
  });
});

describe('readBroker', () => {
  it('takes a page of text as a name, without looking for a number in it', () => {
    const page = `x${spaces}MC 428816`;
    expect(readBroker(page)).toEqual({ brokerName: page, brokerMc: null });
    expect(readBroker('Lakeshore Freight, MC 428816')).toEqual({ brokerName: 'Lakeshore Freight', brokerMc: '428816' });
  });
});
