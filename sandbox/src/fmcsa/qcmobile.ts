import type { JsonAnswer } from '../json-service/json-server.ts';
import { type AuthorityKind, authorityOf, bondDollars, type Docket, liabilityDollars, type RegistrantState } from './registrant.ts';
import type { Registry } from './registry.ts';

/** Addresses within the answers name the real host. */
const realAddress = 'https://mobile.fmcsa.dot.gov/qc';
const largestPage = 50;

/**
 * `live` is what real answers contain. `documented` is what FMCSA's page about the elements says: `allowToOperate` in place of
 * `allowedToOperate`, `phyZip` in place of `phyZipcode`, and a telephone, which real answers do not have. `both` has all of them.
 */
export const spellings = ['live', 'documented', 'both'] as const;
export interface QcOddities {
  spelling?: (typeof spellings)[number] | undefined;
  docketAs?: 'array' | 'object' | undefined;
}

/** Java's usual format of a time: `2026-10-29T14:03:11.490+0000`. */
function retrievalDate(): string {
  return new Date().toISOString().replace('Z', '+0000');
}

function envelope(content: unknown, status = 200): JsonAnswer {
  return { status, body: { content, retrievalDate: retrievalDate() } };
}

/** A problem with the key has the same status as an unknown company. Only the text tells them apart. */
function refuseKey(content: string): JsonAnswer {
  const links = {
    self: { href: realAddress },
    searchByName: { href: `${realAddress}/name/:name` },
    lookupBydotNumber: { href: `${realAddress}/id/:dotNumber` },
  };
  return { status: 404, body: { content, retrievalDate: retrievalDate(), _links: links } };
}

function codeOf(state: RegistrantState, kind: AuthorityKind): 'A' | 'I' | 'N' {
  const last = authorityOf(state, kind);
  if (last === undefined) return 'N';
  return last.status === 'Active' ? 'A' : 'I';
}

const inThousands = (dollars: number) => String(dollars / 1_000);

function mayOperate(state: RegistrantState): 'Y' | 'N' {
  const isActive = (['broker', 'property', 'forwarder'] as const).some((kind) => codeOf(state, kind) === 'A');
  return isActive && state.outOfService === null ? 'Y' : 'N';
}

function presentCarrier(state: RegistrantState, { spelling = 'live' }: QcOddities): Record<string, unknown> {
  const { dot, docket, outOfService, powerUnits } = state;
  const isCarrier = powerUnits > 0;
  const live = { allowedToOperate: mayOperate(state), phyZipcode: state.zip };
  const documented = {
    allowToOperate: mayOperate(state),
    phyZip: state.zip,
    telephone: state.phone,
    mcNumber: Number(docket.number),
    outOfService: outOfService === null ? 'N' : 'Y',
    outOfServiceDate: outOfService === null ? null : outOfService.on.replace(/(\d{4})-(\d\d)-(\d\d)/, '$2/$3/$1'),
  };
  return {
    ...(spelling === 'documented' ? {} : live),
    ...(spelling === 'live' ? {} : documented),
    bipdInsuranceOnFile: inThousands(liabilityDollars(state)),
    bipdInsuranceRequired: isCarrier ? 'Y' : 'N',
    bipdRequiredAmount: isCarrier ? '750' : '0',
    bondInsuranceOnFile: inThousands(bondDollars(state)),
    bondInsuranceRequired: codeOf(state, 'broker') === 'N' && codeOf(state, 'forwarder') === 'N' ? 'u' : 'Y',
    brokerAuthorityStatus: codeOf(state, 'broker'),
    cargoInsuranceOnFile: '0',
    cargoInsuranceRequired: 'u',
    carrierOperation: { carrierOperationCode: 'A', carrierOperationDesc: 'Interstate' },
    censusTypeId: isCarrier
      ? { censusType: 'C', censusTypeDesc: 'CARRIER', censusTypeId: 1 }
      : { censusType: 'B', censusTypeDesc: 'BROKER', censusTypeId: 3 },
    commonAuthorityStatus: codeOf(state, 'property'),
    contractAuthorityStatus: 'N',
    crashTotal: 0,
    dbaName: state.dbaName,
    dotNumber: Number(dot),
    driverInsp: 0,
    driverOosInsp: 0,
    driverOosRate: 0,
    driverOosRateNationalAverage: '5.51',
    ein: 360_000_000 + Number(dot),
    fatalCrash: 0,
    hazmatInsp: 0,
    hazmatOosInsp: 0,
    hazmatOosRate: 0,
    hazmatOosRateNationalAverage: '4.5',
    injCrash: 0,
    isPassengerCarrier: 'N',
    issScore: null,
    legalName: state.legalName,
    mcs150Outdated: 'N',
    oosDate: outOfService?.on ?? null,
    oosRateNationalAverageYear: '2009-2010',
    phyCity: state.city,
    phyCountry: 'US',
    phyState: state.state,
    phyStreet: state.street,
    reviewDate: null,
    reviewType: null,
    safetyRating: null,
    safetyRatingDate: null,
    safetyReviewDate: null,
    safetyReviewType: null,
    snapshotDate: null,
    statusCode: 'A',
    totalDrivers: powerUnits,
    totalPowerUnits: powerUnits,
    towawayCrash: 0,
    vehicleInsp: 0,
    vehicleOosInsp: 0,
    vehicleOosRate: 0,
    vehicleOosRateNationalAverage: '20.72',
  };
}

