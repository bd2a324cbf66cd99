import { EmailState } from '@headhaul/contracts/mail/emails';
import { useState } from 'react';
import { FilterOptions } from '../../../shared/list/controls/filter-options.tsx';
import { AddFilter, ClearFilters, FilterChip, FilterRow } from '../../../shared/list/controls/filter-row.tsx';
import { FindField } from '../../../shared/list/controls/find-field.tsx';
import { useTypedFind } from '../../../shared/list/controls/use-typed-find.ts';
import { formatSpan } from '../../../shared/time/day-span.ts';
import { brokersApi } from '../../brokers/brokers.api.ts';
import { emailAccountsApi } from '../../email-accounts/email-accounts.api.ts';
import { teamApi } from '../../team/team.api.ts';
import { stateFilterLabels } from '../labels.public.ts';
import { type AnswerFilter, type EmailListState, isNarrowed, noFilters } from './address.ts';
import { DaysEditor } from './filters-days.tsx';

type ChoiceKey = 'answer' | 'state' | 'mailbox' | 'teammate' | 'broker';
type FilterKey = 'days' | ChoiceKey;

const names: Record<FilterKey, string> = {
  days: 'Days',
  answer: 'Answer',
  state: 'State',
  mailbox: 'Mailbox',
  teammate: 'By',
  broker: 'Broker',
};
const answerLabels: Record<AnswerFilter, string> = { REPLIED: 'Answered', DECLINED: 'Declined', NONE: 'No answer yet' };

interface EmailFiltersProps {
  state: EmailListState;
  today: string;
  onChange: (part: Partial<EmailListState>, isSmallStep?: boolean) => void;
}

/** The filters of the list: text, days, answer, state, mailbox, sender and broker. */
export function EmailFilters({ state, today, onChange }: EmailFiltersProps) {
  const [added, setAdded] = useState<FilterKey | null>(null);
  const [typed, setTyped] = useTypedFind(state.search, (search) => onChange({ search }, true));
  const options = useChoices(state.broker);
  const keys = Object.keys(names) as FilterKey[];
  const shown = keys.filter((key) => state[key] !== null || key === added);

  const formatFilter = (key: FilterKey): string => {
    if (state[key] === null) return 'Choose';
    if (key === 'days') return state.days === null ? '' : formatSpan(state.days, today);
    return options[key].find(({ value }) => value === state[key])?.label ?? '…';
  };
  const editorOf = (key: FilterKey, close: () => void) =>
    key === 'days' ? (
      <DaysEditor span={state.days} onChange={(days) => onChange({ days })} close={close} />
    ) : (
      <FilterOptions
        label={names[key]}
        isSingle
        options={options[key]}
        selected={state[key] === null ? [] : [state[key]]}
        onChange={([value]) => {
          setAdded(null);
          onChange({ [key]: value ?? null });
          close();
        }}
      />
    );
  return (
    <FilterRow>
      <FindField value={typed} onChange={setTyped} placeholder="Find in sent mail" />
      {shown.map((key) => (
        <FilterChip
          key={key}
          name={names[key]}
          value={formatFilter(key)}
          isOpenAtFirst={key === added}
          onRemove={() => {
            setAdded(null);
            onChange({ [key]: null });
          }}
          editor={(close) => editorOf(key, close)}
        />
      ))}
      <AddFilter
        options={keys.filter((key) => !shown.includes(key)).map((key) => ({ key, label: names[key] }))}
        onAdd={(key) => setAdded(key as FilterKey)}
      />
      {isNarrowed(state) ? (
        <ClearFilters
          onClear={() => {
            setAdded(null);
            onChange(noFilters);
          }}
        />
      ) : null}
    </FilterRow>
  );
}

/** The options of the filters. They include the broker in the address, even when its last load is long ago. */
function useChoices(brokerId: string | null): Record<ChoiceKey, { value: string; label: string }[]> {
  const accounts = emailAccountsApi.useListEmailAccountsQuery().data?.emailAccounts ?? [];
  const team = teamApi.useListTeamMembersInfiniteQuery({ search: '' }).data?.pages.flatMap(({ members }) => members) ?? [];
  const brokers = brokersApi.useListBrokersInfiniteQuery({ sort: 'LAST_LOAD' }).data?.pages.flatMap((page) => page.brokers) ?? [];
  const { data: named } = brokersApi.useGetBrokerQuery({ params: { id: brokerId ?? '' } }, { skip: brokerId === null });
  return {
    answer: Object.entries(answerLabels).map(([value, label]) => ({ value, label })),
    state: EmailState.options.map((value) => ({ value, label: stateFilterLabels[value] })),
    mailbox: accounts.map(({ id, address }) => ({ value: id, label: address })),
    teammate: team.flatMap(({ userId, name, familyName, email }) =>
      userId === null ? [] : [{ value: userId, label: `${name} ${familyName}`.trim() || email }],
    ),
    broker: [
      ...(named === undefined ? [] : [{ value: named.id, label: named.name }]),
      ...brokers.filter(({ id }) => id !== named?.id).map(({ id, name }) => ({ value: id, label: name })),
    ],
  };
}
