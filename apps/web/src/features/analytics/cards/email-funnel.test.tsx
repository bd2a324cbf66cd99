import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { setSession } from '../../../shared/session/session-store.ts';
import { json, problem, stubLocks, stubViewport, testSession, testUser } from '../../../testing/browser-doubles.ts';
import { renderWithStore } from '../../../testing/render-with-store.tsx';
import { EmailFunnel } from './email-funnel.tsx';

const days = { from: '2026-10-19', to: '2026-11-15' };
const usual = { sent: 40, answered: 12, booked: 6, withRc: 5 };

function serve(figures = usual): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (input: Request) => {
    const { pathname, search } = new URL(input.url);
    if (!pathname.endsWith('/email-stats')) return problem(503, 'unavailable');
    asked.push(search);
    return json(200, {
      total: { key: 'total', name: 'All', ...figures },
      lines: [{ key: 'a', name: 'Rate first', ...figures }],
    });
  });
  return asked;
}

beforeEach(() => {
  localStorage.clear();
  stubLocks();
  stubViewport(1440);
  setSession(testSession);
});

it('shows the steps in the order in which they happen', async () => {
  const asked = serve();
  renderWithStore(<EmailFunnel days={days} dispatcher={[]} isByDriver={false} />);
  const steps = within(await screen.findByRole('list')).getAllByRole('listitem');
  expect(steps.map((step) => step.textContent)).toEqual([
    'Sent40in these days',
    'Answered1230.0% of sent',
    'Booked615.0% of sent',
    'Rate con512.5% of sent',
  ]);
  expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
    'Template',
    'Sent',
    'Answered',
    'Booked',
    'Rate con',
  ]);
  screen.getByText('Written by everyone');
  expect(asked).toEqual(['?from=2026-10-19&to=2026-11-15&by=TEMPLATE']);
});

it('draws no bar for none', async () => {
  serve({ ...usual, booked: 0, withRc: 0 });
  renderWithStore(<EmailFunnel days={days} dispatcher={[]} isByDriver={false} />);
  const steps = within(await screen.findByRole('list')).getAllByRole('listitem');
  expect(steps.map((step) => step.querySelector('i')?.style.width)).toEqual(['100%', '30%', '0%', '0%']);
});

it('counts the chosen people’s mail and says what does not narrow it', async () => {
  const asked = serve();
  const chosen = [testUser.id, '0190a000-0000-7000-8000-000000000009'];
  renderWithStore(<EmailFunnel days={{ ...days, from: '2026-01-01' }} dispatcher={chosen} isByDriver />);
  await screen.findByText('Written by 2 people, Aug 16 – Nov 15, 2026. The driver filter does not narrow them');
  expect(asked).toEqual([`?from=2026-08-16&to=2026-11-15&by=TEMPLATE${chosen.map((id) => `&userId=${id}`).join('')}`]);
});
