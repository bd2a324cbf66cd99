import type { Answer } from '@headhaul/contracts/http/endpoint';
import type { emailEndpoints } from '@headhaul/contracts/mail/emails';
import { useState } from 'react';
import { Link } from 'react-router';
import { emailsApi } from '../../emails/emails.api.ts';
import { emailsPath } from '../../emails/paths.public.ts';
import { formatChosen, useDispatcherOptions } from '../filters/people-options.ts';
import { type Days, formatDays } from '../filters/periods.ts';
import card from './card.module.css';
import classes from './email-funnel.module.css';

type Line = Answer<(typeof emailEndpoints)['getEmailFunnel']>['total'];
const groups = { TEMPLATE: 'By template', DISPATCHER: 'By dispatcher', HOUR: 'By hour' } as const;
type Group = keyof typeof groups;
/** In the order in which they happen. Each step counts a part of the step before it. */
const steps = [
  { key: 'sent', words: 'Sent', help: 'Emails to brokers that left in these days.' },
  { key: 'answered', words: 'Answered', help: 'Marked as answered or declined, or the load was booked.' },
  {
    key: 'booked',
    words: 'Booked',
    help: 'Loads you booked after an email about them. Each counts once, for the last email before it was booked.',
  },
  { key: 'withRc', words: 'Rate con', help: 'Of the booked, those with a rate confirmation number or file.' },
] as const;
const count = new Intl.NumberFormat('en-US');
/** The server accepts at most 92 days, counting the first and the last. */
const longestMs = 91 * 86_400_000;

function share(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((part / whole) * 100).toFixed(part === 0 || part === whole ? 0 : 1)}%`;
}

/** A small share still gets a visible bar. A zero gets none. */
function barPercent(part: number, whole: number): number {
  return part === 0 ? 0 : Math.max((part / whole) * 100, 1);
}

interface EmailFunnelProps {
  days: Days;
  /** Only mail that these dispatchers wrote. Empty means everyone's. */
  dispatcher: string[];
  /** The screen is filtered by driver. This filter does not apply to mail, because drivers write none. */
  isByDriver: boolean;
}

/** How many emails led to an answer, a booked load and a rate con. */
export function EmailFunnel({ days, dispatcher, isByDriver }: EmailFunnelProps) {
  const [by, setBy] = useState<Group>('TEMPLATE');
  const from = new Date(Math.max(Date.parse(days.from), Date.parse(days.to) - longestMs)).toISOString().slice(0, 10);
  const narrow = dispatcher.length === 0 ? {} : { userId: dispatcher };
  const { data, isError, refetch } = emailsApi.useGetEmailFunnelQuery({ query: { from, to: days.to, by, ...narrow } });
  const writers = formatChosen(dispatcher, useDispatcherOptions(), 'everyone', 'people');
  return (
    <section className={card.card} aria-labelledby="funnel-title">
      <header className={`${card.head} ${classes.head}`}>
        <div className={classes.title}>
          <h2 id="funnel-title">Emails to brokers</h2>
          <p>
            Written by {writers}
            {from === days.from ? '' : `, ${formatDays({ from, to: days.to })}`}
            {isByDriver ? '. The driver filter does not narrow them' : ''}
          </p>
        </div>
        <fieldset className={classes.groups} aria-label="Split the emails">
          {(Object.keys(groups) as Group[]).map((group) => (
            <button key={group} type="button" aria-pressed={group === by} onClick={() => setBy(group)}>
              {groups[group]}
            </button>
          ))}
        </fieldset>
      </header>
      {data === undefined ? (
        <p className={card.note} role={isError ? 'alert' : undefined}>
          {isError ? (
            <>
              Couldn’t load these.{' '}
              <button type="button" onClick={() => void refetch()}>
                Try again
              </button>
            </>
          ) : (
            'Getting the figures…'
          )}
        </p>
      ) : data.total.sent === 0 ? (
        <p className={card.note}>
          No emails to brokers in these days. <Link to="/dispatcher/accounts">Email accounts</Link>
        </p>
      ) : (
        <>
          <Road total={data.total} />
          <table className={card.table} aria-labelledby="funnel-title">
            <thead>
              <tr>
                <th scope="col">{by === 'HOUR' ? 'Hour' : by === 'DISPATCHER' ? 'Dispatcher' : 'Template'}</th>
                {steps.map(({ key, words, help }) => (
                  <th key={key} scope="col" className={`${card.number} ${classes.number}`} title={help}>
                    {words}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.lines.map((line) => (
                <tr key={line.key}>
                  <th scope="row" title={line.name}>
                    {line.name}
                  </th>
                  <td className={card.number}>{count.format(line.sent)}</td>
                  <td className={`${card.number} ${card.money}`}>{share(line.answered, line.sent)}</td>
                  <td className={card.number}>{count.format(line.booked)}</td>
                  <td className={card.number}>{count.format(line.withRc)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <p className={classes.note}>
            Booked counts each load once, for the last email about it before it was booked. Rate con is how many of those have one on file.
            Answered is what people marked, and every booked load: we may only send, so nobody reads your inbox.{' '}
            <Link to={emailsPath}>Mark answers in sent mail</Link>
          </p>
        </>
      )}
    </section>
  );
}

function Road({ total }: { total: Line }) {
  return (
    <ol className={classes.road}>
      {steps.map(({ key, words, help }) => (
        <li key={key} title={help}>
          <span>{words}</span>
          <b>{count.format(total[key])}</b>
          <small>{key === 'sent' ? 'in these days' : `${share(total[key], total.sent)} of sent`}</small>
          <i style={{ width: `${barPercent(total[key], total.sent)}%` }} aria-hidden="true" />
        </li>
      ))}
    </ol>
  );
}
