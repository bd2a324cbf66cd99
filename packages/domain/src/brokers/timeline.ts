import { daysBetween } from '../time/zoned-time.ts';
import { type AuthorityChangeKind, type AuthorityEvent, type AuthorityRecord, dayOfChange, type NoticedChange } from './authority.ts';

/** UNKNOWN: the record has a gap here, such as an authority that was reinstated without the day on which it was lost. */
export type SpanState = 'ACTIVE' | 'LAPSED' | 'UNKNOWN';

export interface TimelineSpan {
  from: string;
  to: string;
  state: SpanState;
}

export interface TimelineMark {
  on: string;
  tone: 'GOOD' | 'LOOK' | 'BAD';
  /** "Granted", "Bond lapsed 23 days, restored". */
  label: string;
  /** The value before and after, where the record has both. */
  change: { before: string; after: string } | null;
  /** The end of a lapse. The mark of its beginning names both, so this one needs no words beside it. */
  isEndOfLapse: boolean;
}

/** The life of an authority on true time, from the first day that the record knows until today. */
export interface AuthorityTimeline {
  from: string;
  to: string;
  spans: TimelineSpan[];
  /** The oldest first. */
  marks: TimelineMark[];
}

/** A bond that was filed this many days around the grant belongs to the grant and gets no mark. */
const filedWithGrantDays = 45;

const isAuthorityKind = (kind: AuthorityChangeKind) => kind.startsWith('AUTHORITY_');
const isActiveKind = (kind: AuthorityChangeKind) => kind === 'AUTHORITY_GRANTED' || kind === 'AUTHORITY_REINSTATED';

/** What the register lists, and what was noticed between two looks and is not in its list. */
function listEvents(record: AuthorityRecord, changes: readonly NoticedChange[], zone: string): AuthorityEvent[] {
  const noticed = changes
    .filter(({ kind }) => isAuthorityKind(kind))
    .map((change) => ({ on: dayOfChange(change, zone), isActive: isActiveKind(change.kind), isDated: change.on !== null }));
  const published = record.authorityEvents ?? [];
  const lastPublished = published.at(-1)?.on ?? '';
  const events = [...published, ...noticed.filter(({ on, isDated }) => (published.length === 0 ? true : isDated || on > lastPublished))];
  const known = new Map(events.map(({ on, isActive }) => [`${on} ${isActive}`, { on, isActive }]));
  return [...known.values()].sort((a, b) => a.on.localeCompare(b.on) || Number(a.isActive) - Number(b.isActive));
}

function listSpans(events: readonly AuthorityEvent[], record: AuthorityRecord, today: string): TimelineSpan[] {
  return events.map(({ on, isActive }, index) => {
    const next = events[index + 1];
    const isSure = next
      ? next.isActive !== isActive
      : record.authorityStatus === null || (record.authorityStatus === 'ACTIVE') === isActive;
    return { from: on, to: next?.on ?? today, state: isSure ? (isActive ? 'ACTIVE' : 'LAPSED') : 'UNKNOWN' };
  });
}

function plural(days: number): string {
  return `${days.toLocaleString('en-US')} day${days === 1 ? '' : 's'}`;
}

const plainMark = { change: null, isEndOfLapse: false };

function lapse(what: string, from: string, to: string): TimelineMark[] {
  const label = `${what} ${plural(daysBetween(from, to))}, restored`;
  return [
    { ...plainMark, on: from, tone: 'BAD', label },
    { ...plainMark, on: to, tone: 'GOOD', label: 'Restored', isEndOfLapse: true },
  ];
}

function markAuthority(events: readonly AuthorityEvent[], record: AuthorityRecord): TimelineMark[] {
  return events.flatMap(({ on, isActive }, index): TimelineMark[] => {
    const [before, next] = [events[index - 1], events[index + 1]];
    if (isActive) {
      if (index === 0) return [{ ...plainMark, on, tone: 'GOOD', label: 'Granted' }];
      // After a lapse, the mark of the lapse says so.
      return before?.isActive ? [{ ...plainMark, on, tone: 'LOOK', label: 'Reinstated' }] : [];
    }
    if (next?.isActive) return lapse('Lapsed', on, next.on);
    if (before && !before.isActive) return [];
    return [{ ...plainMark, on, tone: 'BAD', label: record.authorityStatus === 'REVOKED' ? 'Revoked' : 'Inactive' }];
  });
}

/** Days of the bond in order. A bond that is replaced by another at once has not lapsed. */
function markBond(changes: readonly NoticedChange[], grantedOn: string | undefined, zone: string): TimelineMark[] {
  const days = changes
    .filter(({ kind }) => kind === 'BOND_FILED' || kind === 'BOND_CANCELED')
    .map((change) => ({ on: dayOfChange(change, zone), isFiled: change.kind === 'BOND_FILED' }))
    .sort((a, b) => a.on.localeCompare(b.on) || Number(a.isFiled) - Number(b.isFiled));
  return days.flatMap(({ on, isFiled }, index): TimelineMark[] => {
    const [before, next] = [days[index - 1], days[index + 1]];
    if (isFiled) {
      const isWithGrant = grantedOn !== undefined && Math.abs(daysBetween(grantedOn, on)) <= filedWithGrantDays;
      return (before && !before.isFiled) || isWithGrant ? [] : [{ ...plainMark, on, tone: 'GOOD', label: 'Bond filed' }];
    }
    if (next?.isFiled) return next.on === on ? [] : lapse('Bond lapsed', on, next.on);
    return [{ ...plainMark, on, tone: 'BAD', label: 'Bond canceled' }];
  });
}

const otherMarks: Partial<Record<AuthorityChangeKind, Pick<TimelineMark, 'tone' | 'label'>>> = {
  BOND_AMOUNT: { tone: 'LOOK', label: 'Bond amount changed' },
  OUT_OF_SERVICE: { tone: 'BAD', label: 'Out of service' },
  BACK_IN_SERVICE: { tone: 'GOOD', label: 'Back in service' },
  LEGAL_NAME: { tone: 'LOOK', label: 'Name changed' },
  DBA_NAME: { tone: 'LOOK', label: 'DBA changed' },
  MC: { tone: 'LOOK', label: 'MC number changed' },
  PHONE: { tone: 'LOOK', label: 'Phone changed' },
  ADDRESS: { tone: 'LOOK', label: 'Address changed' },
  OFFICERS: { tone: 'LOOK', label: 'Officers changed' },
};

function markOthers(changes: readonly NoticedChange[], zone: string): TimelineMark[] {
  return changes.flatMap((change) => {
    const mark = otherMarks[change.kind];
    const { before, after } = change;
    const values = before === null || after === null || change.kind === 'BOND_AMOUNT' ? null : { before, after };
    return mark ? [{ ...plainMark, ...mark, on: dayOfChange(change, zone), change: values }] : [];
  });
}

/** Null if the record has no day at all. `changes` are in any order. Days after today are left out. */
export function authorityTimeline(
  record: AuthorityRecord,
  changes: readonly NoticedChange[],
  today: string,
  zone: string,
): AuthorityTimeline | null {
  const events = listEvents(record, changes, zone).filter(({ on }) => on <= today);
  const grantedOn = events.find(({ isActive }) => isActive)?.on;
  const marks = [...markAuthority(events, record), ...markBond(changes, grantedOn, zone), ...markOthers(changes, zone)]
    .filter(({ on }) => on <= today)
    .sort((a, b) => a.on.localeCompare(b.on));
  const [first] = marks;
  if (first === undefined) return null;
  return { from: first.on, to: today, spans: listSpans(events, record, today), marks };
}
