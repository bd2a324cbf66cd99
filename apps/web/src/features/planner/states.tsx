import { IconList, IconSteeringWheel, IconTruckLoading } from '@tabler/icons-react';
import { ListEmpty } from '../../shared/list/list-states/list-empty.tsx';
import { ListError } from '../../shared/list/list-states/list-error.tsx';
import { ListFilteredEmpty } from '../../shared/list/list-states/list-filtered-empty.tsx';
import grid from './grid/grid.module.css';
import type { usePlan } from './use-plan.ts';
import { dayTitle, type PlanWeek } from './week.ts';

export function PlanError({ plan: { drivers, loads } }: { plan: Pick<ReturnType<typeof usePlan>, 'drivers' | 'loads'> }) {
  return (
    <ListError
      title="Couldn’t load your week"
      error={drivers.error ?? loads.error}
      onRetry={() => {
        if (drivers.isError) void drivers.refetch();
        if (loads.isError) void loads.refetch();
      }}
      isRetrying={drivers.isFetching || loads.isFetching}
    />
  );
}

export function PlanEmpty({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (isFiltered) return <ListFilteredEmpty line="No truck of this dispatcher works this week." onClear={onClear} />;
  return (
    <ListEmpty
      title="A week needs trucks"
      line="Add your drivers. Each gets a row here, with their loads on it and the empty hours between."
      ways={[
        {
          icon: IconSteeringWheel,
          title: 'Add a driver',
          text: 'Name, truck and trailer are enough to begin with.',
          action: 'Add driver',
          to: '/dispatcher/create-my-driver',
        },
        {
          icon: IconTruckLoading,
          title: 'Book a load',
          text: 'It waits under the week until you assign it to a truck.',
          action: 'New load',
          to: '/dispatcher/create-my-load',
        },
        {
          icon: IconList,
          title: 'Look at the list',
          text: 'All loads are there, with or without a truck.',
          action: 'Open the list',
          to: '/dispatcher/my-loads',
        },
      ]}
    />
  );
}

/** The positions of the bars in each row of the skeleton, in percent. */
const bones = [
  [4, 18, 44, 26],
  [10, 22, 50, 30],
  [2, 40, 62, 16],
  [16, 14, 48, 22],
  [6, 20, 40, 34],
  [22, 16, 56, 20],
  [3, 28, 52, 18],
] as const;

export function PlanWaiting({ week }: { week: PlanWeek }) {
  return (
    <div className={grid.scroll} aria-busy="true">
      <div className={grid.canvas}>
        <div className={grid.head}>
          <div className={grid.corner}>
            <span>Driver</span>
            <span>Week gross</span>
          </div>
          {week.days.map((day) => (
            <div key={day} className={grid.day}>
              <span>{dayTitle(day)}</span>
            </div>
          ))}
        </div>
        <div className={grid.body} aria-hidden="true">
          {bones.map(([first, firstWidth, second, secondWidth], index) => (
            <div key={`${first} ${second}`} className={grid.skeleton} style={{ '--fade': 1 - index * 0.12 } as React.CSSProperties}>
              <span className={grid.boneWho}>
                <span className={grid.bone} data-shape="face" />
                <span className={grid.bone} data-shape="name" />
              </span>
              <span className={grid.boneTrack}>
                <span className={grid.bone} style={{ left: `${first}%`, width: `${firstWidth}%` }} />
                <span className={grid.bone} style={{ left: `${second}%`, width: `${secondWidth}%` }} />
              </span>
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}
