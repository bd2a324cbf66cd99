import { driversApi } from '../../drivers/drivers.api.ts';
import { loadLookupsApi } from '../../loads/lookups.api.ts';

export interface PersonOption {
  value: string;
  label: string;
}

export function useDriverOptions(): PersonOption[] {
  const { data } = driversApi.useListDriversQuery({ query: { sort: 'NAME', limit: 500 } });
  return data?.drivers.map(({ id, name, familyName }) => ({ value: id, label: `${name} ${familyName}`.trim() })) ?? [];
}

export function useDispatcherOptions(): PersonOption[] {
  const { data } = loadLookupsApi.usePickTeammatesQuery({ query: { limit: 100 } });
  const people = data?.members.filter(({ userId }) => userId !== null) ?? [];
  return people.map(({ userId, name, familyName, isYou }) => ({
    value: userId ?? '',
    label: isYou ? `${name} ${familyName} (you)` : `${name} ${familyName}`.trim(),
  }));
}

/** "Ann Kowalski", "3 drivers" */
export function formatChosen(ids: readonly string[], options: readonly PersonOption[], none: string, many: string): string {
  if (ids.length === 0) return none;
  const [only] = ids;
  return ids.length > 1 ? `${ids.length} ${many}` : (options.find(({ value }) => value === only)?.label ?? 'one person');
}
