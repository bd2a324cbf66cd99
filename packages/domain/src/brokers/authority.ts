import { formatMonthDay } from '../time/when.ts';
import { dayAt, daysBetween } from '../time/zoned-time.ts';

/** REVOKED: the register says so. INACTIVE: suspended, or inactive for a reason that is not known. NONE: never had a broker authority. */
export const authorityStatuses = ['ACTIVE', 'INACTIVE', 'REVOKED', 'NONE'] as const;
export type AuthorityStatus = (typeof authorityStatuses)[number];

export interface RegisteredAddress {
  street: string | null;
  city: string | null;
  state: string | null;
  zip: string | null;
}

/** A day on which the broker authority became active, or ended. */
export interface AuthorityEvent {
  on: string;
  isActive: boolean;
}

/** What FMCSA publishes about a broker. Null where the source does not say. Days are `2026-10-29`. */
export interface AuthorityRecord {
  dot: string;
  mc: string | null;
  legalName: string | null;
  dbaName: string | null;
  authorityStatus: AuthorityStatus | null;
  /** The day on which this status began. */
  authoritySince: string | null;
  authorityGrantedOn: string | null;
  /** The last time that a lost authority was given back. */
  authorityReinstatedOn: string | null;
  /** All published changes of the authority, the oldest first. */
  authorityEvents: AuthorityEvent[] | null;
  isBondOnFile: boolean | null;
  bondCents: number | null;
  bondSince: string | null;
  /** When the last bond ended. Null while a bond is on file. */
  bondCanceledOn: string | null;
  /** Liability insurance on file. Brokers need none. */
  liabilityCents: number | null;
  isOutOfService: boolean | null;
  outOfServiceSince: string | null;
  address: RegisteredAddress | null;
  /** E.164. */
  phone: string | null;
  /** Names as published. */
  officers: string[] | null;
}

export const authorityChangeKinds = [
  'AUTHORITY_GRANTED',
  'AUTHORITY_REINSTATED',
  'AUTHORITY_REVOKED',
  'AUTHORITY_INACTIVE',
  'BOND_FILED',
  'BOND_CANCELED',
  'BOND_AMOUNT',
  'OUT_OF_SERVICE',
  'BACK_IN_SERVICE',
  'LEGAL_NAME',
  'DBA_NAME',
  'MC',
  'PHONE',
  'ADDRESS',
  'OFFICERS',
] as const;
export type AuthorityChangeKind = (typeof authorityChangeKinds)[number];

export interface AuthorityChange {
  kind: AuthorityChangeKind;
  /** The day by the register. Null if the register does not date it. */
  on: string | null;
  /** Null for an event that has no values of its own, such as a bond that was filed. */
  before: string | null;
  after: string | null;
}

/** A change with the time at which we saw it. */
export interface NoticedChange extends AuthorityChange {
  noticedAt: string;
  /** The last time that the register still showed the value before. Null on the first look. */
  lastSeenAt: string | null;
}

const changeLabels: Readonly<Record<AuthorityChangeKind, string>> = {
  AUTHORITY_GRANTED: 'Authority granted',
  AUTHORITY_REINSTATED: 'Authority reinstated',
  AUTHORITY_REVOKED: 'Authority revoked',
  AUTHORITY_INACTIVE: 'Authority inactive',
  BOND_FILED: 'Bond filed',
  BOND_CANCELED: 'Bond canceled',
  BOND_AMOUNT: 'Bond amount changed',
  OUT_OF_SERVICE: 'Placed out of service',
  BACK_IN_SERVICE: 'Back in service',
  LEGAL_NAME: 'Legal name changed',
  DBA_NAME: 'DBA changed',
  MC: 'MC number changed',
  PHONE: 'Phone changed',
  ADDRESS: 'Address changed',
  OFFICERS: 'Officers changed',
};

type DatedEvent = Pick<AuthorityChange, 'kind'> & { on: string };

/** The events that a record itself dates. */
function listDatedEvents(record: AuthorityRecord): DatedEvent[] {
  const { authorityStatus: status, isBondOnFile } = record;
  const events: [AuthorityChangeKind, string | null][] = [
    ['AUTHORITY_GRANTED', record.authorityGrantedOn],
    ['AUTHORITY_REINSTATED', record.authorityReinstatedOn],
    ['AUTHORITY_REVOKED', status === 'REVOKED' ? record.authoritySince : null],
    ['AUTHORITY_INACTIVE', status === 'INACTIVE' ? record.authoritySince : null],
    ['BOND_FILED', isBondOnFile === true ? record.bondSince : null],
    ['BOND_CANCELED', isBondOnFile === false ? record.bondCanceledOn : null],
    ['OUT_OF_SERVICE', record.isOutOfService === true ? record.outOfServiceSince : null],
  ];
  return events.flatMap(([kind, on]) => (on === null ? [] : [{ kind, on }]));
}

