import { lazy, Suspense } from 'react';
import WeekPlanner from '../features/planner/week-planner.tsx';

const LoadDrawer = lazy(() => import('../features/loads/details/drawer.tsx'));

/** The week planner of the trucks, with the load drawer beside it. */
export default function WeekPage() {
  return (
    <WeekPlanner
      renderLoad={(loadId, onClose) => (
        <Suspense>
          <LoadDrawer loadId={loadId} position={null} onStep={() => undefined} onClose={onClose} />
        </Suspense>
      )}
    />
  );
}
