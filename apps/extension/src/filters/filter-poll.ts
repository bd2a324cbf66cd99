/** While a board is open. Chrome grants half a minute at the least; the web app promises a minute. */
const periodInMinutes = 1;
export const filterAlarm = 'filters';

interface Alarms {
  get(name: string): Promise<object | undefined>;
  create(name: string, when: { periodInMinutes: number }): Promise<void> | void;
  clear(name: string): Promise<boolean>;
}

export interface FilterPollParts {
  alarms: Alarms;
  /** Whether a tab shows a board, as far as is known. */
  hasBoards(): Promise<boolean>;
  refresh(): Promise<void>;
}

/** Asks for changed filters while somebody has a board open, and wakes nobody otherwise. */
export function createFilterPoll({ alarms, hasBoards, refresh }: FilterPollParts) {
  return {
    /** A board was opened. */
    async begin(): Promise<void> {
      if ((await alarms.get(filterAlarm)) === undefined) await alarms.create(filterAlarm, { periodInMinutes });
      await refresh();
    },
    async run(): Promise<void> {
      if (await hasBoards()) await refresh();
      else await alarms.clear(filterAlarm);
    },
  };
}
