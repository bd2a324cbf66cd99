import type { AuthorityRecord, BrokerLookup } from '@headhaul/contracts/fmcsa';
import type { TeamMember } from '@headhaul/contracts/team';
import { silentRecord } from '@headhaul/domain/testing/silent-record';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { setSession } from '../../../shared/session/session-store.ts';
import { json, problem, type SentCall, stubLocks, stubNetwork, stubViewport, testSession } from '../../../testing/browser-doubles.ts';
import { renderWithStore } from '../../../testing/render-with-store.tsx';
import LoadFormPage from './page.tsx';

const kestrel = {
  id: '0190a000-0000-7000-8000-0000000000b1',
  name: 'Kestrel Freight',
  mc: '428816',
  mark: 'NONE',
  markReason: null,
  paymentTermsDays: 45,
  grade: null,
  contactName: null,
  contactEmail: null,
  contactPhone: null,
  factor: null,
};

const record: AuthorityRecord = {
  ...silentRecord,
  dot: '3401771',
  mc: '1207731',
  legalName: 'RAPID RIVER LOGISTICS LLC',
  authorityStatus: 'REVOKED',
  authoritySince: '2026-09-15',
  authorityGrantedOn: '2022-10-29',
  isBondOnFile: false,
  bondCents: 0,
  isOutOfService: false,
};
const lookedUp: BrokerLookup = {
  outcome: 'FOUND',
  found: { record, source: 'QCMOBILE', checkedAt: '2026-11-16T14:42:00Z', openDataAsOf: null, changes: [] },
  missing: null,
  keptBecause: null,
  lookups: { current: 1, max: 300, isUnlimited: false },
};

const member = (userId: string, name: string): TeamMember => ({
  ...{ id: userId, userId, state: 'working', email: 'x@bluffline.example', name, familyName: 'Alvarez', role: 'member' },
  ...{ canManageBilling: false, isYou: userId === testSession.id, lastActiveAt: null, invitedBy: null, invitedAt: null, expiresAt: null },
});

let isKnown = false;
function answer({ path }: SentCall): Response {
  if (path === '/api/brokers/suggestions') return json(200, { brokers: isKnown ? [kestrel] : [] });
  if (path === '/api/user/team-members') {
    const tom = '0190a000-0000-7000-8000-0000000000c2';
    const members = [member(testSession.id, 'Nina'), member(tom, 'Tom')];
    return json(200, { members, nextCursor: null, working: 2, invited: 0, seats: 5 });
  }
  if (path === '/api/fmcsa/brokers') return json(200, lookedUp);
  if (path === '/api/companies/myCompany') return json(200, { timeZone: 'America/Chicago' });
  return problem(404, 'not_found');
}

const type = (label: string, value: string) => {
  const field = screen.getByLabelText(label);
  fireEvent.focus(field);
  fireEvent.change(field, { target: { value } });
};

let calls: SentCall[] = [];
beforeEach(() => {
  localStorage.clear();
  stubLocks();
  stubViewport(1440);
  setSession(testSession);
  isKnown = false;
  calls = stubNetwork(answer);
  renderWithStore(<LoadFormPage />, '/dispatcher/create-my-load');
});

it('a delivery before the pickup is told while it is typed, and nothing is sent', async () => {
  await screen.findByLabelText('Broker or MC');
  type('Pickup, when', '11/16 8am');
  type('Delivery, when', '11/15 8am');
  screen.getByText('The delivery is before the pickup');
  fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true });
  expect(calls.some(({ method }) => method === 'POST')).toBe(false);
  type('Delivery, when', '11/17 8am');
  expect(screen.queryByText('The delivery is before the pickup')).toBeNull();
});

it('an MC number the office has takes its broker when the field is left; any other asks for the name', async () => {
  const field = await screen.findByLabelText<HTMLInputElement>('Broker or MC');
  type('Broker or MC', 'MC 111');
  fireEvent.blur(field);
  await screen.findByText('Enter the broker’s name too');
  isKnown = true;
  type('Broker or MC', 'MC 428816');
  fireEvent.blur(field);
  await waitFor(() => expect(field.value).toBe('Kestrel Freight, MC 428816'));
  expect(screen.queryByText('Enter the broker’s name too')).toBeNull();
});

it('an MC number that is new is looked up at FMCSA on a click, and its name is taken over', async () => {
  const field = await screen.findByLabelText<HTMLInputElement>('Broker or MC');
  type('Broker or MC', 'MC 1207731');
  fireEvent.blur(field);
  expect(calls.some(({ path }) => path === '/api/fmcsa/brokers')).toBe(false);
  fireEvent.click(await screen.findByRole('button', { name: 'Look up at FMCSA' }));
  await screen.findByText(/^RAPID RIVER LOGISTICS LLC: broker authority revoked, since Sep 15, 2026\./);
  fireEvent.click(screen.getByRole('button', { name: 'Use this name' }));
  expect(field.value).toBe('RAPID RIVER LOGISTICS LLC, MC 1207731');
});

it('the dispatcher is you, once', async () => {
  await screen.findByRole('option', { name: 'Tom Alvarez' });
  expect(screen.queryByRole('option', { name: 'Nina Alvarez' })).toBeNull();
  expect(screen.getByLabelText<HTMLSelectElement>('Dispatcher').selectedOptions[0]?.textContent).toBe('You');
});
