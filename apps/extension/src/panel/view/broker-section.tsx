import type { PostingFacts } from '@headhaul/contracts/boards/postings';
import type { BrokerLookup } from '@headhaul/contracts/fmcsa';
import { describeScore } from '@headhaul/domain/brokers/score-summary';
import { formatMoney } from '@headhaul/domain/format-money';
import type { LookAlike } from '@headhaul/domain/mail/look-alike-part';
import type { ReactNode } from 'react';
import type { RowBroker } from '../messages.ts';
import {
  authorityLines,
  authoritySource,
  type BrokerLine,
  type FactorView,
  factorView,
  findImitation,
  historyLines,
  mailLines,
  type PostedContact,
  recordFreshMs,
  riskLines,
} from './broker-lines.ts';
import { MarkForm } from './mark-form.tsx';
import { useHost } from './panel-host.ts';
import { Answered, FailureLine, Section } from './parts.tsx';
import { type Question, useQuestion } from './use-panel.ts';

const signs: Record<BrokerLine['tone'], string> = { good: '✓', bad: '!', plain: '·', unknown: '?' };

interface LinesProps {
  title: string;
  lines: readonly BrokerLine[];
  source?: string;
  children?: ReactNode;
}

function Lines({ title, lines, source = '', children }: LinesProps) {
  return (
    <div className="group">
      <h3>{title}</h3>
      <ul>
        {lines.map(({ text, tone }) => (
          <li key={text} className={tone}>
            <span aria-hidden="true">{signs[tone]}</span>
            <span>{text}</span>
          </li>
        ))}
      </ul>
      {children}
      {source === '' ? null : <p className="source">{source}</p>}
    </div>
  );
}

/** Where two words differ, the eye finds it at once. */
function Imitation({ of: { known, before, other, after } }: { of: LookAlike }) {
  const loads = known.loads === 0 ? '' : ` on ${known.loads.toLocaleString('en-US')} ${known.loads === 1 ? 'load' : 'loads'}`;
  return (
    <li>
      The email is from{' '}
      <strong className="domain">
        {before}
        <mark>{other}</mark>
        {after}
      </strong>
      . You know this broker{loads} by <strong className="domain">{known.domain}</strong>.
    </li>
  );
}

function LimitBar({ usedCents, limitCents }: NonNullable<FactorView['use']>) {
  const percent = limitCents === 0 ? 100 : Math.min((100 * usedCents) / limitCents, 100);
  return (
    <div className="limit">
      <p>
        <span className="quiet">Limit used</span>{' '}
        <strong>
          {formatMoney(usedCents)} of {formatMoney(limitCents)}
        </strong>
      </p>
      <div className="meter" aria-hidden="true">
        <span className={percent === 100 ? 'meter-full' : undefined} style={{ width: `${percent}%` }} />
      </div>
    </div>
  );
}

function Grade({ broker }: { broker: NonNullable<PostingFacts['broker']> }) {
  const days = broker.history.daysToPayMedian;
  if (broker.grade === null && days === null) return <p className="line quiet">Not enough loads for a grade yet</p>;
  return (
    <p className="grade">
      {broker.grade === null ? null : <span className={`letter letter-${broker.grade}`}>{broker.grade}</span>}
      <span>{describeScore({ grade: broker.grade, reasons: broker.reasons })}</span>
    </p>
  );
}

interface CardProps {
  facts: PostingFacts;
  posted: RowBroker;
  contact: PostedContact;
  grossCents: number | null;
  lookup: Question<BrokerLookup>;
  onMarked: () => void;
}

function Card({ facts, posted, contact, grossCents, lookup, onMarked }: CardProps) {
  const host = useHost();
  const nowMs = Date.now();
  const { answer } = lookup;
  const looked = answer?.ok === true ? answer.value : null;
  const record = looked?.found ?? facts.record;
  const imitation = findImitation(facts, contact);
  const risks = riskLines(facts, record, contact);
  const riskCount = risks.length + (imitation === null ? 0 : 1);
  const factor = factorView(facts, grossCents);
  const { broker } = facts;
  return (
    <>
      {broker === null ? <p className="line quiet">Not in your broker list</p> : <Grade broker={broker} />}
      {riskCount === 0 ? null : (
        <div className="risks" role="note" aria-label="Check before you book">
          <h3>{riskCount === 1 ? '1 thing' : `${riskCount} things`} to check before you book</h3>
          <ul>
            {imitation === null ? null : <Imitation of={imitation} />}
            {risks.map((risk) => (
              <li key={risk}>{risk}</li>
            ))}
          </ul>
        </div>
      )}
      <Lines title="Authority" lines={authorityLines(record, nowMs)} source={authoritySource(record, looked, nowMs)} />
      {answer !== null && !answer.ok ? <FailureLine failure={answer} failed="Couldn’t load FMCSA’s record" onRetry={lookup.again} /> : null}
      <Lines title="Factor" lines={[factor.line, ...(factor.doubt === null ? [] : [{ text: factor.doubt, tone: 'bad' as const }])]}>
        {factor.use === null ? null : <LimitBar {...factor.use} />}
        {factor.source === '' ? null : <p className="source">{factor.source}</p>}
      </Lines>
      <Lines title="Your history" lines={historyLines(facts)} source={broker === null ? '' : 'From your company’s loads, counted now'} />
      <Lines title="Last emails" lines={mailLines(facts, nowMs)} source={broker === null ? '' : 'From your company’s mailboxes'} />
      <MarkForm broker={broker} posted={posted} onMarked={onMarked} />
      {broker === null ? null : (
        <button type="button" className="link" onClick={() => host.openWeb(`/dispatcher/brokers/${broker.id}`)}>
          Open broker
        </button>
      )}
    </>
  );
}

interface BrokerSectionProps {
  posted: RowBroker;
  contact: PostedContact;
  /** What the load pays, as posted. */
  grossCents: number | null;
  facts: Question<PostingFacts>;
}

/** What is known about the broker, each with its source and age. FMCSA is asked when nobody has looked for a day. */
export function BrokerSection({ posted, contact, grossCents, facts }: BrokerSectionProps) {
  const known = facts.answer?.ok === true ? facts.answer.value : null;
  const mc = posted.mc ?? known?.broker?.mc ?? null;
  const isStale = known !== null && (known.record === null || Date.now() - Date.parse(known.record.checkedAt) >= recordFreshMs);
  const lookup = useQuestion<'panel:lookup'>(isStale && mc !== null ? { type: 'panel:lookup', mc } : null);
  if (posted.mc === null && posted.name === null) {
    return (
      <Section title="Broker">
        <p className="line quiet">The board doesn’t show the broker.</p>
      </Section>
    );
  }
  return (
    <Section title="Broker" note={posted.mc === null ? 'No MC on the posting' : `MC ${posted.mc}`}>
      <p className="name">{posted.name ?? 'Name not shown'}</p>
      <Answered question={facts} what="the broker">
        {(value) => <Card facts={value} posted={posted} contact={contact} grossCents={grossCents} lookup={lookup} onMarked={facts.again} />}
      </Answered>
    </Section>
  );
}
