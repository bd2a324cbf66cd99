import type { BrokerNeed } from '@headhaul/domain/mail/variables';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { Link } from 'react-router';
import classes from './template-step.module.css';

/** The page where the owner edits the company. */
const companyPath = '/dispatcher/account-team/company';

const wanted: Partial<Record<BrokerNeed, string>> = { RATE: 'a rate', TRUCK_PLACE: 'the truck’s place', MC: 'your MC number' };

interface MailCheckProps {
  /** What the mail in the preview lacks. */
  missing: readonly BrokerNeed[];
  hasCompanyMc: boolean;
  isOwner: boolean;
  /** Moves to the MC field. Null when there is none. */
  onGiveMc: (() => void) | null;
}

/** Whether the mail in the preview has the facts without which brokers delete mail. */
export function MailCheck({ missing, hasCompanyMc, isOwner, onGiveMc }: MailCheckProps) {
  const lacking = missing.map((need) => wanted[need]).filter((words) => words !== undefined);
  if (lacking.length === 0) {
    return (
      <p className={classes.check} role="status">
        <IconCheck size={16} stroke={2} aria-hidden="true" />
        Yours has all three, filled in for each load you write about.
      </p>
    );
  }
  return (
    <p className={classes.check} role="status" data-tone="need">
      <IconAlertTriangle size={16} stroke={2} aria-hidden="true" />
      <span>
        Missing: {joinNames(lacking)}.{' '}
        {hasCompanyMc || !missing.includes('MC') ? null : <CompanyMc isOwner={isOwner} onGiveMc={onGiveMc} />}
      </span>
    </p>
  );
}

function CompanyMc({ isOwner, onGiveMc }: Pick<MailCheckProps, 'isOwner' | 'onGiveMc'>) {
  if (!isOwner) return 'Your company has none yet: its owner sets it under Account & Team. Until then you can add it to the signature.';
  if (onGiveMc === null) {
    return (
      <>
        Your company has none yet. <Link to={companyPath}>Set it for the company</Link>
      </>
    );
  }
  return (
    <>
      Your company has none yet.{' '}
      <button type="button" onClick={onGiveMc}>
        Add it
      </button>
    </>
  );
}

/** "a rate, the truck’s place and your MC number" */
function joinNames(parts: readonly string[]): string {
  return parts.length === 1 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
