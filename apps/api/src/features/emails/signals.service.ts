import { freeMailDomains } from '@headhaul/domain/mail/free-mail-domains';
import { type KnownDomain, type RecipientSignal, recipientSignals } from '@headhaul/domain/mail/recipient-signals';
import { sql } from 'kysely';
import type { TenantTx } from '../../lib/db/database.ts';
import type { MailFacts } from './mail-facts.service.ts';

/** More domains than a person can tell apart. The broker's own come first, then those with the most loads. */
const mostDomains = 2_000;

/** Warnings about this address, from what the company knows about its brokers. */
export async function readSignals(
  tx: TenantTx,
  { broker, brokerName, brokerMc, boardLoad, load }: MailFacts,
  to: string,
): Promise<RecipientSignal[]> {
  if (broker === null && load === null && boardLoad === null) return [];
  const { rows } = await sql<KnownDomain & { isTheirs: boolean }>`
    select split_part(email, '@', 2) as domain, sum(loads)::int as loads, bool_or(broker_id = ${broker?.id ?? null}) is true as "isTheirs"
    from broker_contacts where company_id = ${tx.companyId} and email is not null
    group by 1 order by 3 desc, 2 desc limit ${mostDomains}`.execute(tx.db);
  return recipientSignals({
    address: to,
    from: boardLoad?.emails.find(({ address }) => address === to)?.from ?? null,
    brokerName,
    brokerMc,
    knownDomains: rows.filter(({ isTheirs }) => isTheirs),
    companyDomains: rows,
    freeMailDomains,
    mark: { isBlocked: broker?.mark === 'BLOCKED', reason: broker?.markReason ?? null },
  });
}
