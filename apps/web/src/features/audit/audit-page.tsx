import { Button } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useSession } from '../../shared/session/session-store.ts';
import { formatMoment } from '../../shared/time/format-time.ts';
import { useOfficeZone } from '../../shared/time/use-office-zone.ts';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { auditApi } from './audit.api.ts';
import { describeAuditLine } from './audit-labels.ts';
import classes from './audit-page.module.css';

/** The company's log, for its owner. Times are in the company's time zone, wherever the reader is. */
export default function AuditPage() {
  const isTeamOwner = useSession()?.isTeamOwner ?? false;
  const log = auditApi.useListAuditInfiniteQuery(undefined, { skip: !isTeamOwner });
  const zone = useOfficeZone();
  const lines = log.data?.pages.flatMap((page) => page.lines);

  return (
    <>
      <Link to="/dispatcher/account-team" className={classes.back}>
        <IconChevronLeft size={16} stroke={1.75} aria-hidden="true" />
        Account &amp; Team
      </Link>
      <PageHeader title="Team log" state="Who did what, newest first. Nobody can change it." />
      <div className={classes.content}>
        {isTeamOwner ? null : <p className={classes.note}>Only the owner reads the team log.</p>}
        {lines === undefined && log.isError ? (
          <div className={classes.note} role="alert">
            <p>The log could not be loaded.</p>
            <Button variant="default" size="sm" loading={log.isFetching} onClick={() => void log.refetch()}>
              Try again
            </Button>
          </div>
        ) : null}
        {lines === undefined && log.isFetching ? <div className={classes.waiting} aria-busy="true" /> : null}
        {lines === undefined ? null : (
          <ol className={classes.list} aria-label="Team log">
            {lines.map((line) => {
              const { actor, action } = describeAuditLine(line);
              return (
                <li key={line.seq}>
                  <p>
                    <b>{actor}</b> {action}
                  </p>
                  <time dateTime={line.at}>{formatMoment(line.at, zone)}</time>
                </li>
              );
            })}
          </ol>
        )}
        {lines?.length === 0 ? <p className={classes.note}>Nothing has happened yet.</p> : null}
        {log.hasNextPage ? (
          <Button
            variant="default"
            size="sm"
            className={classes.more}
            loading={log.isFetchingNextPage}
            onClick={() => void log.fetchNextPage()}
          >
            Show older
          </Button>
        ) : null}
      </div>
    </>
  );
}
