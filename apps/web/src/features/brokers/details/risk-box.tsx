import type { BrokerReason } from '@headhaul/contracts/broker-score';
import { formatReason } from '@headhaul/domain/brokers/reasons';
import { IconShieldExclamation } from '@tabler/icons-react';
import { formatRegisterDay } from '../lookup/labels.public.ts';
import classes from './cards.module.css';

/** The reasons to stop and check, above everything else. Nothing without a risk. */
export function RiskBox({ risks }: { risks: readonly BrokerReason[] }) {
  if (risks.length === 0) return null;
  return (
    <section className={classes.risk} aria-labelledby="risk-title">
      <h2 id="risk-title">
        <IconShieldExclamation size={18} stroke={1.75} aria-hidden="true" />
        {risks.length === 1 ? '1 reason to check before you book' : `${risks.length} reasons to check before you book`}
      </h2>
      <ul>
        {risks.map((risk) => (
          <li key={risk.kind}>{describeRisk(risk)}</li>
        ))}
      </ul>
    </section>
  );
}

/** "Authority revoked, as of Nov 17, 2026." */
function describeRisk(risk: BrokerReason): string {
  const words = formatReason(risk);
  const { since, asOf } = risk;
  if ('daysAgo' in risk.numbers) return `${words}.`;
  if (since !== null) return `${words}, first seen ${formatRegisterDay(since)}.`;
  return asOf === null ? `${words}.` : `${words}, as of ${formatRegisterDay(asOf)}.`;
}