function presentEntry(state: RegistrantState, oddities: QcOddities) {
  const at = (part: string) => ({ href: `${realAddress}/services/carriers/${state.dot}${part}` });
  return {
    _links: {
      basics: at('/basics'),
      'cargo carried': at('/cargo-carried'),
      'operation classification': at('/operation-classification'),
      'docket numbers': at('/docket-numbers'),
      'carrier active-For-hire authority': at('/authority'),
      self: at(''),
    },
    carrier: presentCarrier(state, oddities),
  };
}

function presentAuthority(state: RegistrantState, docket: Docket) {
  const applicantID = Number(state.dot) % 100_000;
  const isFor = (kind: AuthorityKind) => (codeOf(state, kind) === 'A' ? 'Y' : 'N');
  return {
    carrierAuthority: {
      applicantID,
      // Real answers say N here even when every authority is active.
      authority: 'N',
      authorizedForBroker: isFor('broker'),
      authorizedForHouseholdGoods: 'N',
      authorizedForPassenger: 'N',
      authorizedForProperty: isFor('property'),
      brokerAuthorityStatus: codeOf(state, 'broker'),
      commonAuthorityStatus: codeOf(state, 'property'),
      contractAuthorityStatus: 'N',
      docketNumber: Number(docket.number),
      dotNumber: Number(state.dot),
      prefix: docket.prefix,
    },
    _links: { self: { href: `${realAddress}/services/carriers/${state.dot}/authority/${applicantID}` } },
  };
}

/** The digits of a number in a path, without leading zeros. */
function digitsOf(text: string): string {
  return text.replace(/^0+/, '');
}

/** FMCSA's QCMobile API below `/qc/services`. `key` is the web key that it accepts. */
export function answerQcMobile(registry: Registry, key: string, oddities: QcOddities, url: URL): JsonAnswer {
  const given = url.searchParams.get('webKey') ?? '';
  if (given === '') return refuseKey('Must provide Webkey');
  if (given !== key) return refuseKey('Webkey not found');
  const path = url.pathname.replace(/\/$/, '');

  const name = /^\/qc\/services\/carriers\/name\/([^/]+)$/.exec(path)?.[1];
  if (name !== undefined) {
    const start = Math.max(0, Number(url.searchParams.get('start') ?? 0) || 0);
    const size = Math.min(largestPage, Number(url.searchParams.get('size') ?? largestPage) || largestPage);
    const found = registry.findByName(decodeURIComponent(name)).slice(start, start + size);
    return envelope(found.map((state) => presentEntry(state, oddities)));
  }
  const docket = /^\/qc\/services\/carriers\/docket-number\/([^/]+)$/.exec(path)?.[1];
  if (docket !== undefined) {
    const entries = registry.findByDocket(digitsOf(docket)).map((state) => presentEntry(state, oddities));
    return envelope(oddities.docketAs === 'object' ? (entries[0] ?? null) : entries);
  }
  const [, dot, part] = /^\/qc\/services\/carriers\/(\d+)(\/authority)?$/.exec(path) ?? [];
  if (dot === undefined) return envelope('Not Found', 404);
  const state = registry.find(digitsOf(dot));
  if (part !== undefined)
    return envelope(state ? [...state.olderDockets, state.docket].map((docket) => presentAuthority(state, docket)) : []);
  return envelope(state ? presentEntry(state, oddities) : null);
}

export function qcErrorBody(status: number): unknown {
  const words: Record<number, string> = { 403: 'Forbidden', 429: 'Too many requests', 500: 'Internal Server Error', 503: 'Unavailable' };
  return { content: words[status] ?? `Error ${status}`, retrievalDate: retrievalDate() };
}
