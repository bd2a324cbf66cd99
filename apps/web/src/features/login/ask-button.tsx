import { teamEndpoints } from '@headhaul/contracts/team';
import { useState } from 'react';
import { callSignedIn } from '../../shared/session/signed-in-call.ts';
import { PageButton } from '../../shared/ui/page-button.tsx';
import classes from './invite-card.module.css';

interface AskButtonProps {
  token: string;
  label: string;
  look: 'filled' | 'plain';
}

/** Asks the team for an invite that works. Its owner gets one mail a day. */
export function AskButton({ token, label, look }: AskButtonProps) {
  const [isAsking, setAsking] = useState(false);
  const [answer, setAnswer] = useState<string | null>(null);
  const [isFailed, setFailed] = useState(false);

  const ask = async () => {
    setAsking(true);
    setFailed(false);
    try {
      const { isSent, askedName } = await callSignedIn(teamEndpoints.askForInvite, { query: { token } });
      setAnswer(isSent ? `We emailed ${askedName}.` : `${askedName} was already asked today. You can ask again tomorrow.`);
    } catch {
      setFailed(true);
    }
    setAsking(false);
  };

  return (
    <>
      {answer === null ? (
        <PageButton look={look} disabled={isAsking} onClick={() => void ask()}>
          {label}
        </PageButton>
      ) : null}
      <p className={classes.answer} role="status">
        {isFailed ? 'Couldn’t ask. Please try again.' : answer}
      </p>
    </>
  );
}
