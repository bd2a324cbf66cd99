import { describe, expect, it } from 'vitest';
import { contactSignals, type SeenPerson } from './contact-signals.ts';

const today = '2026-11-17';
const known = { recordPhone: '+13125550121', ownPhone: null, today };
const person = (seen: Partial<SeenPerson>): SeenPerson => ({ domain: null, phone: null, firstSeenOn: '2024-02-01', ...seen });
const lakeshore = person({ domain: 'lakeshore.example', phone: '+13125550100' });
const signals = (...people: SeenPerson[]) => contactSignals(people, known);

describe('contactSignals', () => {
  it('is null while no load has named anybody', () => {
    expect(signals()).toBeNull();
    expect(signals(lakeshore)).toEqual([]);
  });

  it.each([
    ['LOOK_ALIKE_DOMAIN', 'lakesh0re.example'],
    ['FREE_MAIL', 'gmail.com'],
    ['OTHER_DOMAIN', 'blackbird.example'],
  ])('says %s of a new person at %s', (kind, domain) => {
    expect(signals(lakeshore, person({ domain, firstSeenOn: '2026-11-12' }))).toEqual([{ kind, seenOn: '2026-11-12' }]);
  });

  it('says nothing of a new person at a known domain, whatever their phone', () => {
    const agent = { phone: '+13125550177', firstSeenOn: '2026-11-12' };
    expect(signals(lakeshore, person({ ...agent, domain: 'lakeshore.example' }))).toEqual([]);
    expect(signals(lakeshore, person({ ...agent, domain: 'mail.lakeshore.example' }))).toEqual([]);
  });

  it('says nothing of a domain or a phone that has been used for 30 days', () => {
    const before = (firstSeenOn: string) => signals(lakeshore, person({ domain: 'gmail.com', phone: '+15550134477', firstSeenOn }));
    expect(before('2026-10-18')).toEqual([]);
    expect(before('2026-10-19')?.map(({ kind }) => kind)).toEqual(['FREE_MAIL', 'PHONE_NOT_ON_RECORD']);
  });

  it('compares a new phone with FMCSA’s, the broker’s own and those of older contacts', () => {
    const caller = (phone: string) => person({ phone, firstSeenOn: '2026-11-12' });
    const odd = [{ kind: 'PHONE_NOT_ON_RECORD', seenOn: '2026-11-12' }];
    expect(signals(lakeshore, caller('+15550134477'))).toEqual(odd);
    expect(signals(lakeshore, caller('+13125550121'))).toEqual([]);
    expect(signals(lakeshore, caller('+13125550100'))).toEqual([]);
    expect(contactSignals([lakeshore, caller('+15550134477')], { ...known, ownPhone: '+15550134477' })).toEqual([]);
    expect(contactSignals([lakeshore, caller('+15550134477')], { ...known, recordPhone: null })).toEqual([]);
  });

  it('lets the first agent of a new broker have a direct line, but not one without a domain of their own', () => {
    const first = { phone: '+15550134477', firstSeenOn: today };
    expect(signals(person({ ...first, domain: 'newbroker.example' }))).toEqual([]);
    expect(signals(person(first))?.map(({ kind }) => kind)).toEqual(['PHONE_NOT_ON_RECORD']);
    expect(signals(person({ ...first, domain: 'gmail.com' }))?.map(({ kind }) => kind)).toEqual(['FREE_MAIL', 'PHONE_NOT_ON_RECORD']);
  });

  it('tells each thing once, with the last day', () => {
    const people = ['2026-11-02', '2026-11-15', '2026-11-09'].map((firstSeenOn) => person({ domain: 'gmail.com', firstSeenOn }));
    expect(signals(lakeshore, ...people)).toEqual([{ kind: 'FREE_MAIL', seenOn: '2026-11-15' }]);
  });
});
