import { describe, expect, it } from 'vitest';
import { describeSessionEnd, formatUnsavedForm, readInviteLink } from './session-end-labels.ts';

const zone = 'America/Chicago';
const end = {
  reason: 'ended_by_owner',
  at: '2026-11-16T16:42:00.000Z',
  companyName: 'Acme',
  byName: 'Nina',
  worksElsewhere: false,
} as const;

describe('why a session ended', () => {
  it('is told with the time, in the reader’s zone', () => {
    expect(describeSessionEnd(end, Date.parse('2026-11-16T18:00:00Z'), zone)).toBe('Your session was ended by Nina today at 10:42 CST.');
    expect(describeSessionEnd(end, Date.parse('2026-11-18T18:00:00Z'), zone)).toBe(
      'Your session was ended by Nina on Nov 16 at 10:42 CST.',
    );
  });
});

describe('a form that was not saved', () => {
  it('is the text a person typed, without ids and choices', () => {
    const draft = {
      broker: 'Lakeshore Freight',
      brokerId: '0190a000-0000-7000-8000-000000000001',
      loadNumber: '',
      board: 'OTHER',
      tags: ' hot ',
      stops: [
        {
          key: 'k',
          id: null,
          kind: 'PICKUP',
          place: 'Conley, GA',
          when: 'tom 8am',
          typedOn: { today: '2026-11-16', now: '10:00' },
          lumperNeeded: true,
        },
        { key: 'l', id: null, kind: 'DELIVERY', place: '', when: '' },
      ],
      linehaul: '2,450',
      paymentTermsDays: '30',
    };
    expect(formatUnsavedForm(JSON.stringify({ draft, keptAt: 'x', base: null }))).toBe(
      ['Broker: Lakeshore Freight', 'Tags: hot', 'Stop 1', '  Place: Conley, GA', '  When: tom 8am', 'Linehaul: 2,450'].join('\n'),
    );
  });

  it.each([null, 'not json', '{}', '{"draft":{"broker":""}}', '{"draft":7}', 'null'])('is nothing for %s', (stored) => {
    expect(formatUnsavedForm(stored)).toBeNull();
  });
});

describe('a pasted invite link', () => {
  it.each([
    ['https://app.headhaul.example/login?token=abc', '?token=abc'],
    ['  https://app.headhaul.example/oauth/login?inviteToken=a%2Bb  ', '?inviteToken=a%2Bb'],
    ['https://app.headhaul.example/login', null],
    ['abc', null],
    ['', null],
    [`https://app.headhaul.example/login?token=${'a'.repeat(2_000)}`, null],
  ])('%s', (pasted, found) => {
    expect(readInviteLink(pasted)).toBe(found);
  });
});
