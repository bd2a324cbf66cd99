import { useSession } from '../../../shared/session/session-store.ts';
import { driversApi } from '../drivers.api.ts';
import { type DriverListState, driverListQuery } from './query.ts';

/** The list for an address. For "mine", a user without drivers sees everyone's, as in an office that assigned no dispatchers. */
export function useDriverList(state: DriverListState) {
  const me = useSession()?.id ?? '';
  const { whose } = state;
  const wanted = whose === 'mine' ? [me] : whose === 'all' ? null : whose;
  const mine = driversApi.useListDriversQuery({ query: driverListQuery(state, wanted) });
  const counts = mine.currentData?.counts;
  const hasNone = whose === 'mine' && state.search === '' && counts !== undefined && counts.all + counts.inactive === 0;
  const everyones = driversApi.useListDriversQuery({ query: driverListQuery(state, null) }, { skip: !hasNone });
  return { list: hasNone ? everyones : mine, dispatchers: hasNone ? null : wanted };
}
