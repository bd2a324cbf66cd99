import { DrawerSection } from '../../../../shared/drawer/side-drawer.tsx';
import { formatStopMoment, formatStopWhen } from '../../../../shared/format/stop-time.ts';
import ends from '../../../../shared/list/history-ends.module.css';
import { useNow } from '../../../../shared/time/use-now.ts';
import { loadsApi } from '../../loads.api.ts';
import classes from './events.module.css';
import { formatHistory, historySource } from './history.ts';

/** The history of a load, newest first: when, what, and who or what reported it. */
export function History({ loadId, zone }: { loadId: string; zone: string }) {
  const now = useNow();
  const { data, isError, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = loadsApi.useListLoadEventsInfiniteQuery({
    id: loadId,
  });
  const events = data?.pages.flatMap((page) => page.events) ?? [];
  return (
    <DrawerSection title="History">
      {data === undefined && isError ? (
        <p className={ends.none}>
          Couldn’t load the history.{' '}
          <button type="button" className={ends.more} onClick={() => void refetch()}>
            Try again
          </button>
        </p>
      ) : null}
      {data === undefined && !isError ? <p className={ends.none}>Getting the history…</p> : null}
      <ol className={classes.events}>
        {events.map((event) => (
          <li key={event.id}>
            <time dateTime={event.at} title={formatStopMoment(event.at, zone)}>
              {formatStopWhen(event.at, zone, now)}
            </time>
            <span className={classes.words}>
              {formatHistory(event).map(({ text, isStrong }, index) =>
                // biome-ignore lint/suspicious/noArrayIndexKey: The parts of a line have no id, and their order never changes.
                isStrong ? <b key={index}>{text}</b> : <span key={index}>{text}</span>,
              )}
            </span>
            <span className={classes.source} title={event.actorName ?? undefined}>
              {historySource(event)}
            </span>
          </li>
        ))}
      </ol>
      {hasNextPage ? (
        <button type="button" className={ends.more} disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {isFetchingNextPage ? 'Getting more…' : 'Show earlier'}
        </button>
      ) : null}
    </DrawerSection>
  );
}
