import type { DriverCounts } from '@headhaul/contracts/drivers';
import { ActionIcon } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import type { z } from 'zod';
import { ViewTabs } from '../../../shared/list/controls/view-tabs.tsx';
import { useIsMobile } from '../../../shared/ui/viewport.ts';
import { savedViewsApi } from '../../saved-views/saved-views.api.ts';
import type { ViewQuestion } from '../../saved-views/view-dialogs.public.tsx';
import { nearView, readNearSearch, writeNearSearch } from '../near/query.ts';
import { type DriverListState, driverViews, openSavedView, readDriverState, savedDriverQuery, type Whose } from './query.ts';

const ViewDialogs = lazy(() => import('../../saved-views/view-dialogs.public.tsx'));

interface DriverViewsProps {
  state: DriverListState;
  usual: Whose;
  /** Null when they could not be loaded. */
  counts: z.infer<typeof DriverCounts> | null | undefined;
  canSave: boolean;
  onOpen: (state: DriverListState) => void;
  /** Set on the tab "Empty near": how many match. Null while nobody knows. */
  nearCount?: number | null;
}

/** The tabs: built-in views, then saved ones. */
export function DriverViews({ state, usual, counts, canSave, onOpen, nearCount }: DriverViewsProps) {
  const isMobile = useIsMobile();
  const [question, setQuestion] = useState<ViewQuestion | null>(null);
  const { data } = savedViewsApi.useListViewsQuery({ query: { screen: 'DRIVERS' } });
  const views = data?.views ?? [];
  const current = views.find(({ id }) => id === state.view);

  const navigate = useNavigate();
  const open = (key: string) => {
    if (key === nearView) return void navigate({ search: writeNearSearch(readNearSearch(new URLSearchParams())).toString() });
    const view = views.find(({ id }) => id === key);
    onOpen(view === undefined ? readDriverState(new URLSearchParams({ view: key }), usual) : openSavedView(view, usual));
  };

  const builtIn = driverViews.map((view) => ({
    key: view.key,
    title: isMobile && 'short' in view ? view.short : view.title,
    count: counts === null ? null : counts?.[view.count],
  }));

  return (
    <>
      <ViewTabs
        label="Views of drivers"
        current={nearCount === undefined ? state.view : nearView}
        tabs={[
          ...builtIn.slice(0, 1),
          { key: nearView, title: 'Empty near', ...(nearCount === undefined ? {} : { count: nearCount }) },
          ...builtIn.slice(1),
          ...views.map(({ id, name }) => ({ key: id, title: name })),
        ]}
        onChange={open}
        {...(canSave ? { onSave: () => setQuestion({ kind: 'save', query: savedDriverQuery(state, usual), columns: [] }) } : {})}
        actions={
          current?.isMine ? (
            <ActionIcon
              my="auto"
              aria-label={`Delete the view ${current.name}`}
              onClick={() => setQuestion({ kind: 'remove', view: current })}
            >
              <IconTrash size={16} stroke={1.75} />
            </ActionIcon>
          ) : null
        }
      />
      {question === null ? null : (
        <Suspense>
          <ViewDialogs
            screen="DRIVERS"
            question={question}
            onClose={() => setQuestion(null)}
            onSaved={(view) => onOpen(openSavedView(view, usual))}
            onRemoved={() => open('empty')}
          />
        </Suspense>
      )}
    </>
  );
}
