import type { Load } from '@headhaul/contracts/loads/record';
import type { CompanyRates } from '@headhaul/contracts/profit';
import { dayAt } from '@headhaul/domain/time/zoned-time';
import { useMemo, useState } from 'react';
import { Navigate, useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import { suppressToast } from '../../../shared/api/api-failure.ts';
import { getDraftOwner } from '../../../shared/session/draft-owner.ts';
import { useSession } from '../../../shared/session/session-store.ts';
import { useNow } from '../../../shared/time/use-now.ts';
import { driversApi } from '../../drivers/drivers.api.ts';
import { profitApi } from '../../profit/profit.api.ts';
import { LoadMissing, LoadSkeleton } from '../details/states.tsx';
import { loadsApi } from '../loads.api.ts';
import { loadLookupsApi } from '../lookups.api.ts';
import { loadsPath } from '../paths.ts';
import { useCalendar } from '../use-calendar.ts';
import type { NameOf } from './conflict/conflict-merge.ts';
import { blankDraft, type LoadDraft } from './draft/draft.ts';
import { draftOfLoad, duplicateOf } from './draft/from-load.ts';
import type { FormKey } from './draft/kept-draft.ts';
import { useKeptDraft } from './draft/use-kept-draft.ts';
import { everyDriver } from './facts.ts';
import { LoadForm } from './form.tsx';

/** A new load, a copy of one (`?from=`), or a load being edited. */
export default function LoadFormPage() {
  const { loadId } = useParams();
  const [search] = useSearchParams();
  const companyId = useSession()?.companyId ?? '';
  const isEdit = /\/edit-my-load/i.test(useLocation().pathname);
  if (isEdit && loadId === undefined) return <Navigate to={loadsPath} replace />;
  const from = loadId === undefined ? search.get('from') : null;
  const formKey: FormKey = loadId !== undefined ? `edit.${loadId}` : from !== null ? `from.${from}` : 'new';
  return <FormFor key={`${companyId} ${formKey}`} formKey={formKey} loadId={loadId ?? from} isEdit={isEdit} />;
}

interface FormForProps {
  formKey: FormKey;
  /** The load to edit or to copy. */
  loadId: string | null;
  isEdit: boolean;
}

function FormFor({ formKey, loadId, isEdit }: FormForProps) {
  const navigate = useNavigate();
  const [owner] = useState(getDraftOwner);
  const { zone, isKnown } = useCalendar(useNow());
  const kept = useKeptDraft(owner, formKey);
  const {
    data: load,
    error,
    isFetching,
    refetch,
  } = loadsApi.useGetLoadQuery({ ...suppressToast, params: { id: loadId ?? '' } }, { skip: loadId === null });
  const drivers = driversApi.useListDriversQuery(everyDriver);
  const fleet = driversApi.useListFleetQuery();
  const rates = profitApi.useGetRatesQuery();
  const team = loadLookupsApi.usePickTeammatesQuery({ query: { limit: 100 } });
  const nameOf = useNames(load, { drivers: drivers.data?.drivers, fleet: fleet.data, team: team.data?.members });
  const [today] = useState(() => dayAt(Date.now(), zone));

  const draftOf = (one: Load) => draftOfLoad(one, today);

  if (error !== undefined && load === undefined) {
    return <LoadMissing error={error} isRetrying={isFetching} onRetry={() => void refetch()} onClose={() => void navigate(loadsPath)} />;
  }
  // Wait for the time zone, which decides what "tom" means. A new load starts with the company's factoring.
  const isWaiting = (loadId !== null && load === undefined) || !isKnown || rates.isLoading;
  if (isWaiting || kept === undefined) return <LoadSkeleton row={null} />;
  const draft = load === undefined ? { ...blankDraft(), ...factoringOf(rates.data) } : draftOf(load);
  return (
    <LoadForm
      owner={owner}
      formKey={formKey}
      kept={kept}
      initial={isEdit || load === undefined ? draft : duplicateOf(draft)}
      base={isEdit && load !== undefined ? { draft, version: load.version, savedAt: load.updatedAt } : null}
      edited={isEdit ? (load ?? null) : null}
      copyOf={isEdit ? null : (load?.loadNumber ?? null)}
      draftOf={draftOf}
      nameOf={nameOf}
      zone={zone}
    />
  );
}

/** Every invoice of a company that factors goes to its factor, unless somebody says otherwise. */
function factoringOf(rates: CompanyRates | undefined): Partial<LoadDraft> {
  if (rates?.isFactored !== true) return {};
  return { factoringStatus: 'PENDING', factoringFee: rates.factoringFeeBps === null ? '' : String(rates.factoringFeeBps / 100) };
}

interface PeopleAndEquipment {
  drivers: readonly { id: string; name: string; familyName: string }[] | undefined;
  fleet: { trucks: readonly { id: string; number: string }[]; trailers: readonly { id: string; number: string }[] } | undefined;
  team: readonly { userId: string | null; name: string; familyName: string; email: string }[] | undefined;
}

/** The names of all people and equipment that a load can have. Those that are archived by now come from the load itself. */
function useNames(load: Load | undefined, { drivers, fleet, team }: PeopleAndEquipment): NameOf {
  return useMemo(() => {
    const names = new Map<string, string>();
    const own: [string | null | undefined, string | null | undefined][] = [
      [load?.driverId, load?.driverName],
      [load?.coDriverId, load?.coDriverName],
      [load?.truckId, load?.truckNumber],
      [load?.trailerId, load?.trailerNumber],
      [load?.dispatcherId, load?.dispatcherName],
    ];
    for (const [id, name] of own) if (id != null && name != null) names.set(id, name);
    for (const { id, name, familyName } of drivers ?? []) names.set(id, `${name} ${familyName}`.trim());
    for (const { id, number } of [...(fleet?.trucks ?? []), ...(fleet?.trailers ?? [])]) names.set(id, number);
    for (const { userId, name, familyName, email } of team ?? [])
      if (userId !== null) names.set(userId, `${name} ${familyName}`.trim() || email);
    return (_kind, id) => names.get(id) ?? id;
  }, [load, drivers, fleet, team]);
}
