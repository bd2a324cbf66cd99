import type { BrokerReason } from '@headhaul/contracts/broker-score';
import type { BrokerDetails } from '@headhaul/contracts/brokers';
import { lateAfterDays } from '@headhaul/domain/brokers/figures';
import { splitReason } from '@headhaul/domain/brokers/reasons';
import { describeScore, shownReasons } from '@headhaul/domain/brokers/score-summary';
import { enoughPaidLoads } from '@headhaul/domain/brokers/score-weights';
import { lazy, Suspense, useState } from 'react';
import { FactRow, type FactTone } from '../fact-row.tsx';
import { GradeTile } from '../grade-tile.public.tsx';
import { formatRegisterDay } from '../lookup/labels.public.ts';
import classes from './cards.module.css';

const ScoreRule = lazy(() => import('./score-rule.tsx'));
const mostReasons = 5;
/** Good ones, then what to look at, then what is not known. */
const order: readonly FactTone[] = ['GOOD', 'LOOK', 'BAD', 'UNKNOWN'];

/** How a broker pays, as a letter with the reasons that made it. */
export function ScoreCard({ broker }: { broker: BrokerDetails }) {
  const { grade, reasons, risks, history } = broker;
  const [isRuleOpen, setRuleOpen] = useState(false);
  const lines = describeLines(broker);
  const rows = shownReasons(reasons, mostReasons)
    .map((reason) => ({ reason, tone: toneOf(reason, risks) }))
    .sort((a, b) => order.indexOf(a.tone) - order.indexOf(b.tone));
  return (
    <section className={`${classes.card} ${classes.score}`} aria-labelledby="score-title">
      <div className={classes.letter}>
        <GradeTile grade={grade} size="large" />
        <div>
          <h2 id="score-title">{describeScore({ grade, reasons })}</h2>
          {lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
      </div>
      <h3>{grade === null ? 'What is known' : `Why ${grade}`}</h3>
      <ul className={classes.facts}>
        {rows.map(({ reason, tone }) => (
          <FactRow key={reason.kind} tone={tone} {...splitReason(reason)} source={formatAge(reason)} />
        ))}
      </ul>
      <p className={classes.foot}>
        {history.paidLoads < enoughPaidLoads
          ? `A letter needs ${enoughPaidLoads} paid loads of your own. `
          : 'From your own loads and public records. '}
        <button type="button" className={classes.link} aria-haspopup="dialog" onClick={() => setRuleOpen(true)}>
          How the letter is made
        </button>
      </p>
      {isRuleOpen ? (
        <Suspense>
          <ScoreRule broker={broker} onClose={() => setRuleOpen(false)} />
        </Suspense>
      ) : null}
    </section>
  );
}

function describeLines({ history, reasons }: BrokerDetails): string[] {
  const paid = `From ${history.paidLoads} paid ${history.paidLoads === 1 ? 'load' : 'loads'}, last 12 months`;
  const payments = reasons.find((reason) => reason.kind === 'PAYMENTS');
  if (payments?.kind !== 'PAYMENTS') return ['No paid loads with dates in the last 12 months'];
  const { days, termsDays } = payments.numbers;
  return [`${Math.round(days)} ${Math.round(days) === 1 ? 'day' : 'days'} on average, terms ${Math.round(termsDays)}`, paid];
}

function formatAge({ asOf }: BrokerReason): string {
  return asOf === null ? 'Nobody has looked yet' : `As of ${formatRegisterDay(asOf)}`;
}

/** Payments that are late on average are to be looked at, even if they are not late enough to cost points. */
function toneOf(reason: BrokerReason, risks: readonly BrokerReason[]): FactTone {
  if (reason.kind === 'PAYMENTS' && Math.round(reason.numbers.days - reason.numbers.termsDays) > lateAfterDays.late) return 'LOOK';
  if (reason.tone !== 'BAD') return reason.tone;
  return risks.some(({ kind }) => kind === reason.kind) ? 'BAD' : 'LOOK';
}
