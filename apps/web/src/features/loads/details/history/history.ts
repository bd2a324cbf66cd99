import type { LoadEvent } from '@headhaul/contracts/loads/record';

/** One line of the history. New values are bold. */
export type HistoryText = { text: string; isStrong?: boolean }[];

type Change = LoadEvent['changes'][number];

const boards: Record<string, string> = {
  DAT: ' from DAT',
  TRUCKSTOP: ' from Truckstop',
  EMAIL: ' from an email',
  IMPORT: ' from a file',
  OTHER: '',
  DIRECT: '',
};

/** A line shows this many changes, then says how many more there are. */
const shownChanges = 4;

function formatChange({ field, from, to }: Change): HistoryText {
  if (from === null) return [{ text: `${field} ` }, { text: to ?? '', isStrong: true }];
  if (to === null) return [{ text: `${field} ${from} removed` }];
  return [{ text: `${field} ${from} → ` }, { text: to, isStrong: true }];
}

function join(parts: HistoryText[]): HistoryText {
  return parts.flatMap((part, index) => (index === 0 ? part : [{ text: ', ' }, ...part]));
}

function listed(changes: readonly Change[]): HistoryText {
  const more = changes.length - shownChanges;
  return [...join(changes.slice(0, shownChanges).map(formatChange)), ...(more > 0 ? [{ text: ` and ${more} more` }] : [])];
}

function split(changes: readonly Change[], field: string): [Change | undefined, Change[]] {
  return [changes.find((change) => change.field === field), changes.filter((change) => change.field !== field)];
}

/** What the fit had against the driver who got the load anyway, as a sentence of its own, and the other changes. */
function splitDoubt(changes: readonly Change[], reason: string | null): { doubt: HistoryText; plain: Change[] } {
  const [anyway, plain] = split(changes, 'Assigned anyway');
  const said = reason === null ? '' : `. “${reason}”`;
  return { doubt: anyway === undefined ? [] : [{ text: `. Assigned anyway: ${anyway.to ?? ''}${said}` }], plain };
}

/** "Lumper $180, asked → approved". Parts that didn't change are named once. */
function formatFee(from: string, to: string): HistoryText {
  const [before, after] = [from.split(', '), to.split(', ')];
  const same = before.findIndex((part, index) => part !== after[index]);
  const kept = same < 0 ? before : before.slice(0, same);
  const rest = (parts: string[]) => parts.slice(kept.length).join(', ');
  const lead = kept.length === 0 ? '' : `${kept.join(', ')}, `;
  return [{ text: `${lead}${rest(before)} → ` }, { text: rest(after), isStrong: true }];
}

export function formatHistory({ kind, changes, reason }: LoadEvent): HistoryText {
  const [first] = changes;
  switch (kind) {
    case 'created': {
      const board = changes.find(({ field }) => field === 'Board')?.to ?? 'DIRECT';
      const status = changes.find(({ field }) => field === 'Status')?.to ?? 'Booked';
      return [{ text: `${status === 'Draft' ? 'Draft made' : status}${boards[board] ?? ''}` }];
    }
    case 'status':
    case 'undone': {
      const [move, others] = split(changes, 'Status');
      const words = move === undefined ? 'Status' : `${move.from ?? ''} → ${move.to ?? ''}`;
      return [
        ...(kind === 'undone' ? [{ text: 'Undone, ' }] : []),
        { text: words, isStrong: true },
        ...(reason === null ? [] : [{ text: `, ${reason}` }]),
        ...(others.length === 0 ? [] : [{ text: ', ' }, ...listed(others)]),
      ];
    }
    case 'assigned': {
      const { doubt, plain } = splitDoubt(changes, reason);
      const [driver, others] = split(plain, 'Driver');
      if (driver === undefined) return [...listed(plain), ...doubt];
      const words: HistoryText =
        driver.to === null
          ? [{ text: `Unassigned from ${driver.from ?? 'the driver'}` }]
          : [{ text: 'Assigned to ' }, { text: driver.to, isStrong: true }];
      return [...words, ...(others.length === 0 ? [] : [{ text: ', ' }, ...listed(others)]), ...doubt];
    }
    case 'fee.added':
      return [{ text: first?.to ?? 'Fee added' }];
    case 'fee.changed':
      return formatFee(first?.from ?? 'Fee', first?.to ?? '');
    case 'fee.removed':
      return [{ text: `${first?.from ?? 'Fee'} removed` }];
    case 'document.added':
      return [{ text: `${first?.field ?? 'Document'} added, ${first?.to ?? ''}` }];
    case 'document.removed':
      return [{ text: `${first?.field ?? 'Document'} removed, ${first?.from ?? ''}` }];
    case 'note.added':
      return [{ text: `Note: ${first?.to ?? ''}` }];
    case 'note.removed':
      return [{ text: `Note removed: ${first?.from ?? ''}` }];
    case 'deleted':
      return [{ text: 'Deleted' }];
    case 'restored':
      return [{ text: 'Restored' }];
    case 'factor.confirmed':
      return [{ text: 'Booked anyway', isStrong: true }, { text: reason === null ? '' : `: ${reason}` }];
    case 'edited':
    case 'stop.times': {
      const { doubt, plain } = splitDoubt(changes, reason);
      return plain.length === 0 ? [{ text: 'Saved without a change' }] : [...listed(plain), ...doubt];
    }
  }
}

const sources: Record<LoadEvent['source'], string> = {
  user: 'Headhaul',
  import: 'Import',
  telegram: 'Telegram',
  geofence: 'Geofence',
  system: 'Headhaul',
};

/** The first name of the person, or else the source, such as "Geofence". */
export function historySource({ actorName, source }: Pick<LoadEvent, 'actorName' | 'source'>): string {
  if (source !== 'user' && source !== 'system') return sources[source];
  return actorName === null ? sources[source] : actorName === 'Former member' ? actorName : (actorName.split(' ')[0] ?? actorName);
}
