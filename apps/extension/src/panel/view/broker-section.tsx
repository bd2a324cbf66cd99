import type { PostingFacts } from '@headhaul/contracts/boards/postings';
import type { BrokerLookup } from '@headhaul/contracts/fmcsa';
import { describeScore } from '@headhaul/domain/brokers/score-summary';
import type { ReactNode } from 'react';
import type { RowBroker } from '../messages.ts';
import {
  authorityLines,
  authoritySource,
  type BrokerLine,
  factorLine,
  historyLines,
  mailLines,
  recordFreshMs,
  riskLines,
} from './broker-lines.ts';
import { MarkForm } from './mark-form.tsx';
import { useHost } from './panel-host.ts';
import { Answered, FailureLine, Section } from './parts.tsx';
import { type Question, useQuestion } from './use-panel.ts';

const signs: Record<BrokerLine['tone'], string> = { good: '✓', bad: '!', plain: '·', unknown: '?' };

function Lines({ title, lines, source }: { title: string; lines: readonly BrokerLine[]; source?: ReactNode }) {
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
      {source === undefined || source === '' ? null : <p className="source">{source}</p>}
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
  phones: readonly string[];
  lookup: Question<BrokerLookup>;
  onMarked: () => void;
}

function Card({ facts, posted, phones, lookup, onMarked }: CardProps) {
  const host = useHost();
  const nowMs = Date.now();
  const { answer } = lookup;
  const looked = answer?.ok === true ? answer.value : null;
  const record = looked?.found ?? facts.record;
  const risks = riskLines(facts, record, phones);
  const factor = factorLine(facts);
  const { broker } = facts;
  return (
    <>
      {broker === null ? <p className="line quiet">Not in your broker list</p> : <Grade broker={broker} />}
      {risks.length === 0 ? null : (
        <div className="risks" role="note" aria-label="Check before you book">
          <h3>{risks.length === 1 ? '1 thing' : `${risks.length} things`} to check before you book</h3>
          <ul>
            {risks.map((risk) => (
              <li key={risk}>{risk}</li>
            ))}
          </ul>
        </div>
      )}
      <Lines title="Authority" lines={authorityLines(record, nowMs)} source={authoritySource(record, looked, nowMs)} />
      {answer !== null && !answer.ok ? <FailureLine failure={answer} failed="Couldn’t load FMCSA’s record" onRetry={lookup.again} /> : null}
      <Lines title="Factor" lines={[factor.line]} source={factor.source} />
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
  phones: readonly string[];
  facts: Question<PostingFacts>;
}

/** What is known about the broker, each with its source and age. FMCSA is asked when nobody has looked for a day. */
export function BrokerSection({ posted, phones, facts }: BrokerSectionProps) {
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
        {(value) => <Card facts={value} posted={posted} phones={phones} lookup={lookup} onMarked={facts.again} />}
      </Answered>
    </Section>
  );
}
