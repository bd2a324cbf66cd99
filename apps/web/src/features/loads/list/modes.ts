import { IconCalendarWeek, IconLayoutKanban, IconList } from '@tabler/icons-react';
import type { Mode } from '../../../shared/list/controls/mode-switch.tsx';
import { loadsPath, weekPath } from '../paths.ts';
import { type ListState, writeListState } from './filters/query.ts';

/** The same loads as a list, as a board of statuses and as a week of trucks. */
export function loadModes(state: ListState): Mode[] {
  const at = (mode: ListState['mode']) => {
    const query = writeListState({ ...state, mode }).toString();
    return query === '' ? loadsPath : `${loadsPath}?${query}`;
  };
  return [
    { key: 'list', title: 'List', icon: IconList, to: at('list') },
    { key: 'board', title: 'Board', icon: IconLayoutKanban, to: at('board') },
    { key: 'week', title: 'Week', icon: IconCalendarWeek, to: weekPath },
  ];
}
