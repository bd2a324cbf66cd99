import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { setSession } from '../../shared/session/session-store.ts';
import { billingInfo, payingTeam, planUsage } from '../../testing/billing-samples.ts';
import { json, problem, stubLocks, stubNetwork, stubViewport, testSession } from '../../testing/browser-doubles.ts';
import { renderWithStore } from '../../testing/render-with-store.tsx';
import { TeamRail } from './team-rail.tsx';

let info = billingInfo({ seats: 4 });
let usage = planUsage();

function visit({ isTeamOwner = true, canManageBilling = true } = {}) {
  stubNetwork(({ path }) => json(200, path.endsWith('/my-plan') ? usage : info));
  renderWithStore(<TeamRail isTeamOwner={isTeamOwner} canManageBilling={canManageBilling} people={{ working: 4, seats: 10 }} />);
}

beforeEach(() => {
  localStorage.clear();
  stubLocks();
  stubViewport(1440);
  setSession(testSession);
  info = billingInfo({ seats: 4 });
  usage = planUsage();
  vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-14T18:00:00Z'));
});

it('says the plan, its price and what comes next', async () => {
  visit();
  await screen.findByRole('heading', { name: 'Pro' });
  const card = screen.getByRole('region', { name: 'Plan' });
  expect(card.textContent).toContain('Trial, 3 days left');
  expect(card.textContent).toContain('$14.99 per user, monthly');
  expect(card.textContent).toContain('4 users, if you choose Pro$59.96 a month');
  expect(card.textContent).toContain('Nothing is charged until you choose a plan.');
});

it('says the paid plan’s own price and next invoice', async () => {
  info = billingInfo(payingTeam);
  visit();
  await screen.findByRole('heading', { name: 'Unlimited Pro' });
  expect(screen.getByRole('region', { name: 'Plan' }).textContent).toContain('4 users from Nov 14, 2027$1,007.60 a year');
});

it.each([
  [{ isTeamOwner: true, canManageBilling: true }, true, true],
  [{ isTeamOwner: false, canManageBilling: true }, false, true],
  [{ isTeamOwner: false, canManageBilling: false }, false, false],
])('%o: Upgrade plan %s, Billing %s', async (rights, hasUpgrade, hasBilling) => {
  visit(rights);
  await screen.findByRole('heading', { name: 'Pro' });
  expect(screen.queryByRole('button', { name: 'Upgrade plan' }) !== null).toBe(hasUpgrade);
  expect(screen.queryByRole('link', { name: 'Billing' }) !== null).toBe(hasBilling);
});

it('shows every limit by its key, in order, with a bar', async () => {
  usage = planUsage({ limits: { ...planUsage().limits, 'ai-calls_per-day': { current: 9, max: 0, isUnlimited: false } } });
  visit();
  const card = within(await screen.findByRole('region', { name: 'Plan usage' }));
  await card.findByText('Resets 12:00 AM CT');
  const lines = card
    .getAllByRole('listitem')
    .map((line) => [
      line.firstElementChild?.textContent,
      Number(within(line).getByRole('progressbar').getAttribute('value')?.slice(0, 5)),
      line.dataset.full,
      line.dataset.unlimited,
    ]);
  expect(lines).toEqual([
    ['Email addresses2 of 2', 100, 'true', 'false'],
    ['Drivers4 of 5', 80, 'false', 'false'],
    ['Rate confirmations per day3 of 5', 60, 'false', 'false'],
    ['Broker lookups per day112 of 300', 37.33, 'false', 'false'],
    ['Click to callUnlimited', 100, 'false', 'true'],
    ['Ai calls per day9 of 0', 0, 'false', 'false'],
  ]);
});

it('each card says itself when it could not be loaded', async () => {
  stubNetwork(() => problem(500, 'internal'));
  renderWithStore(<TeamRail isTeamOwner canManageBilling people={undefined} />);
  await screen.findByText('The plan could not be loaded.');
  await screen.findByText('The plan’s usage could not be loaded.');
});
