import type { BrokerDetails } from '@headhaul/contracts/brokers';
import type { CheckedRecord } from '@headhaul/contracts/fmcsa';
import { formatDay } from '../../../shared/time/format-time.ts';
import { FactRow } from '../fact-row.tsx';
import { isNewDomain } from '../labels.ts';
import { bondFact, type Fact, formatOpenDataAge, formatSource, insuranceFact, phoneFact } from '../lookup/labels.public.ts';
import classes from './cards.module.css';

interface ContactCardProps {
  broker: BrokerDetails;
  checked: CheckedRecord | null | undefined;
  now: number;
  zone: string;
}

/** Where their emails come from: the domain used most, or one that is new beside it. */
function domainFact({ domains }: BrokerDetails, now: number, zone: string): Fact {
  const fresh = domains.find((domain) => isNewDomain(domain, domains, now));
  if (fresh) {
    const detail = `${fresh.domain}, since ${formatDay(fresh.firstSeenAt, now, zone)}`;
    return { key: 'domain', tone: 'LOOK', fact: 'New email domain', detail };
  }
  const [usual] = domains;
  if (usual === undefined) return { key: 'domain', tone: 'UNKNOWN', fact: 'Email domain', detail: 'no email on your loads yet' };
  return {
    key: 'domain',
    tone: 'GOOD',
    fact: 'Email domain',
    detail: `${usual.domain}, ${usual.loads} ${usual.loads === 1 ? 'load' : 'loads'}`,
  };
}

/** Bond, insurance, phone and email: whether they agree with what FMCSA and the company's own loads say. */
export function ContactCard({ broker, checked, now, zone }: ContactCardProps) {
  const own = { ...domainFact(broker, now, zone), source: 'Your loads' };
  const facts = checked ? listFacts(broker, checked, now, zone) : [];
  return (
    <section className={classes.card} aria-labelledby="bond-title">
      <header className={classes.head}>
        <h2 id="bond-title">Bond and contact</h2>
        {checked ? <p title={formatSource(checked, now, zone)}>{formatSource(checked, now, zone)}</p> : null}
      </header>
      <ul className={classes.facts}>
        {[...facts, own].map(({ key, ...fact }) => (
          <FactRow key={key} {...fact} />
        ))}
      </ul>
      {checked ? (
        <p className={classes.foot}>
          Phone{checked.record.officers === null ? '' : ` and officers (${checked.record.officers.join(', ')})`}:{' '}
          {formatOpenDataAge(checked, now, zone)}.
        </p>
      ) : checked === null ? (
        <p className={classes.foot}>Bond, insurance and phone: not looked up.</p>
      ) : null}
    </section>
  );
}

function listFacts(broker: BrokerDetails, checked: CheckedRecord, now: number, zone: string): (Fact & { source: string })[] {
  const source = formatSource(checked, now, zone);
  const { record } = checked;
  return [
    { ...bondFact(record), source },
    { ...insuranceFact(record), source },
    { ...phoneFact(broker.phone, record), source: formatOpenDataAge(checked, now, zone) },
  ];
}
