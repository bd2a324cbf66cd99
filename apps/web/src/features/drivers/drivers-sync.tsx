import { suppressToast } from '../../shared/api/api-failure.ts';
import { useSupplyNavCount } from '../../shared/nav-counts.ts';
import { useSession } from '../../shared/session/session-store.ts';
import { driversApi } from './drivers.api.ts';

/** The count of drivers in the sidebar, on every screen: mine where I have some, else everyone's. Draws nothing; a number that is missing is no news. */
export default function DriversSync() {
  const me = useSession()?.id ?? '';
  const mine = driversApi.useListDriversQuery({ ...suppressToast, query: { dispatcherId: [me], limit: 1 } }, { skip: me === '' }).data
    ?.counts;
  const hasNone = mine !== undefined && mine.all + mine.inactive === 0;
  const all = driversApi.useListDriversQuery({ ...suppressToast, query: { limit: 1 } }, { skip: !hasNone }).data?.counts;
  const count = hasNone ? all?.all : mine?.all;
  useSupplyNavCount('/dispatcher/my-drivers', count === undefined || count === 0 ? undefined : { count });
  return null;
}
