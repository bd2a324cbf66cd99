import { useEffect } from 'react';
import { driversApi } from '../../../drivers/drivers.api.ts';
import { loadLookupsApi } from '../../lookups.api.ts';

/** Tells the names of drivers by their id and of teammates by their user id, for the chips of a list that is filtered by them. Draws nothing. */
export default function PeopleNames({ onNames }: { onNames: (names: ReadonlyMap<string, string>) => void }) {
  const { data: drivers } = driversApi.useListDriversQuery({ query: { sort: 'NAME', limit: 500 } });
  const { data: team } = loadLookupsApi.usePickTeammatesQuery({ query: { limit: 100 } });
  useEffect(() => {
    const teammates = (team?.members ?? []).map((member) => ({ ...member, id: member.userId ?? member.id }));
    const people = [...(drivers?.drivers ?? []), ...teammates];
    onNames(new Map(people.map(({ id, name, familyName }) => [id, `${name} ${familyName}`.trim()])));
  }, [drivers, team, onNames]);
  return null;
}
