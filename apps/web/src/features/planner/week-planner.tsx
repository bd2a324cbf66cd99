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
import { uncheckedFit } from '../fit/unchecked.public.ts';
import { type AnchorBox, useAssign } from '../loads/assign/use-assign.public.tsx';
import { loadsApi } from '../loads/loads.api.ts';
import { ClashFixer } from './clash-fixer.tsx';
import { DragGhost } from './grid/drag-ghost.tsx';
import { PlanGrid } from './grid/grid.tsx';
import { nameOf } from './grid/row-line.tsx';
import { grossByDay, type PlanRow } from './grid/rows.ts';
import { PlanShelf } from './grid/shelf.tsx';
import { PlanList } from './list.tsx';
import { PlanEmpty, PlanError, PlanWaiting } from './states.tsx';
import { PlanToolbar } from './toolbar.tsx';
import { useFitsAtDrop } from './use-drag-fits.ts';
import { useMoveLoad } from './use-move-load.ts';
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

  const { assign, pending, question } = useAssign();
  const plan = usePlan({ day: readDay(params.get('week'), nowMs, rule.timeZone), rule, dispatchers, nowMs, pending });
  const { week, rows = [], shelf = [] } = plan;

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

  const scroller = useRef<HTMLElement>(null);
  const [checkedId, setCheckedId] = useState<string | null>(null);
  const fitsAtDrop = useFitsAtDrop();

  /** Gives the load to a truck, or puts it back on the shelf. When the API doesn't say whether it fits, the person is asked. */
  async function give(load: LoadRow, driverId: string | null, at: AnchorBox | null) {
    if (driverId === load.driverId) return;
    if (driverId === null) return assign([load], null);
    const driver = rows.find((row) => row.driver.id === driverId)?.driver;
    if (driver === undefined) return;
    setCheckedId(load.id);
    const listed = await fitsAtDrop(load);
    setCheckedId(null);
    const { id, truckNumber, teamPartnerId, ownStatus } = driver;
    const unchecked = uncheckedFit({ driverId: id, name: nameOf(driver), truckNumber, teamPartnerId, ownStatus });
    await assign([load], listed.find((fit) => fit.driverId === id) ?? unchecked, listed, at);
  }
  const move = useMoveLoad({ scroller, rows, week, nowMs, onDrop: (...dropped) => void give(...dropped) });
  const { drag } = move;

  useKeys(
    {
      a: () => {
        const first = shelf[0];
        if (first === undefined) return;
        document.querySelector<HTMLElement>(`[data-load="${first.id}"]`)?.focus();
        move.lift(first);
      },
      '[': () => put('week', stepWeek(week.days[0] ?? today, -7)),
      ']': () => put('week', stepWeek(week.days[0] ?? today, 7)),
      t: () => put('week', null),
    },
    !isMobile,
  );

  const fixerOf = ({ clashes }: PlanRow) => {
    const clash = clashes[0];
    return clash === undefined ? null : (
      <ClashFixer clash={clash} nowMs={nowMs} onMove={(load, to, listed, at) => void assign([load], to, listed, at)} />
    );
  };
  const grossOf = ({ driver, partner }: PlanRow) => plan.grossOf([driver.id, ...(partner ? [partner.id] : [])]);
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
        fits={move.fits}
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
        <PlanList
          {...{ week, rows, shelf, nowMs, grossOf, fixerOf }}
          onChoose={(load, to, listed) => void assign([load], to, listed)}
          onOpen={openLoad}
        />
      ) : (
        <PlanGrid
          {...{ scroller, week, rows, nowMs, grossOf, drag, fixerOf }}
          grossByDay={grossByDay(rows, shelf)}
          savingIds={new Set(pending.keys())}
          rowFitOf={move.rowFitOf}
          onOpen={openLoad}
          onGrab={move.grab}
          onLift={move.lift}
        />
      )}
      {isMobile || isWaiting ? null : (
        <PlanShelf
          loads={shelf}
          others={dispatchers.length > 0 ? 0 : Math.max((counts?.withoutDriver ?? 0) - shelf.length, 0)}
          nowMs={nowMs}
          draggedId={drag?.load.id ?? checkedId}
          isDragging={drag !== null}
          isOver={drag !== null && drag.load.driverId !== null && drag.over?.kind === 'shelf'}
          onOpen={openLoad}
          onGrab={move.grab}
          onLift={move.lift}
          onNear={move.near}
        />
      )}
      {drag === null ? null : <DragGhost ref={move.ghost} drag={drag} fit={move.overFit} nowMs={nowMs} />}
      <p className={classes.spoken} aria-live="polite">
        {move.spoken}
      </p>
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
