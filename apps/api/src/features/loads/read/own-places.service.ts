import type { Stop } from '@headhaul/contracts/loads/record';
import { sql } from 'kysely';
import type { Ctx } from '../../../lib/http/guards.ts';

type OwnPlace = Pick<Stop, 'city' | 'zip' | 'facility' | 'address' | 'timeZone'> & { state: string; stops: number };

/** Places come from the newest stops of the company. Older stops are found by their city only. */
const recentStops = 5_000;
const stopsOfCity = 500;
const shown = 10;

export function listOwnPlaces(
  { transaction }: Ctx,
  { search, kind }: { search: string; kind?: Stop['kind'] | undefined },
): Promise<{ places: OwnPlace[] }> {
  const pattern = `${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  return transaction(async (tx) => {
    // Leaves out the instructions, which are most of the data of a stop.
    const columns = sql.raw('id, kind, city, state, zip, facility, address, time_zone');
    const ofCity = sql`(select ${columns} from load_stops where company_id = ${tx.companyId} and lower(city) like ${pattern} limit ${stopsOfCity})`;
    // Ids are ordered by time (UUIDv7), so the primary key finds the newest stops.
    const recent = sql`
      select * from (select ${columns} from load_stops where company_id = ${tx.companyId} order by id desc limit ${recentStops}) last
      where lower(city) like ${pattern} or lower(facility) like ${pattern} or zip like ${pattern}`;
    const { rows } = await sql<OwnPlace>`
      select city, state, zip, facility, address, (array_agg(time_zone order by id desc))[1] as "timeZone", count(*)::int as stops
      from (${recent} ${search === '' ? sql`` : sql`union ${ofCity}`}) s
      where ${kind ?? null}::text is null or kind = ${kind ?? null}
      group by city, state, zip, facility, address
      order by count(*) desc, max(id::text) desc limit ${shown}`.execute(tx.db);
    return { places: rows };
  });
}
