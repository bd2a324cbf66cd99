import type { LoadRow } from '@headhaul/contracts/loads/record';
import { dayAt } from '@headhaul/domain/time/zoned-time';
import { Button } from '@mantine/core';
import { IconCalendarWeek, IconLayoutKanban, IconList, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { useKeys } from '../../shared/keyboard/use-hotkeys.ts';
import { ModeSwitch } from '../../shared/list/controls/mode-switch.tsx';
import { OfflineCopy } from '../../shared/list/list-states/offline-strip.tsx';
import { StateLine, type StatePart, WorkHeader } from '../../shared/list/work-header.tsx';
import { useNow } from '../../shared/time/use-now.ts';
import { useIsMobile } from '../../shared/ui/viewport.ts';
import { companyApi } from '../company/company.api.ts';
import { type Crew, useAssignLoad } from '../loads/assign/use-assign-load.public.tsx';
import { loadChangesApi } from '../loads/changes.api.ts';
import { loadsApi } from '../loads/loads.api.ts';
import { ClashFixer } from './clash-fixer.tsx';
import { type NearRow, nearestRows, rowFit } from './fit.ts';
import { DragGhost } from './grid/drag-ghost.tsx';
import { PlanGrid } from './grid/grid.tsx';
import { nameOf } from './grid/row-line.tsx';
import { grossByDay, type PlanRow } from './grid/rows.ts';
import { PlanShelf } from './grid/shelf.tsx';
import { useLoadDrag } from './grid/use-load-drag.ts';
import { PlanList } from './list.tsx';
import { PlanEmpty, PlanError, PlanWaiting } from './states.tsx';
import { PlanToolbar } from './toolbar.tsx';
import { useCityPoints } from './use-city-points.ts';
import { usePlan } from './use-plan.ts';
import { readDay } from './week.ts';
import classes from './week-planner.module.css';

const loadsPath = '/dispatcher/my-loads';
const modes = [
  { key: 'list', title: 'List', icon: IconList, to: loadsPath },
  { key: 'board', title: 'Board', icon: IconLayoutKanban, to: `${loadsPath}?mode=board` },
  { key: 'week', title: 'Week', icon: IconCalendarWeek, to: `${loadsPath}/week` },
];
/** Used until the company has loaded. */
const usualRule = { startsOn: 'MONDAY', timeZone: 'America/Chicago' } as const;

interface WeekPlannerProps {
  /** Renders a load over the plan. Without it, a load opens as a page. */
  renderLoad?: (loadId: string, onClose: () => void) => ReactNode;
}

export default function WeekPlanner({ renderLoad }: WeekPlannerProps) {
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const isMobile = useIsMobile();
  const nowMs = useNow();
  const { data: counts } = loadsApi.useGetLoadCountsQuery();
  const { data: company } = companyApi.useGetMyCompanyQuery();
  const rule = company === undefined ? usualRule : { startsOn: company.weekStartsOn, timeZone: company.timeZone };
  const today = dayAt(nowMs, rule.timeZone);
  const dispatchers =
    params
      .get('dispatcher')
      ?.split(',')
      .filter((id) => id !== '') ?? [];

  const [send] = loadChangesApi.useAssignLoadMutation();
  const { assign, pending, question } = useAssignLoad(send);
  const plan = usePlan({ day: readDay(params.get('week'), nowMs, rule.timeZone), rule, dispatchers, nowMs, pending });
  const { week, rows = [], shelf = [] } = plan;
  const [askedId, setAskedId] = useState<string | null>(null);

  const put = (name: string, value: string | null) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === null || value === '') next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  const openLoad = ({ id }: LoadRow) => (renderLoad ? put('load', id) : void navigate(`${loadsPath}/${id}`));

  const crewOf = (driverId: string | null): Crew | null => {
    const row = rows.find(({ driver, partner }) => driver.id === driverId || partner?.id === driverId);
    if (row !== undefined) return { driverId: row.driver.id, coDriverId: row.partner?.id ?? null, name: nameOf(row.driver) };
    return null;
  };
  const scroller = useRef<HTMLElement>(null);
  const { drag, ghost, start } = useLoadDrag(scroller, (load, target) => {
    const row = target.kind === 'row' ? rows.find(({ driver }) => driver.id === target.driverId) : null;
    if (row !== undefined) give(load, row);
  });
  const movable = [
    ...shelf,
    ...rows.flatMap(({ clashes }) => clashes.flatMap(({ first, second }) => [first, second])),
    ...(drag ? [drag.load] : []),
  ];
  const points = useCityPoints(rows, movable, nowMs);

  /** Gives the load to a truck, or puts it back on the shelf. Asks first when the truck does not fit. */
  function give(load: LoadRow, row: PlanRow | null) {
    setAskedId(null);
    if (row?.driver.id === load.driverId || (row === null && load.driverId === null)) return;
    const fit = row === null ? null : rowFit(row, load, points, nowMs);
    assign({
      load,
      to: row === null ? null : crewOf(row.driver.id),
      from: crewOf(load.driverId),
      miles: fit?.miles ?? null,
      ...(row === null || fit === null || fit.isFit ? {} : { doubt: `${nameOf(row.driver)}: ${fit.reason}.` }),
    });
  }

  useKeys(
    {
      a: () => {
        const first = shelf[0];
        if (first === undefined) return;
        document.querySelector<HTMLElement>(`[data-load="${first.id}"]`)?.focus();
        setAskedId(first.id);
      },
      '[': () => put('week', stepWeek(week.days[0] ?? today, -7)),
      ']': () => put('week', stepWeek(week.days[0] ?? today, 7)),
      t: () => put('week', null),
    },
    !isMobile,
  );

  const nearest = (load: LoadRow) => nearestRows(rows, load, points, nowMs);
  const choose = (load: LoadRow, { row }: NearRow) => give(load, row);
  const fixerOf = ({ clashes }: PlanRow) => {
    const clash = clashes[0];
    return clash === undefined ? null : (
      <ClashFixer clash={clash} nowMs={nowMs} nearest={nearest} onMove={(load, option) => give(load, option?.row ?? null)} />
    );
  };
  const grossOf = ({ driver, partner }: PlanRow) => plan.grossOf([driver.id, ...(partner ? [partner.id] : [])]);
  const overRow =
    drag?.over?.kind === 'row' ? rows.find(({ driver }) => drag.over?.kind === 'row' && driver.id === drag.over.driverId) : undefined;
  const isWaiting = plan.rows === undefined || company === undefined;
  const isFailed = plan.rows === undefined && (plan.drivers.isError || plan.loads.isError);
  const openId = params.get('load');

  return (
    <div className={classes.screen} data-dragging={drag !== null || undefined}>
      <OfflineCopy fetchedAt={plan.loads.fulfilledTimeStamp} />
      <WorkHeader
        title="Loads"
        state={<StateLine parts={isFailed ? ['No answer'] : isWaiting ? ['Getting your week…'] : stateParts(rows, shelf)} />}
      >
        {isMobile ? null : <ModeSwitch label="Ways to look at loads" modes={modes} current="week" />}
        <Button component={Link} to="/dispatcher/create-my-load" leftSection={<IconPlus size={16} stroke={2} />} className={classes.create}>
          New load
        </Button>
      </WorkHeader>
      <PlanToolbar
        week={week}
        isThisWeek={week.days.includes(today)}
        dispatchers={dispatchers}
        onDay={(day) => put('week', day)}
        onDispatchers={(ids) => put('dispatcher', ids.join(','))}
      />
      {isFailed ? (
        <PlanError plan={plan} />
      ) : isWaiting ? (
        <PlanWaiting week={week} />
      ) : rows.length === 0 ? (
        <PlanEmpty isFiltered={dispatchers.length > 0} onClear={() => put('dispatcher', null)} />
      ) : isMobile ? (
        <PlanList {...{ week, rows, shelf, nowMs, grossOf, nearest, fixerOf }} onChoose={choose} onOpen={openLoad} />
      ) : (
        <PlanGrid
          {...{ scroller, week, rows, nowMs, grossOf, drag, fixerOf }}
          grossByDay={grossByDay(rows, shelf)}
          savingIds={new Set(pending.keys())}
          fitOfDragged={(row) => (drag === null ? null : rowFit(row, drag.load, points, nowMs))}
          onOpen={openLoad}
          onGrab={start}
        />
      )}
      {isMobile || isWaiting ? null : (
        <PlanShelf
          loads={shelf}
          others={dispatchers.length > 0 ? 0 : Math.max((counts?.withoutDriver ?? 0) - shelf.length, 0)}
          nowMs={nowMs}
          draggedId={drag?.load.id ?? null}
          isOver={drag !== null && drag.load.driverId !== null && drag.over?.kind === 'shelf'}
          askedId={askedId}
          nearest={nearest}
          onAsk={(load) => setAskedId(load?.id ?? null)}
          onChoose={choose}
          onOpen={openLoad}
          onGrab={start}
        />
      )}
      {drag === null ? null : (
        <DragGhost ref={ghost} drag={drag} fit={overRow === undefined ? null : rowFit(overRow, drag.load, points, nowMs)} />
      )}
      {question}
      {openId !== null && renderLoad ? renderLoad(openId, () => put('load', null)) : null}
    </div>
  );
}

function stepWeek(firstDay: string, days: number): string {
  return new Date(Date.parse(`${firstDay}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

function plural(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

function stateParts(rows: readonly PlanRow[], shelf: readonly LoadRow[]): (string | StatePart)[] {
  const clashes = rows.filter((row) => row.clashes.length > 0).length;
  return [
    plural(rows.length, 'truck', 'trucks'),
    ...(clashes === 0 ? [] : [{ words: plural(clashes, 'double booking', 'double bookings'), tone: 'bad' as const }]),
    ...(shelf.length === 0 ? [] : [{ words: `${plural(shelf.length, 'load', 'loads')} without a driver`, tone: 'need' as const }]),
  ];
}
