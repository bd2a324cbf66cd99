import { Feedback, feedbackEndpoints } from '@headhaul/contracts/feedback';
import { call, ProblemError } from '@headhaul/contracts/http/call';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { apiBase, requestTimeoutMs } from '../../shared/api/api-base.ts';
import { FormPage } from '../../shared/ui/form-page.tsx';
import { PageButton, PageLink } from '../../shared/ui/page-button.tsx';
import { RoadSignPage } from '../../shared/ui/road-sign-page.tsx';
import classes from './extension-feedback-page.module.css';
import { surveyOf, surveys } from './surveys.ts';

const maxCommentLength = 2_000;

type State = { kind: 'asking'; failure: string | null } | { kind: 'sending' } | { kind: 'sent' };

function explain(failure: unknown): string {
  if (failure instanceof ProblemError) return failure.problem.detail;
  return 'No answer from Headhaul. Check your internet connection and try again.';
}

/** The browser opens this page after the extension was added or removed. The user need not be signed in to answer. */
export default function ExtensionFeedbackPage() {
  const [query] = useSearchParams();
  const type = surveyOf(query.get('type'));
  const survey = surveys[type];
  const [chosen, setChosen] = useState<string | null>(null);
  const [comment, setComment] = useState('');
  const [state, setState] = useState<State>({ kind: 'asking', failure: null });

  const send = async () => {
    const answer = Feedback.safeParse({ type, feedback: chosen, comment });
    if (!answer.success) return setState({ kind: 'asking', failure: 'Choose an answer first.' });
    setState({ kind: 'sending' });
    try {
      await call(feedbackEndpoints.sendFeedback, { body: answer.data }, { base: apiBase, signal: AbortSignal.timeout(requestTimeoutMs) });
      setState({ kind: 'sent' });
    } catch (failure) {
      setState({ kind: 'asking', failure: explain(failure) });
    }
  };

  if (state.kind === 'sent') {
    return (
      <RoadSignPage
        tone="done"
        title="Thank you!"
        lead={survey.thanks}
        actions={
          <PageLink look="filled" to="/">
            Go to Headhaul
          </PageLink>
        }
      />
    );
  }

  return (
    <FormPage title={survey.title} lead={survey.lead} width={560} onSubmit={() => void send()}>
      <fieldset className={classes.answers}>
        <legend>{survey.question}</legend>
        {survey.answers.map((answer) => (
          <label key={answer} className={classes.answer}>
            <input type="radio" name="feedback" value={answer} checked={chosen === answer} onChange={() => setChosen(answer)} />
            {answer}
          </label>
        ))}
      </fieldset>
      <label className={classes.comment}>
        <span>
          Anything else? <small>Optional</small>
        </span>
        <textarea rows={3} maxLength={maxCommentLength} value={comment} onChange={(event) => setComment(event.currentTarget.value)} />
      </label>
      {state.kind === 'asking' && state.failure !== null ? (
        <p className={classes.failure} role="alert">
          <IconAlertTriangle size={18} stroke={1.75} aria-hidden="true" />
          {state.failure}
        </p>
      ) : null}
      <div className={classes.send}>
        <PageButton look="filled" type="submit" disabled={state.kind === 'sending'}>
          {state.kind === 'sending' ? 'Sending…' : 'Send'}
        </PageButton>
      </div>
    </FormPage>
  );
}
