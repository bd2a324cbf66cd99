import type { SessionEnd } from '@headhaul/contracts/session-end';
import { IconCircleCheckFilled, IconCircleX } from '@tabler/icons-react';
import { type FormEvent, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import type { DraftOwner } from '../../shared/session/draft-owner.ts';
import { forgetSessionEnd } from '../../shared/session/session-end.ts';
import { forgetUnsavedForm, useUnsavedForm } from '../../shared/session/unsaved-forms.ts';
import { zoneOf } from '../../shared/time/calendar.ts';
import { CardPage } from '../../shared/ui/card-page.tsx';
import { PageButton } from '../../shared/ui/page-button.tsx';
import { useCopied } from '../../shared/use-copied.ts';
import classes from './removed-page.module.css';
import { formatEndMoment, formatUnsavedForm, readInviteLink } from './session-end-labels.ts';

interface RemovedPageProps {
  end: SessionEnd;
  person: DraftOwner & { email: string };
}

/** For a person whom the owner removed from the team: by whom, when, what is gone, what stays, and what they can do now. */
export default function RemovedPage({ end, person }: RemovedPageProps) {
  const company = end.companyName ?? 'your team';
  const remover = end.byName ?? 'The owner';
  const [isPasting, setPasting] = useState(false);
  const facts = [
    { isKept: false, what: 'Their loads, drivers and brokers', state: 'You can’t open them anymore' },
    { isKept: false, what: 'The extension on this computer', state: 'Signed out, board data cleared' },
    { isKept: true, what: 'Your sign-in', state: `${person.email} still works` },
    { isKept: true, what: 'Your own mailbox', state: 'Disconnected. Your email isn’t touched' },
  ];
  // The sign-in page is under this one.
  const goOn = () => {
    forgetUnsavedForm();
    forgetSessionEnd();
  };

  return (
    <CardPage
      title={`You’re no longer on ${company}`}
      lead={`${remover} removed you ${formatEndMoment(end.at, Date.now(), zoneOf(undefined))}.`}
      width={560}
      email={person.email}
    >
      <ul className={classes.facts}>
        {facts.map(({ isKept, what, state }) => (
          <li key={what}>
            {isKept ? (
              <IconCircleCheckFilled className={classes.kept} size={18} aria-label="Stays:" />
            ) : (
              <IconCircleX className={classes.gone} size={18} stroke={1.75} aria-label="Gone:" />
            )}
            <b>{what}</b>
            <span>{state}</span>
          </li>
        ))}
      </ul>
      <UnsavedForm owner={person} />
      {isPasting ? (
        <InviteForm onFound={goOn} />
      ) : (
        <div className={classes.actions}>
          <PageButton look="filled" onClick={goOn}>
            {end.worksElsewhere ? 'Sign in to your other team' : 'Start your own company'}
          </PageButton>
          <PageButton look="plain" onClick={() => setPasting(true)}>
            I have an invite
          </PageButton>
        </div>
      )}
      <p className={classes.foot}>
        A mistake? Ask {end.byName ?? 'the owner'} for a new invite.{' '}
        <button type="button" onClick={goOn}>
          Log out
        </button>
      </p>
    </CardPage>
  );
}

/** What the person was typing when they were removed. This tab alone still has it. */
function UnsavedForm({ owner }: { owner: DraftOwner }) {
  const text = formatUnsavedForm(useUnsavedForm(owner));
  const { isCopied, copy } = useCopied(() => navigator.clipboard.writeText(text ?? ''));
  if (text === null) return null;
  return (
    <section className={classes.unsaved}>
      <p>
        The new load you were entering wasn’t saved.{' '}
        <button type="button" onClick={() => void copy()}>
          {isCopied ? 'Copied' : 'Copy it as text'}
        </button>
      </p>
      <pre>{text}</pre>
    </section>
  );
}

function InviteForm({ onFound }: { onFound: () => void }) {
  const id = useId();
  const navigate = useNavigate();
  const [pasted, setPasted] = useState('');
  const [isWrong, setWrong] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const query = readInviteLink(pasted);
    if (query === null) return setWrong(true);
    onFound();
    void navigate(`/login${query}`);
  };
  return (
    <form className={classes.invite} noValidate onSubmit={submit}>
      <label htmlFor={id}>Invite link</label>
      <div className={classes.inviteLine}>
        <input
          id={id}
          type="url"
          value={pasted}
          // biome-ignore lint/a11y/noAutofocus: The person has just asked for this field.
          autoFocus
          aria-invalid={isWrong}
          aria-describedby={isWrong ? `${id}-error` : undefined}
          onChange={(event) => {
            setPasted(event.target.value);
            setWrong(false);
          }}
        />
        <PageButton look="filled" type="submit">
          Open invite
        </PageButton>
      </div>
      {isWrong ? (
        <p id={`${id}-error`} className={classes.wrong} role="alert">
          That isn’t an invite link. Copy the link from the invite email.
        </p>
      ) : null}
    </form>
  );
}
