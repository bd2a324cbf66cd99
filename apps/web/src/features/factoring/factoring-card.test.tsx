import type { Factoring } from '@headhaul/contracts/factoring';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { setSession } from '../../shared/session/session-store.ts';
import { json, problem, stubLocks, stubNetwork, testSession } from '../../testing/browser-doubles.ts';
import { sampleCompany } from '../../testing/office-samples.ts';
import { renderWithStore } from '../../testing/render-with-store.tsx';
import { FactoringCard } from './factoring-card.public.tsx';

const ridgeway: Factoring = {
  factoringType: 'OTHER',
  factoringId: null,
  name: 'Ridgeway',
  email: null,
  hasKey: false,
  list: {
    id: '0190a000-0000-7000-8000-0000000000f1',
    fileName: 'brokers.csv',
    listedOn: '2026-11-12',
    createdAt: '2026-11-12T10:00:00Z',
    createdByName: 'Dana Whitlock',
    rows: 412,
    approved: 400,
    limited: 0,
    declined: 12,
  },
  answers: 0,
};

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const note = () => screen.queryByText(/no longer be used/)?.textContent ?? null;

async function open(factoring: Factoring) {
  const calls = stubNetwork(({ path }) => {
    if (path === '/api/companies/myCompany') return json(200, sampleCompany);
    return path === '/api/companies/myCompany/factoring' ? json(200, factoring) : problem(404, 'not_found');
  });
  renderWithStore(<FactoringCard />, '/');
  await screen.findByLabelText('Your factor');
  return calls;
}

beforeEach(() => {
  localStorage.clear();
  stubLocks();
  // A new person in every test, so that no draft is stored.
  setSession({ ...testSession, id: crypto.randomUUID() });
});

it('says before saving that the list of the former factor ends', async () => {
  const calls = await open(ridgeway);
  expect(note()).toBeNull();
  type('Name', 'Ridgeway LLC');
  expect(note()).toBeNull();
  type('Name', 'RTS');
  expect(note()).toBe('Ridgeway’s list of 412 brokers will no longer be used. Upload the list of your new factor once this is saved.');
  expect(calls.some(({ method }) => method === 'PUT')).toBe(false);
  fireEvent.click(screen.getByRole('button', { name: 'Save factor' }));
  await waitFor(() => expect(calls.find(({ method }) => method === 'PUT')?.body).toMatchObject({ name: 'RTS' }));
});

it('says what ends without a factor, and for another account', async () => {
  await open({ ...ridgeway, factoringId: 'A-1', answers: 3 });
  type('Your factor', '');
  expect(note()).toBe('Ridgeway’s list of 412 brokers and its answers about 3 brokers will no longer be used.');
  type('Your factor', 'OTHER');
  expect(note()).toBeNull();
  type('Your account number', 'A-2');
  expect(note()).toContain('list of 412 brokers and its answers');
});

it('a first account number ends the answers only', async () => {
  await open({ ...ridgeway, answers: 1 });
  type('Your account number', 'A-2');
  expect(note()).toBe('Ridgeway’s answer about 1 broker will no longer be used.');
});
