import { suppressToast } from '../../shared/api/api-failure.ts';
import { useSupplyNavCount } from '../../shared/nav-counts.ts';
import { useSession } from '../../shared/session/session-store.ts';
import { driversApi } from './drivers.api.ts';

/**
 * Keeps the count of drivers in the sidebar on every screen: the user's drivers, or everyone's when the user has none. Renders nothing,
 * and failures show no toast.
 */
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
