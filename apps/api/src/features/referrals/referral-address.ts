import { freeMailDomains } from '@headhaul/domain/mail/free-mail-domains';
import { deriveKey, hmac } from '../../lib/auth/crypto.ts';
import { mailboxOf, splitAddress } from '../../lib/auth/mailbox.ts';
import type { Env } from '../../lib/env.ts';

/** Two addresses of the same company: they share a domain, or one is a subdomain of the other. */
export function isSameDomain(one: string, other: string): boolean {
  const [a, b] = [splitAddress(one)[1], splitAddress(other)[1]];
  if (freeMailDomains.has(a) || freeMailDomains.has(b)) return false;
  return a === b || a.endsWith(`.${b}`) || b.endsWith(`.${a}`);
}

/** The part of a domain that has to be bought. Subdomains cost nothing. Null for free mail, which says nothing about a company. */
export function boughtDomain(email: string): string | null {
  const [, domain] = splitAddress(email);
  if (freeMailDomains.has(domain)) return null;
  const isUnderCountry = /\.(com?|net|org|gob|edu|gov)\.[a-z]{2}$/.test(`.${domain}`);
  return domain
    .split('.')
    .slice(isUnderCountry ? -3 : -2)
    .join('.');
}

export interface ReferralHashes {
  /** Hashed with the current key. */
  ofAddress(email: string): Buffer;
  /** Hashed with every key in use, the current one first, so that hashes from before a key rotation are found too. */
  everyOfAddress(email: string): Buffer[];
  everyOfDomain(domain: string): Buffer[];
  everyOfCard(fingerprint: string): Buffer[];
}

export function createReferralHashes(keys: Env['LINK_KEYS']): ReferralHashes {
  const hash = (purpose: string, secret: Uint8Array, value: string) => hmac(deriveKey(secret, purpose), Buffer.from(value));
  const every = (purpose: string, value: string) => keys.map(({ secret }) => hash(purpose, secret, value));
  return {
    ofAddress: (email) => hash('referral address', keys[0].secret, mailboxOf(email)),
    everyOfAddress: (email) => every('referral address', mailboxOf(email)),
    everyOfDomain: (domain) => every('referral domain', domain),
    everyOfCard: (fingerprint) => every('referral card', fingerprint),
  };
}
