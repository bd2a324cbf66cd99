import type { AuthorityRecord } from '../brokers/authority.ts';

/** A broker of whom FMCSA publishes nothing but the USDOT number. */
export const silentRecord: AuthorityRecord = {
  dot: '2518440',
  mc: null,
  legalName: null,
  dbaName: null,
  authorityStatus: null,
  authoritySince: null,
  authorityGrantedOn: null,
  authorityReinstatedOn: null,
  authorityEvents: null,
  isBondOnFile: null,
  bondCents: null,
  bondSince: null,
  bondCanceledOn: null,
  liabilityCents: null,
  isOutOfService: null,
  outOfServiceSince: null,
  address: null,
  phone: null,
  officers: null,
};
