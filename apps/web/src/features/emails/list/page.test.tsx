import type { EmailRow } from '@headhaul/contracts/mail/emails';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { setSession } from '../../../shared/session/session-store.ts';
import { json, problem, stubLocks, stubViewport, testSession } from '../../../testing/browser-doubles.ts';
import { sampleEmail, samplePrivateEmail } from '../../../testing/mail-samples.ts';
import { renderWithStore } from '../../../testing/render-with-store.tsx';
import EmailsPage from './page.tsx';

type Page = { emails: EmailRow[]; nextCursor: string | null };

/** Returns the queries that the list sent. */
function serve(answer: (query: URLSearchParams) => Page): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (input: Request) => {
    const { pathname, searchParams } = new URL(input.url);
    if (pathname !== '/api/emails') return problem(503, 'unavailable');
    asked.push(searchParams.toString());
    return json(200, answer(searchParams));
  });
  return asked;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-15T16:42:00Z') });
  localStorage.clear();
  stubLocks();
  // Uses the cards of a phone, because a table renders only visible rows and the test DOM has no height.
  stubViewport(390);
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  setSession(testSession);
});

it('asks for one answer, chosen from the filters', async () => {
  const asked = serve(() => ({ emails: [sampleEmail(1)], nextCursor: null }));
  renderWithStore(<EmailsPage />, '/dispatcher/emails');
  await screen.findByText('Milwaukee, WI to Conley, GA · asked $2,450');
  fireEvent.click(screen.getByRole('button', { name: 'Filter' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Answer' }));
  fireEvent.click(await screen.findByRole('radio', { name: 'No answer yet' }));
  await waitFor(() => expect(asked.at(-1)).toBe('answer=NONE'));
});

it('asks for days, once they are days', async () => {
  const asked = serve(() => ({ emails: [sampleEmail(1)], nextCursor: null }));
  renderWithStore(<EmailsPage />, '/dispatcher/emails?days=2026-11-01..');
  fireEvent.click(await screen.findByRole('button', { name: 'Days from 11/1' }));
  const until = await screen.findByLabelText('To');
  fireEvent.change(until, { target: { value: '0202-11-08' } });
  fireEvent.change(until, { target: { value: '2026-11-08' } });
  await screen.findByRole('button', { name: 'Days 11/1 to 11/8' });
  await waitFor(() => expect(asked).toEqual(['from=2026-11-01', 'from=2026-11-01&to=2026-11-08']));
});

it('goes on to older mails before it says that none match', async () => {
  const asked = serve((query) =>
    query.has('cursor') ? { emails: [sampleEmail(1)], nextCursor: null } : { emails: [], nextCursor: 'half-a-year-ago' },
  );
  renderWithStore(<EmailsPage />, '/dispatcher/emails?q=carla');
  await screen.findByText('Carla Reyes, Lakeshore Freight');
  expect(screen.queryByText('No mail matches.')).toBeNull();
  expect(asked).toEqual(['search=carla', 'search=carla&cursor=half-a-year-ago']);
});

it('shows of a private mail that it was written, and none of its words', async () => {
  serve(() => ({ emails: [samplePrivateEmail(1), sampleEmail(2)], nextCursor: null }));
  renderWithStore(<EmailsPage />, '/dispatcher/emails');
  const subject = await screen.findByText('Private email');
  expect(subject.title).toBe('In Ann Doyle’s private mailbox. Only Ann Doyle can read it.');
  screen.getByText('Ann Doyle from a private mailbox');
  const cards = screen.getAllByRole('listitem');
  expect(cards.slice(0, 2).map((card) => card.querySelector('button') !== null)).toEqual([false, true]);
  // The keys move over the private mail, but Enter does not open it.
  fireEvent.keyDown(document.body, { key: 'j' });
  fireEvent.keyDown(document.body, { key: 'Enter' });
  expect(screen.queryByRole('dialog')).toBeNull();
});
