import type { LoadCounts } from '@headhaul/contracts/loads/list';
import type { SavedView } from '@headhaul/contracts/saved-views';
import { lazy, Suspense, useState } from 'react';
import { type ViewTab, ViewTabs } from '../../../../shared/list/controls/view-tabs.tsx';
import type { Calendar } from '../../../../shared/time/calendar.ts';
import { useIsMobile } from '../../../../shared/ui/viewport.ts';
import type { ViewQuestion } from '../../../saved-views/view-dialogs.public.tsx';
import type { LoadQuery } from '../../load-query.ts';
import { loadsApi } from '../../loads.api.ts';
import { filterQueryOf, type ListState, openSavedView, readListState, savedQueryOf } from './query.ts';
import { standingViews } from './views.ts';

const ViewMenu = lazy(() => import('./view-menu.tsx'));
const ViewDialogs = lazy(() => import('../../../saved-views/view-dialogs.public.tsx'));
/** Saved views beyond this number show no count, because each count is a request to the server. */
const countedViews = 8;
const binKey = 'bin';

interface ViewBarProps {
  state: ListState;
  calendar: Calendar;
  counts: LoadCounts | null | undefined;
  views: readonly SavedView[];
  columns: readonly string[];
  /** The current query of the list, for the export. */
  query: LoadQuery;
  onOpen: (state: ListState) => void;
}

/** The standing views, then the saved ones. */
export function ViewBar({ state, calendar, counts, views, columns, query, onOpen }: ViewBarProps) {
  const isMobile = useIsMobile();
  const [question, setQuestion] = useState<ViewQuestion | null>(null);
  const counted = views.slice(0, countedViews);
  const { data: viewCounts } = loadsApi.useCountLoadsQuery(
    counted.map((view) => filterQueryOf(openSavedView(view), calendar)),
    { skip: counted.length === 0 },
  );
  const current = views.find(({ id }) => id === state.view);

  const tabs: ViewTab[] = [
    ...standingViews.map(({ key, title, short, count }) => ({
      key,
      title: isMobile ? (short ?? title) : title,
      count: counts === undefined || counts === null ? counts : counts[count],
    })),
    ...views.map(({ id, name }, index) => ({ key: id, title: name, count: counts === null ? null : (viewCounts?.[index] ?? undefined) })),
    // This tab exists only while the bin is open. Any other tab leaves the bin.
    ...(state.isBin ? [{ key: binKey, title: 'Trash', count: null }] : []),
  ];

  const open = (key: string) => {
    if (key === binKey) return;
    const view = views.find(({ id }) => id === key);
    onOpen({ ...(view === undefined ? readListState(new URLSearchParams({ view: key })) : openSavedView(view)), mode: state.mode });
  };

  return (
    <>
      <ViewTabs
        label="Views of loads"
        tabs={tabs}
        current={state.isBin ? binKey : state.view}
        onChange={open}
        onSave={() => setQuestion({ kind: 'save', query: savedQueryOf(state), columns: [...columns] })}
        actions={
          <Suspense>
            <ViewMenu
              view={current}
              isChanged={current !== undefined && savedQueryOf(state) !== savedQueryOf(openSavedView(current))}
              isBin={state.isBin}
              onAsk={setQuestion}
              now={{ query: savedQueryOf(state), columns: [...columns] }}
              query={query}
              onBin={() => onOpen({ ...readListState(new URLSearchParams({ view: 'all' })), isBin: !state.isBin })}
            />
          </Suspense>
        }
      />
      {question === null ? null : (
        <Suspense>
          <ViewDialogs
            screen="LOADS"
            question={question}
            onClose={() => setQuestion(null)}
            onSaved={(view) => onOpen({ ...openSavedView(view), mode: state.mode })}
            onRemoved={() => open('active')}
          />
        </Suspense>
      )}
    </>
  );
}
