import { formatStopClock } from '../../../shared/format/stop-time.ts';
import { ListError } from '../../../shared/list/list-states/list-error.tsx';
import { ListFilteredEmpty } from '../../../shared/list/list-states/list-filtered-empty.tsx';
import classes from './empty-state.module.css';
import { hasFilters, type ListState } from './filters/query.ts';
import type { StandingKey } from './filters/views.ts';
import type { LoadListData } from './use-load-list.ts';

interface LoadsEmptyStateProps {
  list: LoadListData;
  state: ListState;
  zone: string;
  onClear: () => void;
}

const nothing: Record<StandingKey, string> = {
  active: 'No active loads. Everything is settled.',
  needs: 'Nothing needs attention.',
  pickups: 'No pickups today.',
  deliveries: 'No deliveries today.',
  invoice: 'Nothing to invoice.',
  all: 'No loads yet.',
};

/** Shown in place of the rows. */
export default function LoadsEmptyState({ list, state, zone, onClear }: LoadsEmptyStateProps) {
  if (list.error !== undefined && list.rows === null) return <Failed list={list} zone={zone} />;
  if (hasFilters(state)) return <ListFilteredEmpty line="No loads match." onClear={onClear} />;
  return (
    <p className={classes.nothing} role="status">
      {state.isBin ? 'Trash is empty.' : nothing[state.base]}
    </p>
  );
}

function Failed({ list, zone }: { list: LoadListData; zone: string }) {
  const { error, copy } = list;
  return (
    <ListError
      title="Couldn’t load your loads"
      error={error}
      isRetrying={list.isFetching}
      onRetry={list.retry}
      {...(copy === null ? {} : { copy: { time: formatStopClock(copy.savedAt, zone), onShow: list.showCopy } })}
    />
  );
}
