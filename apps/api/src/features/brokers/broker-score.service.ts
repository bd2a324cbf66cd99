import { contactSignals } from '@headhaul/domain/brokers/contact-signals';
import { type BrokerScore, type FactorFacts, scoreBroker } from '@headhaul/domain/brokers/score';
import { listRisks } from '@headhaul/domain/brokers/score-summary';
import { newContactDays } from '@headhaul/domain/brokers/score-weights';
import { type KnownFactorFacts, toFactorFacts } from '@headhaul/domain/factoring/approvals';
import { z } from 'zod';
import type { TenantTx } from '../../lib/db/database.ts';
import { type NamedBroker, readStandings } from '../factoring/standings.service.ts';
import { fmcsaFactsCell, toFmcsaFacts } from '../fmcsa/authority-facts.service.ts';
import type { BrokerFiguresRow } from './broker-history.service.ts';

/** New contacts are compared with those seen just before them and with the first ones of all. */
const newestContacts = 100;
const firstContacts = 50;

const contactsOf = (order: string, limit: number) => `
  (select c.id, c.email, c.phone, c.first_seen_at from broker_contacts c where c.company_id = $1 and c.broker_id = p.id
    order by c.first_seen_at ${order} limit ${limit})`;

/** Null for most brokers: without a new contact there is nothing to compare. A day more than needed, because the last day is cut by UTC. */
const contactsCell = `
  case when exists (select from broker_contacts n where n.company_id = $1 and n.broker_id = p.id
    and n.first_seen_at > now() - interval '${newContactDays + 1} days')
  then (select json_agg(json_build_object('domain', nullif(split_part(c.email, '@', 2), ''), 'phone', c.phone,
      'firstSeenOn', (c.first_seen_at at time zone 'UTC')::date))
    from (${contactsOf('desc', newestContacts)} union ${contactsOf('asc', firstContacts)}) c) end`;

/** What the factor is asked about. Null for a company without a factor. */
const factorCell = `
  (select json_build_object('zone', c.time_zone, 'broker', json_build_object('id', p.id, 'name', p.name, 'mc', p.mc, 'dot', p.dot))
    from companies c where c.company_id = $1 and c.factoring_type is not null)`;

/** What `readScore` needs, of the page `p` of `figuresStatement`. */
export const scoreCells = [fmcsaFactsCell('p'), contactsCell, 'p.phone', factorCell];

type ScoreCells = readonly (string | null)[];
type InTransaction = <T>(work: (tx: TenantTx) => Promise<T>) => Promise<T>;

/** What the factor says about each broker of a page, by the cells of `scoreCells`. A company without a factor costs no further query. */
export async function readFactorFacts(inTransaction: InTransaction, page: readonly ScoreCells[]): Promise<(KnownFactorFacts | null)[]> {
  const asked = page.map(
    (cells) => JSON.parse(cells[scoreCells.indexOf(factorCell)] ?? 'null') as { zone: string; broker: NamedBroker } | null,
  );
  const [first] = asked;
  if (!first) return page.map(() => null);
  const brokers = asked.flatMap((one) => one?.broker ?? []);
  const standings = await inTransaction((tx) => readStandings(tx, first.zone, brokers));
  return standings.map(({ standing }) => toFactorFacts(standing));
}

const People = z
  .array(z.object({ domain: z.string().nullable(), phone: z.string().nullable(), firstSeenOn: z.iso.date() }))
  .nullable()
  .transform((people) => people ?? []);

/** The letter of a broker from its figures, the cells of `scoreCells` and what the factor says. */
export function readScore(own: BrokerFiguresRow, [fmcsaCell, contactCell, ownPhone]: ScoreCells, factor: FactorFacts | null) {
  const { today } = own;
  const fmcsa = toFmcsaFacts(fmcsaCell);
  const people = People.parse(JSON.parse(contactCell ?? 'null'));
  const contact = contactSignals(people, { recordPhone: fmcsa?.phone ?? null, ownPhone: ownPhone ?? null, today });
  const score: BrokerScore = scoreBroker({ own, factor, authority: fmcsa?.authority ?? null, contact }, today);
  return { ...score, risks: listRisks(score.reasons) };
}