function authorityChangeOf(before: AuthorityStatus, after: AuthorityStatus): AuthorityChangeKind {
  if (after === 'ACTIVE') return before === 'NONE' ? 'AUTHORITY_GRANTED' : 'AUTHORITY_REINSTATED';
  return after === 'REVOKED' ? 'AUTHORITY_REVOKED' : 'AUTHORITY_INACTIVE';
}

/** "500 Waterside Dr, Norfolk, VA 23510" */
export function formatRegisteredAddress({ street, city, state, zip }: RegisteredAddress): string {
  const end = [state, zip].filter((part) => part !== null).join(' ');
  return [street, city, end].filter((part) => part !== null && part !== '').join(', ');
}

/** What is different between two records, both values being known. */
function listDifferences(before: AuthorityRecord, after: AuthorityRecord): AuthorityChange[] {
  const changes: AuthorityChange[] = [];
  const compare = <T>(was: T | null, is: T | null, kindOf: (was: T, is: T) => AuthorityChangeKind, write: (value: T) => string | null) => {
    if (was === null || is === null || JSON.stringify(was) === JSON.stringify(is)) return;
    changes.push({ kind: kindOf(was, is), on: null, before: write(was), after: write(is) });
  };
  const asItIs = (value: string) => value;
  const unwritten = () => null;
  compare(before.authorityStatus, after.authorityStatus, authorityChangeOf, asItIs);
  compare(before.isBondOnFile, after.isBondOnFile, (_was, is) => (is ? 'BOND_FILED' : 'BOND_CANCELED'), unwritten);
  if (before.isBondOnFile === true && after.isBondOnFile === true) {
    compare(before.bondCents, after.bondCents, () => 'BOND_AMOUNT', String);
  }
  compare(before.isOutOfService, after.isOutOfService, (_was, is) => (is ? 'OUT_OF_SERVICE' : 'BACK_IN_SERVICE'), unwritten);
  compare(before.legalName, after.legalName, () => 'LEGAL_NAME', asItIs);
  compare(before.dbaName, after.dbaName, () => 'DBA_NAME', asItIs);
  compare(before.mc, after.mc, () => 'MC', asItIs);
  compare(before.phone, after.phone, () => 'PHONE', asItIs);
  compare(before.address, after.address, () => 'ADDRESS', formatRegisteredAddress);
  compare(
    before.officers,
    after.officers,
    () => 'OFFICERS',
    (names) => names.join(', '),
  );
  return changes;
}

/**
 * What is new in a record. On the first look these are the events that the record dates itself. A value that one of the two records does
 * not have is no change.
 */
export function authorityChanges(before: AuthorityRecord | null, after: AuthorityRecord): AuthorityChange[] {
  const known = before === null ? [] : listDatedEvents(before);
  const dated = listDatedEvents(after)
    .filter(({ kind, on }) => !known.some((event) => event.kind === kind && event.on === on))
    .map(({ kind, on }): AuthorityChange => ({ kind, on, before: null, after: null }));
  const differences = before === null ? [] : listDifferences(before, after);
  return [...dated, ...differences.filter(({ kind }) => !dated.some((event) => event.kind === kind))];
}

/** The day by which a change had happened, in this time zone. */
export function dayOfChange({ on, noticedAt }: Pick<NoticedChange, 'on' | 'noticedAt'>, timeZone: string): string {
  return on ?? dayAt(noticedAt, timeZone);
}

/** The newest first. A change that was noticed before its date was known is shown once, with its date. */
export function listHistory<T extends NoticedChange>(changes: readonly T[], timeZone: string): T[] {
  const isDatedLater = (change: T) =>
    change.on === null &&
    changes.some(
      ({ kind, on, noticedAt }) =>
        kind === change.kind && on !== null && noticedAt >= change.noticedAt && on <= dayAt(change.noticedAt, timeZone),
    );
  return changes
    .filter((change) => !isDatedLater(change))
    .sort((left, right) => dayOfChange(right, timeZone).localeCompare(dayOfChange(left, timeZone)));
}

function formatDay(day: string): string {
  return `${formatMonthDay(day)}, ${day.slice(0, 4)}`;
}

function formatAgo(day: string, today: string): string {
  const days = daysBetween(day, today);
  if (days === 0) return 'today';
  if (days === 1) return 'yesterday';
  return days > 1 && days <= 60 ? `${days} days ago` : `on ${formatDay(day)}`;
}

/** "Authority reinstated 12 days ago", "Phone changed yesterday", "Phone changed between Oct 3, 2026 and Nov 16, 2026". */
export function describeChange(change: NoticedChange, timeZone: string, nowMs: number): string {
  const today = dayAt(nowMs, timeZone);
  const day = dayOfChange(change, timeZone);
  const label = changeLabels[change.kind];
  const lastSeen = change.lastSeenAt === null ? day : dayAt(change.lastSeenAt, timeZone);
  // Without a date of the register, the change happened between two looks. A day apart is as good as a date.
  if (change.on !== null || daysBetween(lastSeen, day) <= 1) return `${label} ${formatAgo(day, today)}`;
  return `${label} between ${formatDay(lastSeen)} and ${formatDay(day)}`;
}
