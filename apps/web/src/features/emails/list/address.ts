import { EmailAnswer, EmailState } from '@headhaul/contracts/mail/emails';
import { z } from 'zod';
import type { Calendar } from '../../../shared/time/calendar.ts';
import { type DaySpan, daysOf, readSpan, writeSpan } from '../../../shared/time/day-span.ts';
import type { EmailQuery } from '../emails.api.ts';

/** NONE means that the mail was sent and nobody has marked an answer yet. */
const AnswerFilter = z.enum([...EmailAnswer.options, 'NONE']);
export type AnswerFilter = z.infer<typeof AnswerFilter>;

/** The state of the list. All of it is kept in the address. */
export interface EmailListState {
  search: string;
  mailbox: string | null;
  teammate: string | null;
  broker: string | null;
  state: EmailState | null;
  answer: AnswerFilter | null;
  days: DaySpan | null;
  /** The mail in the drawer. */
  open: string | null;
}

export const noFilters: Omit<EmailListState, 'open'> = {
  search: '',
  mailbox: null,
  teammate: null,
  broker: null,
  state: null,
  answer: null,
  days: null,
};

const uuid = /^[0-9a-f-]{36}$/i;

function idOf(params: URLSearchParams, name: string): string | null {
  const value = params.get(name);
  return value !== null && uuid.test(value) ? value : null;
}

export function readEmailList(params: URLSearchParams): EmailListState {
  return {
    search: params.get('q') ?? '',
    mailbox: idOf(params, 'mailbox'),
    teammate: idOf(params, 'by'),
    broker: idOf(params, 'broker'),
    state: EmailState.safeParse(params.get('state')).data ?? null,
    answer: AnswerFilter.safeParse(params.get('answer')).data ?? null,
    days: readSpan(params.get('days')),
    open: idOf(params, 'email'),
  };
}

export function writeEmailList({ search, mailbox, teammate, broker, state, answer, days, open }: EmailListState): URLSearchParams {
  const params = new URLSearchParams();
  if (search !== '') params.set('q', search);
  if (mailbox !== null) params.set('mailbox', mailbox);
  if (teammate !== null) params.set('by', teammate);
  if (broker !== null) params.set('broker', broker);
  if (state !== null) params.set('state', state);
  if (answer !== null) params.set('answer', answer);
  if (days !== null) params.set('days', writeSpan(days));
  if (open !== null) params.set('email', open);
  return params;
}

/** The query for the server. */
export function emailQueryOf(list: EmailListState, { today, startsOn }: Calendar): EmailQuery {
  const { search, mailbox, teammate, broker, state, answer, days } = list;
  return {
    ...(search.trim() === '' ? {} : { search: search.trim().slice(0, 100) }),
    ...(mailbox === null ? {} : { accountId: mailbox }),
    ...(teammate === null ? {} : { userId: teammate }),
    ...(broker === null ? {} : { brokerId: broker }),
    ...(state === null ? {} : { state }),
    ...(answer === null ? {} : { answer }),
    ...(days === null ? {} : daysOf(days, today, startsOn)),
  };
}

export function isNarrowed({ search, mailbox, teammate, broker, state, answer, days }: EmailListState): boolean {
  return search !== '' || [mailbox, teammate, broker, state, answer, days].some((value) => value !== null);
}
