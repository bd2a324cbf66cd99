import type { EmailCheck } from '@headhaul/contracts/mail/emails';
import { IconAlertTriangle, IconShieldExclamation } from '@tabler/icons-react';
import { useOfficeZone } from '../../../shared/time/use-office-zone.ts';
import { MailFrame } from '../shown/mail-frame.public.tsx';
import classes from './compose-dialog.module.css';
import { type ComposeNote, formatLeaves } from './facts.ts';

interface ComposePreviewProps {
  check: EmailCheck | null;
  notes: readonly ComposeNote[];
  failure: string | null;
  isAsking: boolean;
  /** The fields are complete, so the server can be asked. */
  isReady: boolean;
  now: number;
}

/** The hints, and the mail itself. */
export function ComposePreview({ check, notes, failure, isAsking, isReady, now }: ComposePreviewProps) {
  const zone = useOfficeZone();
  return (
    <section className={classes.preview} aria-label="The mail as it will leave" aria-busy={isAsking}>
      <div aria-live="polite">
        {failure === null ? null : (
          <p className={classes.note} data-tone="bad">
            <IconAlertTriangle size={16} stroke={2} aria-hidden="true" />
            {failure}
          </p>
        )}
        {notes.map(({ tone, words }) => (
          <p key={words} className={classes.note} data-tone={tone}>
            {tone === 'bad' ? (
              <IconShieldExclamation size={16} stroke={2} aria-hidden="true" />
            ) : (
              <IconAlertTriangle size={16} stroke={2} aria-hidden="true" />
            )}
            {words}
          </p>
        ))}
      </div>
      {check === null ? (
        <p className={classes.empty}>{isReady ? 'Filling in the template…' : 'Enter a recipient to preview.'}</p>
      ) : (
        <>
          <div className={classes.sheet} data-old={isAsking || !isReady || undefined}>
            {/* The subject of a blocked mail may have gaps, so it is hidden. The note above gives the reason. */}
            {check.blockedReason === null ? <p className={classes.subject}>{check.subject}</p> : null}
            <MailFrame title="The mail as it will leave" html={check.html} />
          </div>
          {check.cc === null || !isReady ? null : <p className={classes.leaves}>A copy goes to {check.cc}.</p>}
          {check.blockedReason === null && isReady ? <p className={classes.leaves}>{formatLeaves(check, now, zone)}</p> : null}
        </>
      )}
    </section>
  );
}
