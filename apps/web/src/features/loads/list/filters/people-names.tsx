import { useEffect } from 'react';
import { driversApi } from '../../../drivers/drivers.api.ts';
import { loadLookupsApi } from '../../lookups.api.ts';

/** Tells the names of drivers and teammates by id, for the chips of a list that is filtered by them. Draws nothing. */
export default function PeopleNames({ onNames }: { onNames: (names: ReadonlyMap<string, string>) => void }) {
  const { data: drivers } = driversApi.useListDriversQuery({ query: { sort: 'NAME', limit: 500 } });
  const { data: team } = loadLookupsApi.usePickTeammatesQuery({ query: { limit: 100 } });
  useEffect(() => {
    const people = [...(drivers?.drivers ?? []), ...(team?.members ?? [])];
    onNames(new Map(people.map(({ id, name, familyName }) => [id, `${name} ${familyName}`.trim()])));
  }, [drivers, team, onNames]);
  return null;
}
