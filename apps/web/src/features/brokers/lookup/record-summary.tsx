import type { CheckedRecord } from '@headhaul/contracts/fmcsa';
import { describeChange, formatRegisteredAddress } from '@headhaul/domain/brokers/authority';
import { FactRow } from '../fact-row.tsx';
import { formatPhone } from '../labels.ts';
import { authorityFact, bondFact, formatOpenDataAge, formatSource, insuranceFact } from './labels.public.ts';
import classes from './lookup.module.css';

const shownChanges = 3;

interface RecordSummaryProps {
  checked: CheckedRecord;
  now: number;
  zone: string;
}

/** FMCSA's record of a broker in a small card: who it is, what it may do, and how old the answer is. */
export function RecordSummary({ checked, now, zone }: RecordSummaryProps) {
  const { record, changes } = checked;
  const numbers = [record.mc === null ? null : `MC ${record.mc}`, `USDOT ${record.dot}`].filter((part) => part !== null);
  const contact = [
    record.address === null ? null : formatRegisteredAddress(record.address),
    record.phone === null ? null : formatPhone(record.phone),
    record.officers === null ? null : record.officers.join(', '),
  ].filter((part) => part !== null);
  return (
    <section className={classes.record} aria-label="FMCSA record">
      <header>
        <h3>{record.legalName ?? 'No name published'}</h3>
        <p>
          {numbers.join(' · ')}
          {record.dbaName === null ? '' : ` · DBA ${record.dbaName}`}
        </p>
      </header>
      <ul className={classes.facts}>
        {[authorityFact(record), bondFact(record), insuranceFact(record)].map(({ key, ...fact }) => (
          <FactRow key={key} {...fact} />
        ))}
      </ul>
      {contact.length === 0 ? null : (
        <p className={classes.contact} title={formatOpenDataAge(checked, now, zone)}>
          {contact.join(' · ')}
        </p>
      )}
      {changes.length === 0 ? null : (
        <ul className={classes.changes} aria-label="Latest changes">
          {changes.slice(0, shownChanges).map((change) => (
            <li key={`${change.kind} ${change.noticedAt} ${change.on}`}>{describeChange(change, zone, now)}</li>
          ))}
        </ul>
      )}
      <p className={classes.source}>{formatSource(checked, now, zone)}</p>
    </section>
  );
}
