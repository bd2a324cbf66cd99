import type { Driver } from '@headhaul/contracts/drivers';
import { dayAt } from '@headhaul/domain/time/zoned-time';
import { IconSteeringWheel, IconTruckLoading, IconUsers } from '@tabler/icons-react';
import { ListEmpty } from '../../../shared/list/list-states/list-empty.tsx';
import { ListError } from '../../../shared/list/list-states/list-error.tsx';
import { ListFilteredEmpty } from '../../../shared/list/list-states/list-filtered-empty.tsx';
import type { StatePart } from '../../../shared/list/work-header.tsx';
import { isEmptyNow } from '../labels.ts';
import type { DriverListState } from './query.ts';

interface StateFacts {
  /** All active drivers, whichever tab is open. */
  drivers: readonly Driver[] | undefined;
  counts: { all: number; onLoad: number } | undefined;
  nowMs: number;
  isError: boolean;
  onEmpty: () => void;
}

/** "13 drivers · 9 on load · 1 empty now, 2 more today" */
export function stateParts({ drivers, counts, nowMs, isError, onEmpty }: StateFacts): (string | StatePart)[] {
  if (isError) return ['No answer'];
  if (counts === undefined) return ['Getting your drivers…'];
  const now = drivers?.filter((driver) => isEmptyNow(driver, nowMs)).length ?? 0;
  const later = drivers?.filter((driver) => isEmptyToday(driver, nowMs)).length ?? 0;
  const words = [
    ...(now > 0 ? [`${now} empty now`] : []),
    ...(later > 0 ? [now > 0 ? `${later} more today` : `${later} empty today`] : []),
  ];
  return [
    counts.all === 1 ? '1 driver' : `${counts.all} drivers`,
    ...(counts.onLoad > 0 ? [`${counts.onLoad} on load`] : []),
    ...(words.length === 0 ? [] : [{ words: words.join(', '), tone: 'need' as const, onClick: onEmpty }]),
  ];
}

/** The driver gets empty later today, in the time zone of the place, and has no next load. */
function isEmptyToday({ readyAt, readyZone, nextLoad, status, employment }: Driver, nowMs: number): boolean {
  if (readyAt === null || nextLoad !== null || employment === 'INACTIVE' || (status !== 'ON_LOAD' && status !== 'READY')) return false;
  const zone = readyZone ?? 'America/Chicago';
  return Date.parse(readyAt) > nowMs && dayAt(readyAt, zone) === dayAt(nowMs, zone);
}

interface FailedList {
  error?: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}

export function DriversFailed({ list: { error, isFetching, refetch } }: { list: FailedList }) {
  return <ListError title="Couldn’t load your drivers" error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
}

export function FirstDriver({ createPath }: { createPath: string }) {
  return (
    <ListEmpty
      title="Who drives for you?"
      line="With your drivers here, Headhaul shows which truck is empty where, and which booked load is near it."
      ways={[
        {
          icon: IconSteeringWheel,
          title: 'Add a driver',
          text: 'Name, phone and truck number are enough to begin with.',
          action: 'Add driver',
          keys: 'n',
          to: createPath,
        },
        {
          icon: IconTruckLoading,
          title: 'Book a load first',
          text: 'It waits without a driver until you assign one.',
          action: 'New load',
          to: '/dispatcher/create-my-load',
        },
        {
          icon: IconUsers,
          title: 'Bring your team',
          text: 'Each dispatcher sees their own drivers first, and everyone’s on demand.',
          action: 'Invite people',
          to: '/dispatcher/account-team',
        },
      ]}
    />
  );
}

export function NobodyHere({ state, isMine, onClear }: { state: DriverListState; isMine: boolean; onClear: () => void }) {
  const isNarrow = state.search !== '' || state.statuses.length > 0;
  const line = isNarrow ? 'No driver matches.' : isMine ? 'No driver of this dispatcher is here.' : 'Nobody is here now.';
  return <ListFilteredEmpty line={line} onClear={onClear} />;
}
