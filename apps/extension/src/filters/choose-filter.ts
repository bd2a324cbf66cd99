import { boardFilterEndpoints } from '@headhaul/contracts/boards/filters';
import { describeRules } from '@headhaul/domain/boards/filters/describe-rules';
import type { Called, MailApi } from '../mail/mail-api.ts';

/** What the user can choose from, and what runs now. */
export interface FilterChoice {
  filters: { id: string; name: string; rules: string; isShared: boolean }[];
  /** Those of the team that run for everyone, whatever is chosen. */
  always: { id: string; name: string; rules: string }[];
  chosenId: string | null;
  isOn: boolean;
}

interface ChooseFilterParts {
  ask: MailApi;
  /** Fetches what runs now, so that open boards follow at once. */
  refresh(): Promise<unknown>;
}

/** The worker's side of choosing a filter in the side panel. Filters are made and changed in the web app. */
export function createChooseFilter({ ask, refresh }: ChooseFilterParts) {
  async function list(userId: string): Promise<Called<FilterChoice>> {
    const answer = await ask(userId, boardFilterEndpoints.getBoardFilterChoice, {});
    if (!answer.ok) return answer;
    const all = answer.value.filters.map(({ id, name, rules, isShared, isForEveryone }) => ({
      filter: { id, name, rules: describeRules(rules), isShared },
      isForEveryone,
    }));
    return {
      ok: true,
      value: {
        filters: all.flatMap(({ filter, isForEveryone }) => (isForEveryone ? [] : [filter])),
        always: all.flatMap(({ filter: { id, name, rules }, isForEveryone }) => (isForEveryone ? [{ id, name, rules }] : [])),
        chosenId: answer.value.chosenId,
        isOn: answer.value.isOn,
      },
    };
  }

  return {
    list,
    async choose(userId: string, filterId: string | null, isOn: boolean): Promise<Called<FilterChoice>> {
      const chosen = await ask(userId, boardFilterEndpoints.chooseBoardFilter, { body: { filterId, isOn } });
      if (!chosen.ok) return chosen;
      await refresh();
      return list(userId);
    },
  };
}
