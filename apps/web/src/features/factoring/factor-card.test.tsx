import type { BrokerFactor } from '@headhaul/contracts/factoring';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { setSession } from '../../shared/session/session-store.ts';
import { json, problem, stubLocks, stubNetwork, testSession } from '../../testing/browser-doubles.ts';
import { sampleCompany } from '../../testing/office-samples.ts';
import { renderWithStore } from '../../testing/render-with-store.tsx';
import { FactorCard } from './factor-card.public.tsx';

const broker = {
  id: '0190a000-0000-7000-8000-0000000000b1',
  name: 'Lakeshore Freight',
  mc: '428816',
  dot: null,
  history: { loads: 10, grossCents: 2_400_000 } as never,
};
const approved: BrokerFactor = {
  factor: { name: 'Ridgeway', email: 'credit@ridgeway.example', canCheck: true },
  standing: { status: 'APPROVED', limitCents: 2_500_000, usedCents: 942_000, source: 'LIST', asOf: '2026-11-12', limitAsOf: '2026-11-12' },
  matchedBy: 'MC',
  isAmbiguous: false,
  check: null,
};

function show(answer: BrokerFactor | Response) {
  const calls = stubNetwork(({ path }) => {
    if (path === '/api/companies/myCompany') return json(200, sampleCompany);
    if (path.startsWith('/api/factoring')) return answer instanceof Response ? answer.clone() : json(200, answer);
    return problem(404, 'not_found');
  });
  renderWithStore(<FactorCard broker={broker} />, '/');
  return calls;
}

beforeEach(() => {
  stubLocks();
  setSession(testSession);
});

describe('the card of the factor', () => {
  it('shows the verdict, its day, the bar and what is left', async () => {
    show(approved);
    expect(await screen.findByText('Approved')).toBeTruthy();
    expect(screen.getByText('$9,420 of $25,000')).toBeTruthy();
    expect(screen.getByText('$15,580 free. Enough for 6 loads at your average.')).toBeTruthy();
    expect(screen.getByText(/^Ridgeway, list of Nov 12/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Email Ridgeway' })).toBeTruthy();
  });

  it('asks the factor by its broker', async () => {
    const calls = show({ ...approved, standing: null });
    fireEvent.click(await screen.findByRole('button', { name: 'Ask Ridgeway' }));
    await waitFor(() =>
      expect(calls.find(({ method }) => method === 'POST')).toMatchObject({ path: '/api/factoring/checks', body: { brokerId: broker.id } }),
    );
  });

  it('keeps the last answer while the factor does not answer, and says so', async () => {
    const check = { state: 'UNAVAILABLE' as const, askedAt: new Date().toISOString(), answeredAt: '2026-11-12T10:00:00Z' };
    show({ ...approved, check });
    expect((await screen.findByRole('alert')).textContent).toContain('did not answer');
    expect(screen.getByText('Approved')).toBeTruthy();
  });

  it('a bar only with a limit; a limit alone says that its use is not known', async () => {
    show({ ...approved, standing: { ...approved.standing, limitCents: 500_000, usedCents: null } as never });
    expect(await screen.findByText('$5,000')).toBeTruthy();
    expect(screen.getByText('How much of it is used is not known.')).toBeTruthy();
  });

  it('without a factor leads to the Company page; a failure can be tried again', async () => {
    show({ ...approved, factor: null, standing: null });
    expect((await screen.findByRole('link')).getAttribute('href')).toBe('/dispatcher/account-team/company');
  });
});
