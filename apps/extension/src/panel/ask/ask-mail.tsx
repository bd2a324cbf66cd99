import type { BoardLoad } from '@headhaul/domain/boards/board-load';
import { formatMoney } from '@headhaul/domain/format-money';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { dropUnmeantPresses } from '../../board/draw/meant-presses.ts';
import type { MailQuestion } from '../../mail/messages.ts';
import { describeMail } from '../../mail/row-view.ts';
import type { RowView } from '../messages.ts';
import { type AskMail, useAskMail } from './use-ask-mail.ts';

/** The mail as it would leave. Nobody sends it by a press that was meant for what was there before, so its focus begins at the title. */
export function Reading({
  question,
  mail,
}: {
  question: MailQuestion;
  mail: Pick<AskMail, 'send' | 'cancel' | 'leaveDriverOut' | 'open'>;
}) {
  const id = useId();
  const section = useRef<HTMLElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const [isToChosen, setIsToChosen] = useState(question.isToChosen);
  useLayoutEffect(() => {
    if (section.current !== null) dropUnmeantPresses(section.current);
  }, []);
  useEffect(() => title.current?.focus(), []);
  const { blocked } = question;
  return (
    <section
      ref={section}
      className="mail-reading"
      aria-labelledby={id}
      onKeyDown={(event) => {
        if (event.key === 'Escape') mail.cancel();
      }}
    >
      <h3 id={id} ref={title} tabIndex={-1}>
        {question.title}
      </h3>
      <ul className="warnings">
        {blocked === null ? null : <li className="warning-bad">{blocked.text}</li>}
        {question.warnings.map(({ tone, text }) => (
          <li key={text} className={tone === 'bad' ? 'warning-bad' : ''}>
            {text}
          </li>
        ))}
      </ul>
      <dl className="facts">
        {[
          ['To', question.to],
          ['From', question.from],
          ['Subject', question.subject],
        ].map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {question.driver === null ? null : (
          <div>
            <dt>For</dt>
            <dd>
              {question.driver}{' '}
              <button type="button" className="link" aria-label={`Leave out ${question.driver}`} onClick={mail.leaveDriverOut}>
                Leave out
              </button>
            </dd>
          </div>
        )}
      </dl>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: Its text may be longer than its box, so it can be scrolled by keys. */}
      <p className="mail-text" tabIndex={0}>
        {question.beginning}
      </p>
      {question.isToChosen || blocked !== null ? null : (
        <label className="choice">
          <input type="checkbox" checked={isToChosen} onChange={(event) => setIsToChosen(event.target.checked)} />
          <span>Send to {question.to}</span>
        </label>
      )}
      <div className="buttons">
        {blocked === null ? (
          <button type="button" className="button button-filled" disabled={!isToChosen} onClick={mail.send}>
            {question.sendLabel}
          </button>
        ) : (
          <button type="button" className="button button-filled" onClick={() => mail.open(blocked.place)}>
            Open mailboxes
          </button>
        )}
        <button type="button" className="button button-line" onClick={mail.cancel}>
          Cancel
        </button>
      </div>
    </section>
  );
}

/** What became of the mail, in the words of the row. */
function describe({ state, nowMs }: AskMail, load: BoardLoad) {
  const view = describeMail(state, load, { noAddress: 'No email address on this load', nowMs });
  if (state?.kind === 'EMAILED') return { ...view, line: [view.button, view.note].filter((part) => part !== '').join(', ') };
  return { ...view, line: state?.kind === 'NOT_SENT' ? `Not sent: ${state.why}` : view.note };
}

/** Writes to the broker and asks for this rate. `askCents` is in whole dollars. */
export function AskMailButton({ row, askCents }: { row: RowView; askCents: number }) {
  const mail = useAskMail(row);
  const button = useRef<HTMLButtonElement>(null);
  const wasReading = useRef<boolean>(false);
  const isReading = mail.reading !== null;
  useEffect(() => {
    if (wasReading.current && !isReading) button.current?.focus();
    wasReading.current = isReading;
  }, [isReading]);
  if (mail.reading !== null) return <Reading question={mail.reading} mail={mail} />;

  const { does, button: words, line, tone, label, isBusy } = describe(mail, row.load);
  const again = mail.state?.kind === 'EMAILED' ? 'Email again at' : 'Email at';
  const place = mail.state?.kind === 'REFUSED' ? mail.state.place : null;
  function press(): void {
    if (does === 'WRITE') mail.write(askCents);
    if (does === 'UNDO') mail.undo();
    if (does === 'OPEN' && place !== null) mail.open(place);
  }
  const isWriting = does === 'WRITE' || isBusy;
  return (
    <div className="ask">
      {words === null ? null : (
        <button
          type="button"
          ref={button}
          className={mail.state === null || isBusy ? 'button button-filled' : 'button button-line'}
          aria-disabled={isBusy}
          {...(isWriting ? {} : { 'aria-label': label })}
          onClick={press}
        >
          {isWriting ? `${again} ${formatMoney(askCents)}` : words}
        </button>
      )}
      {line === '' ? null : (
        <p className={`line ${tone === 'quiet' ? 'quiet' : tone}`} role="status">
          {line}
        </p>
      )}
    </div>
  );
}
