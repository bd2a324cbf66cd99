import type { AuthorityRecord, AuthorityStatus } from '@headhaul/domain/brokers/authority';
import type { AuthorityEvent, BrokerFilings, CensusEntry, Published } from './open-data.ts';
import type { QcCompany } from './qcmobile.ts';

export interface RecordWithAge {
  record: AuthorityRecord;
  source: 'QCMOBILE' | 'OPEN_DATA';
  checkedAt: Date;
  openDataAsOf: Date | null;
}

/** What the open data answered. Undefined for a dataset that was not asked or did not answer. */
export interface OpenFacts {
  census?: Published<CensusEntry | null> | undefined;
  events?: Published<AuthorityEvent[]> | undefined;
  authority?: Published<{ status: string | null; bondFile: string | null } | null> | undefined;
  filings?: Published<BrokerFilings> | undefined;
  bondEnd?: Published<string | null> | undefined;
  outOfService?: Published<string | null> | undefined;
}

/** Open data that are older than what is already kept would undo what is known, so they count as not answered. */
export function withoutOlder(facts: OpenFacts, kept: RecordWithAge | undefined): OpenFacts {
  const sinceMs = kept?.openDataAsOf?.getTime() ?? 0;
  return Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== undefined && fact.asOf.getTime() >= sinceMs));
}

/** The oldest of the datasets, because the label must hold for all of them. */
export function oldestOf(facts: OpenFacts): Date | null {
  const times = Object.values(facts).flatMap((fact) => (fact === undefined ? [] : [fact.asOf.getTime()]));
  return times.length === 0 ? null : new Date(Math.min(...times));
}

type AuthorityDays = Pick<
  AuthorityRecord,
  'authorityStatus' | 'authoritySince' | 'authorityGrantedOn' | 'authorityReinstatedOn' | 'authorityEvents'
>;

/** More than any broker has. Only the last ones are kept. */
const mostEvents = 50;

function statusOf(event: AuthorityEvent): AuthorityStatus {
  if (event.isActive) return 'ACTIVE';
  return /revo/i.test(event.reason) ? 'REVOKED' : 'INACTIVE';
}

/** Days from the history. The day of the last event belongs to `status` only if that event led to it: the history may be older. */
function readHistory(status: AuthorityStatus | null, events: readonly AuthorityEvent[]): AuthorityDays {
  const last = events.at(-1);
  const isLedHere = last !== undefined && status !== null && status !== 'NONE' && last.isActive === (status === 'ACTIVE');
  const reinstated = events.findLast(
    (event, index) => event.isActive && (/reinstat/i.test(event.reason) || events.slice(0, index).some(({ isActive }) => !isActive)),
  );
  return {
    authorityStatus: isLedHere ? statusOf(last) : status,
    authoritySince: isLedHere ? last.on : null,
    authorityGrantedOn: events.find(({ isActive }) => isActive)?.on ?? null,
    authorityReinstatedOn: reinstated?.on ?? null,
    authorityEvents: events.length === 0 ? null : events.slice(-mostEvents).map(({ on, isActive }) => ({ on, isActive })),
  };
}

/** Without a history of now, the kept one still holds if the status has not changed. QCMobile doesn't tell revoked from inactive. */
function carryHistory(status: AuthorityStatus | null, kept: AuthorityRecord | undefined): AuthorityDays {
  const isSame = kept !== undefined && status !== null && (kept.authorityStatus === 'ACTIVE') === (status === 'ACTIVE');
  return {
    authorityStatus: isSame && kept.authorityStatus === 'REVOKED' && status === 'INACTIVE' ? 'REVOKED' : status,
    authoritySince: isSame ? kept.authoritySince : null,
    authorityGrantedOn: kept?.authorityGrantedOn ?? null,
    authorityReinstatedOn: kept?.authorityReinstatedOn ?? null,
    authorityEvents: kept?.authorityEvents ?? null,
  };
}

function bondDays(
  { isBondOnFile, bondCents }: Pick<AuthorityRecord, 'isBondOnFile' | 'bondCents'>,
  facts: OpenFacts,
  kept: AuthorityRecord | undefined,
): Pick<AuthorityRecord, 'bondSince' | 'bondCanceledOn'> {
  const isSame = kept?.isBondOnFile === isBondOnFile && kept.bondCents === bondCents;
  const since = facts.filings ? facts.filings.value.bondSince : isSame ? kept.bondSince : null;
  const canceledOn = facts.bondEnd ? facts.bondEnd.value : isSame ? kept.bondCanceledOn : null;
  return { bondSince: isBondOnFile === true ? since : null, bondCanceledOn: isBondOnFile === false ? canceledOn : null };
}

/** One record from everything that answered. What only the open data know is carried over from the kept record if they did not answer. */
export function mergeRecord(company: QcCompany, facts: OpenFacts, kept: AuthorityRecord | undefined): AuthorityRecord {
  const census = facts.census?.value;
  const authority = facts.events ? readHistory(company.authorityStatus, facts.events.value) : carryHistory(company.authorityStatus, kept);
  return {
    dot: company.dot,
    mc: company.mc ?? census?.mc ?? kept?.mc ?? null,
    legalName: company.legalName,
    dbaName: company.dbaName,
    ...authority,
    isBondOnFile: company.isBondOnFile,
    bondCents: company.bondCents,
    ...bondDays(company, facts, kept),
    liabilityCents: company.liabilityCents,
    isOutOfService: company.isOutOfService,
    outOfServiceSince: company.outOfServiceSince,
    address: company.address,
    phone: facts.census ? (census?.phone ?? null) : (kept?.phone ?? null),
    officers: facts.census ? (census?.officers ?? null) : (kept?.officers ?? null),
  };
}

/** The same from the open data alone. A dataset without a row says nothing, because most have only a part of all companies. */
export function companyFromOpenData(entry: CensusEntry, facts: OpenFacts): QcCompany {
  const { authority, events, filings, outOfService } = facts;
  const last = events?.value.at(-1);
  const status = authority?.value?.status;
  const bondFile = authority?.value?.bondFile;
  const bondCents = filings?.value.bondCents ?? null;
  const hasBond = bondFile === 'Y' || (bondCents !== null && bondCents > 0);
  return {
    dot: entry.dot,
    mc: entry.mc,
    legalName: entry.legalName,
    dbaName: entry.dbaName,
    authorityStatus: status === 'Active' ? 'ACTIVE' : status === 'Inactive' ? 'INACTIVE' : last ? statusOf(last) : null,
    isBondOnFile: hasBond ? true : bondFile === 'N' ? false : null,
    bondCents: hasBond ? bondCents : bondFile === 'N' ? 0 : null,
    liabilityCents: filings?.value.liabilityCents ?? null,
    isOutOfService: outOfService ? outOfService.value !== null : null,
    outOfServiceSince: outOfService?.value === 'unknown' ? null : (outOfService?.value ?? null),
    address: entry.address,
  };
}
