import type { Broker, BrokerDetails } from '@headhaul/contracts/brokers';
import { formatReason } from '@headhaul/domain/brokers/reasons';
import { newContactDays } from '@headhaul/domain/brokers/score-weights';
import { formatDuration } from '../../shared/format/duration.ts';
import { formatMoney } from '../../shared/format/money.ts';
import { formatTerms } from '../../shared/format/terms.ts';

const dayMs = 86_400_000;

/** "MC 428816 · Net 30" */
export function brokerLine({ mc, paymentTermsDays }: Pick<Broker, 'mc' | 'paymentTermsDays'>): string {
  return [mc === null ? 'No MC number' : `MC ${mc}`, formatTerms(paymentTermsDays)].join(' · ');
}

/** "2 h free, then $50 an hour" */
export function formatDetention({ detentionFreeMinutes, detentionPerHourCents }: Broker): string {
  const free = detentionFreeMinutes === 0 ? 'From the first minute' : `${formatDuration(detentionFreeMinutes)} free`;
  return detentionPerHourCents === null ? `${free}, no rate agreed` : `${free}, then ${formatMoney(detentionPerHourCents)} an hour`;
}

/** "(312) 555-0100". Numbers from outside the US and Canada stay as stored. */
export function formatPhone(phone: string): string {
  return phone.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3');
}

/** The second line of a broker: why it is blocked or a risk, otherwise its number and terms. */
export function secondLine(broker: Broker): { words: string; isBad: boolean } {
  const [risk] = broker.risks;
  if (broker.mark === 'BLOCKED' && broker.markReason !== null) return { words: broker.markReason, isBad: true };
  return risk ? { words: formatReason(risk), isBad: true } : { words: brokerLine(broker), isBad: false };
}

type Domain = BrokerDetails['domains'][number];

/** Whether to warn about a domain: it is new, and others of this broker are older. Impostors write from such domains. */
export function isNewDomain(domain: Domain, all: readonly Domain[], now: number): boolean {
  const since = now - newContactDays * dayMs;
  const isNew = (one: Domain) => Date.parse(one.firstSeenAt) > since;
  return isNew(domain) && all.some((one) => !isNew(one));
}
