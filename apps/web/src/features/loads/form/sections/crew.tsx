import type { Driver } from '@headhaul/contracts/drivers';
import type { Load } from '@headhaul/contracts/loads/record';
import { suppressToast } from '../../../../shared/api/api-failure.ts';
import { SelectField } from '../../../../shared/form/field.tsx';
import { useSession } from '../../../../shared/session/session-store.ts';
import { driversApi } from '../../../drivers/drivers.api.ts';
import { loadLookupsApi } from '../../lookups.api.ts';
import type { LoadDraft } from '../draft/draft.ts';
import { type Candidate, formatFitLine } from '../draft-fits.ts';
import classes from '../form.module.css';
import type { LoadForm } from '../state.ts';
import { Section } from './sections.tsx';

interface CrewSectionProps {
  form: LoadForm;
  /** Every active driver, those who can make it first. */
  candidates: readonly Candidate[];
  driver: Driver | null;
  /** The edited load, for the names of its people and equipment, which may be archived by now. */
  named: Load | null;
}

type CrewField = 'driverId' | 'coDriverId' | 'truckId' | 'trailerId' | 'dispatcherId';

/** Who hauls the load. A driver brings their truck and trailer, unless others are chosen. */
export function CrewSection({ form, candidates, driver, named }: CrewSectionProps) {
  const { draft, change } = form;
  const ownId = useSession()?.id ?? '';
  const { data: fleet } = driversApi.useListFleetQuery();
  const { data: team } = loadLookupsApi.usePickTeammatesQuery({ query: { limit: 100 } });
  const field = (name: CrewField, more: (value: string | null) => Partial<LoadDraft> = () => ({})) => ({
    name,
    value: draft[name] ?? '',
    error: form.error(name),
    onChange: (value: string) => change({ [name]: value === '' ? null : value, ...more(value === '' ? null : value) }),
    onBlur: () => undefined,
  });
  const isListed = (id: string | null) => id === null || candidates.some(({ driver }) => driver.id === id);
  const nameOfDriver = (id: string | null) =>
    id === named?.driverId ? named?.driverName : id === named?.coDriverId ? named?.coDriverName : undefined;
  const isOnTeam = [null, ownId, ...(team?.members.map(({ userId }) => userId) ?? [])].includes(draft.dispatcherId);
  const dispatcherName = (draft.dispatcherId === named?.dispatcherId ? named?.dispatcherName : null) ?? 'Former member';
  const hasLeft = team?.nextCursor === null && dispatcherName !== 'Former member';
  const chosen = candidates.find((candidate) => candidate.driver.id === draft.driverId);
  const helpOf = (candidate: Candidate | undefined) => {
    if (candidate === undefined) return 'Sorted by fit: those who can make it come first.';
    return candidate.fit === null ? undefined : formatFitLine(candidate.fit);
  };
  const withoutTruck = () => ({ truckId: null, trailerId: null });
  return (
    <Section title="Driver and truck">
      <div className={classes.four}>
        <div className={classes.two}>
          <SelectField state={field('driverId', withoutTruck)} label="Driver" help={helpOf(chosen)}>
            <option value="">Unassigned</option>
            {isListed(draft.driverId) ? null : <UnlistedDriver id={draft.driverId ?? ''} name={nameOfDriver(draft.driverId)} />}
            {candidates.map(({ driver: { id, truckNumber }, name, fit }) => (
              <option key={id} value={id}>
                {[name, truckNumber, fit?.fact].filter((part) => part != null).join(', ')}
              </option>
            ))}
          </SelectField>
        </div>
        <SelectField state={field('truckId')} label="Truck">
          <option value="">{driver?.truckNumber == null ? 'None' : `Assigned truck, ${driver.truckNumber}`}</option>
          {named?.truckId == null || fleet?.trucks.some(({ id }) => id === named.truckId) ? null : (
            <option value={named.truckId}>{named.truckNumber}</option>
          )}
          {fleet?.trucks.map(({ id, number }) => (
            <option key={id} value={id}>
              {number}
            </option>
          ))}
        </SelectField>
        <SelectField state={field('trailerId')} label="Trailer">
          <option value="">{driver?.trailerNumber == null ? 'None' : `Assigned trailer, ${driver.trailerNumber}`}</option>
          {named?.trailerId == null || fleet?.trailers.some(({ id }) => id === named.trailerId) ? null : (
            <option value={named.trailerId}>{named.trailerNumber}</option>
          )}
          {fleet?.trailers.map(({ id, number }) => (
            <option key={id} value={id}>
              {number}
            </option>
          ))}
        </SelectField>
        <div className={classes.two}>
          <SelectField state={field('coDriverId')} label="Second driver">
            <option value="">None</option>
            {isListed(draft.coDriverId) ? null : <UnlistedDriver id={draft.coDriverId ?? ''} name={nameOfDriver(draft.coDriverId)} />}
            {candidates
              .filter((candidate) => candidate.driver.id !== draft.driverId || candidate.driver.id === draft.coDriverId)
              .map(({ driver: { id }, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
          </SelectField>
        </div>
        <div className={classes.two}>
          <SelectField state={{ ...field('dispatcherId'), value: draft.dispatcherId ?? ownId }} label="Dispatcher">
            <option value={ownId}>You</option>
            {isOnTeam ? null : (
              <option value={draft.dispatcherId ?? ''}>{hasLeft ? `${dispatcherName} (left the team)` : dispatcherName}</option>
            )}
            {team?.members.map(({ id, userId, name, familyName, email }) =>
              userId === null || userId === ownId ? null : (
                <option key={id} value={userId}>
                  {`${name} ${familyName}`.trim() || email}
                </option>
              ),
            )}
          </SelectField>
        </div>
      </div>
    </Section>
  );
}

/** A driver of the load who isn't in the list of active drivers any more. The driver's record says why. */
function UnlistedDriver({ id, name }: { id: string; name: string | null | undefined }) {
  const { data: driver } = driversApi.useGetDriverQuery({ ...suppressToast, params: { id } });
  const known = driver === undefined ? (name ?? 'Former driver') : `${driver.name} ${driver.familyName}`.trim();
  const why = driver === undefined ? null : driver.deletedAt !== null ? 'archived' : driver.employment === 'INACTIVE' ? 'inactive' : null;
  return <option value={id}>{why === null ? known : `${known} (${why})`}</option>;
}
