import type { AuthorityFacts } from '@headhaul/domain/brokers/score';
import { z } from 'zod';

/** What the letter of a broker takes from FMCSA's record. The phone is compared with the broker's contacts. */
export interface FmcsaFacts {
  authority: AuthorityFacts;
  phone: string | null;
}

const dayOf = (instant: string) => `(${instant} at time zone 'UTC')::date`;

const factsJson = `json_build_object(
  'status', r.record ->> 'authorityStatus', 'grantedOn', r.record ->> 'authorityGrantedOn', 'reinstatedOn', r.record ->> 'authorityReinstatedOn',
  'isBondOnFile', r.record -> 'isBondOnFile', 'liabilityCents', r.record -> 'liabilityCents', 'isOutOfService', r.record -> 'isOutOfService',
  'phone', r.record ->> 'phone', 'checkedOn', ${dayOf('r.checked_at')}, 'changedOn', (
    select json_object_agg(c.kind, c.day) from (
      select kind, max(coalesce(happened_on, ${dayOf('noticed_at')})) as day from fmcsa_changes
      where dot = r.dot and kind in ('PHONE', 'ADDRESS') group by kind) c))`;

/** What is kept of the broker `b`, as one cell. Its USDOT number decides, and the MC number only if it has none. */
export function fmcsaFactsCell(b: string): string {
  return `coalesce(
    (select ${factsJson} from fmcsa_records r where r.dot = ${b}.dot),
    (select ${factsJson} from fmcsa_records r where ${b}.dot is null and r.mc = ${b}.mc order by r.checked_at desc limit 1))`;
}

const Cell = z.object({
  status: z.enum(['ACTIVE', 'INACTIVE', 'REVOKED', 'NONE']).nullable(),
  grantedOn: z.string().nullable(),
  reinstatedOn: z.string().nullable(),
  isBondOnFile: z.boolean().nullable(),
  liabilityCents: z.int().nullable(),
  isOutOfService: z.boolean().nullable(),
  phone: z.string().nullable(),
  checkedOn: z.string(),
  changedOn: z.object({ PHONE: z.string().optional(), ADDRESS: z.string().optional() }).nullable(),
});

/** Null if nobody has looked, or for a record that another version of the program wrote and this one can't read. */
export function toFmcsaFacts(cell: string | null | undefined): FmcsaFacts | null {
  const read = Cell.safeParse(JSON.parse(cell ?? 'null'));
  if (!read.success) return null;
  const { status, liabilityCents, phone, changedOn, ...rest } = read.data;
  const authority: AuthorityFacts = {
    ...rest,
    status: status === 'NONE' ? 'NOT_AUTHORIZED' : status,
    // Brokers need no liability insurance, so it says nothing if they have none.
    isInsuranceOnFile: liabilityCents !== null && liabilityCents > 0 ? true : null,
    phoneChangedOn: changedOn?.PHONE ?? null,
    addressChangedOn: changedOn?.ADDRESS ?? null,
  };
  return { authority, phone };
}
