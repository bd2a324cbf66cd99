import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { boughtDomain, createReferralHashes, isSameDomain } from './referral-address.ts';

describe('isSameDomain', () => {
  it.each([
    ['ann@northline.example', 'bob@NORTHLINE.example', true],
    ['ann@northline.example', 'bob@mail.northline.example', true],
    ['ann@northline.example', 'bob@othernorthline.example', false],
    ['ann@gmail.com', 'bob@gmail.com', false],
    ['ann@northline.example', 'bob@gmail.com', false],
  ])('%s and %s: %s', (one, other, isSame) => {
    expect(isSameDomain(one, other)).toBe(isSame);
    expect(isSameDomain(other, one)).toBe(isSame);
  });
});

describe('boughtDomain', () => {
  it.each([
    ['ann@Northline.example', 'northline.example'],
    ['ann@a.b.northline.example', 'northline.example'],
    ['ann@mail.fletes.com.mx', 'fletes.com.mx'],
    ['ann@fletes.mx', 'fletes.mx'],
    ['ann@gmail.com', null],
  ])('of %s is %s', (email, domain) => expect(boughtDomain(email)).toBe(domain));
});

describe('createReferralHashes', () => {
  const key = (kid: string) => ({ kid, secret: randomBytes(32) });

  it('finds what an earlier key wrote, and tells addresses from cards', () => {
    const [old, fresh] = [key('a'), key('b')];
    const before = createReferralHashes([old]);
    const after = createReferralHashes([fresh, old]);
    expect(after.everyOfAddress('Rosa+1@blueridge.example')).toContainEqual(before.ofAddress('rosa@blueridge.example'));
    expect(after.ofAddress('rosa@blueridge.example')).not.toEqual(before.ofAddress('rosa@blueridge.example'));
    expect(after.everyOfCard('x@y.z')).toContainEqual(before.everyOfCard('x@y.z')[0]);
    expect(before.everyOfCard('x@y.z')[0]).not.toEqual(before.ofAddress('x@y.z'));
  });
});
