import { formatWeekRule } from '@headhaul/domain/time/weeks';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import { saveBlob } from '../../shared/api/save-file.ts';
import { ListError } from '../../shared/list/list-states/list-error.tsx';
import { OfflineCopy } from '../../shared/list/list-states/offline-strip.tsx';
import { StateLine, WorkHeader } from '../../shared/list/work-header.tsx';
import { useNow } from '../../shared/time/use-now.ts';
import { DriverBars } from './cards/driver-bars.tsx';
import { EmailFunnel } from './cards/email-funnel.tsx';
import { FigureTiles } from './cards/figure-tiles.tsx';
import { NetCards } from './cards/net-cards.tsx';
import { TopBrokers } from './cards/top-brokers.tsx';
import { TopLanes } from './cards/top-lanes.tsx';
import { formatCount } from './figure-labels.ts';
import { analyticsCsv } from './figures-csv.ts';
import { type AnalyticsState, readAnalyticsState, writeAnalyticsState } from './filters/address.ts';
import { AnalyticsFilters } from './filters/filters.tsx';
import { formatDays, type PeriodChoice } from './filters/periods.ts';
import { AnalyticsFirstUse } from './first-use.tsx';
import classes from './page.module.css';
import { AnalyticsSkeleton } from './skeleton.tsx';
import { type Analytics, useAnalytics } from './use-analytics.ts';
import { WeekCard } from './weeks/week-card.tsx';

/** What the office earned in a period: by week, driver, lane and broker. */
export default function AnalyticsPage() {
  const now = useNow();
  const [params, setParams] = useSearchParams();
  const state = readAnalyticsState(params);
  const { data, fetchedAt, error, isFetching, isChanging, isFirstUse, retry } = useAnalytics(state, now);
  const change = (part: Partial<AnalyticsState>) => setParams(writeAnalyticsState({ ...state, ...part }), { preventScrollReset: true });

  const save = ({ days }: Analytics, csv: string) =>
    saveBlob(new Blob([csv], { type: 'text/csv' }), `Analytics ${days.from} to ${days.to}.csv`);
  const parts = data === null ? ['Getting your figures…'] : [formatDays(data.days), formatWeekRule(data.rule)];

  return (
    <div className={classes.screen}>
      <OfflineCopy fetchedAt={fetchedAt} />
      <div className={classes.head}>
        <WorkHeader
          title="Analytics"
          state={<StateLine parts={isFirstUse ? ['Nothing to count yet'] : data === null && error ? ['Not up to date'] : parts} />}
        >
          {isFirstUse ? undefined : (
            <Button
              variant="default"
              className={classes.export}
              leftSection={<IconDownload size={16} stroke={1.75} />}
              disabled={data === null}
              onClick={() => data !== null && save(data, analyticsCsv(data))}
            >
              Export CSV
            </Button>
          )}
        </WorkHeader>
        {isFirstUse ? null : (
          <div className={classes.filters}>
            <AnalyticsFilters
              state={state}
              beforeLabel={data?.beforeLabel ?? 'the time before'}
              onChange={change}
              note={data === null ? undefined : formatCount(data.totals)}
            />
          </div>
        )}
      </div>
      {isFirstUse ? (
        <div className={classes.firstUse}>
          <AnalyticsFirstUse />
        </div>
      ) : data !== null ? (
        <Figures data={data} state={state} isChanging={isChanging} onChange={change} onRetry={retry} />
      ) : error === undefined ? (
        <AnalyticsSkeleton />
      ) : (
        <ListError title="Couldn’t load your figures" error={error} safe="Nothing is lost." isRetrying={isFetching} onRetry={retry} />
      )}
    </div>
  );
}

interface FiguresProps {
  data: Analytics;
  state: AnalyticsState;
  isChanging: boolean;
  onChange: (part: Partial<AnalyticsState>) => void;
  onRetry: () => void;
}

function Figures({ data, state, isChanging, onChange, onRetry }: FiguresProps) {
  const isNarrowed = state.driver.length > 0 || state.dispatcher.length > 0;
  const show = (period: PeriodChoice) => onChange({ period });
  return (
    <div className={classes.content} aria-busy={isChanging}>
      {data.totals.loads === 0 ? (
        <p className={classes.nothing} role="status">
          No loads count in these days.{' '}
          <button type="button" onClick={() => (isNarrowed ? onChange({ driver: [], dispatcher: [] }) : show('13-weeks'))}>
            {isNarrowed ? 'Show everyone’s' : 'Show the last 13 weeks'}
          </button>
        </p>
      ) : null}
      <FigureTiles data={data} />
      <div className={classes.pair} data-shape="chart">
        <WeekCard data={data} isTable={state.isTable} onTable={(isTable) => onChange({ isTable })} onWeek={show} />
        <DriverBars drivers={data.drivers} onDriver={(id) => onChange({ driver: [id] })} onRetry={onRetry} />
      </div>
      <div className={classes.pair}>
        <TopLanes lanes={data.lanes} totals={data.totals} onRetry={onRetry} />
        <TopBrokers brokers={data.brokers} onRetry={onRetry} />
      </div>
      <div className={classes.pair}>
        <NetCards days={data.days} driver={state.driver} dispatcher={state.dispatcher} />
      </div>
      <EmailFunnel days={data.days} dispatcher={state.dispatcher} isByDriver={state.driver.length > 0} />
    </div>
  );
}
