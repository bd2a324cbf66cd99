import { type Broker, BrokerInput } from '@headhaul/contracts/brokers';
import { describe, expect, it } from 'vitest';
import { differences, formatFieldError, theirVersion, toBrokerInput, toBrokerValues } from './values.ts';

const broker = {
  id: crypto.randomUUID(),
  version: 3,
  name: 'Lakeshore Freight',
  dba: null,
  dot: null,
  mc: '428816',
  address: null,
  phone: '+13125550100',
  paymentTermsDays: 30,
  detentionFreeMinutes: 120,
  detentionPerHourCents: 6_250,
  notes: null,
  mark: 'NONE',
  markReason: null,
} as Broker;

describe('the form of a broker', () => {
  it('sends back what it was given', () => {
    expect(BrokerInput.parse(toBrokerInput(toBrokerValues(broker)))).toEqual(
      BrokerInput.parse({ ...pick(broker), phone: '(312) 555-0100' }),
    );
  });

  it('of a new one has the usual terms and asks for the name', () => {
    const values = toBrokerValues(null);
    expect(values).toMatchObject({ name: '', paymentTermsDays: '30', detentionFreeMinutes: '120', detentionPerHourCents: '' });
    expect(BrokerInput.safeParse(toBrokerInput(values)).error?.issues.map(({ message }) => message)).toEqual(['Enter a name']);
  });

  it.each(['', '30 days', '-1', '1.5', '999'])('refuses %j as days', (paymentTermsDays) => {
    const parsed = BrokerInput.safeParse(toBrokerInput({ ...toBrokerValues(broker), paymentTermsDays }));
    expect(parsed.error?.issues[0]?.path).toEqual(['paymentTermsDays']);
    expect(formatFieldError('paymentTermsDays', 'anything')).toBe('Whole days, 0 to 180');
  });
});

describe('somebody else saved first', () => {
  const theirs = { ...broker, version: 4, mc: '428817', notes: 'Call Dana', address: '401 N Wabash Ave' };
  const stale = (current: unknown) => ({
    status: 412,
    data: { type: 'x', title: 'x', status: 412, code: 'version_stale', detail: 'x', instance: '/', current },
  });

  it('is told by what they changed and this form has otherwise', () => {
    const typed = { ...toBrokerValues(broker), notes: 'Call Dana', dba: 'Lakeshore' };
    expect(differences(typed, broker, theirs)).toEqual(['MC: 428817', 'Address: 401 N Wabash Ave']);
  });

  it('is known from the answer alone', () => {
    expect(theirVersion(stale(theirs))).toEqual(theirs);
    expect(theirVersion({ status: 500, data: null })).toBeNull();
  });
});

function pick({ name, dba, dot, mc, address, phone, paymentTermsDays, detentionFreeMinutes, detentionPerHourCents, notes }: Broker) {
  return { name, dba, dot, mc, address, phone, paymentTermsDays, detentionFreeMinutes, detentionPerHourCents, notes };
}
