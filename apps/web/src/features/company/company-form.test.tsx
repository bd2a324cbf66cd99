import type { Company } from '@headhaul/contracts/company';
import { MantineProvider } from '@mantine/core';
import { configureStore } from '@reduxjs/toolkit';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { beforeEach, expect, it, vi } from 'vitest';
import { api } from '../../shared/api/api.ts';
import { setSession } from '../../shared/session/session-store.ts';
import { json, stubLocks, stubNetwork, testSession } from '../../testing/browser-doubles.ts';
import { sampleCompany } from '../../testing/office-samples.ts';
import { CompanyForm } from './company-form.tsx';

const company = { ...sampleCompany, id: testSession.companyId, mc: '1184420', address: 'Milwaukee, WI' };
const onDone = vi.fn();
const store = configureStore({ reducer: { [api.reducerPath]: api.reducer }, middleware: (defaults) => defaults().concat(api.middleware) });

function form(shown: Company) {
  return (
    <Provider store={store}>
      <MantineProvider env="test">
        <CompanyForm company={shown} onDone={onDone} />
      </MantineProvider>
    </Provider>
  );
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }));

beforeEach(() => {
  vi.clearAllMocks();
  localStorage.clear();
  stubLocks();
  // A new person in every test, so that no draft is stored.
  setSession({ ...testSession, id: crypto.randomUUID() });
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }));
});

it('says what is wrong on leaving a field, and all of it on save', () => {
  const calls = stubNetwork(() => json(200, company));
  render(form(company));
  type('MC', '12ab');
  expect(screen.queryByText('Digits only, at most 8')).toBeNull();
  fireEvent.blur(field('MC'));
  screen.getByText('Digits only, at most 8');
  type('Name', '');
  save();
  screen.getByText('Enter a company name');
  expect(document.activeElement).toBe(field('Name'));
  expect(calls).toEqual([]);
});

it('sends what the contract makes of the text, an empty number as none', async () => {
  const calls = stubNetwork(() => json(200, company));
  render(form(company));
  type('MC', '');
  type('USDOT', 'USDOT 3318907');
  save();
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(calls[0]).toMatchObject({ method: 'PUT', path: '/api/companies/myCompany', body: { mc: null, dot: '3318907', phone: null } });
});

it('puts the server’s complaint at its field and keeps the text', async () => {
  const errors = [{ path: 'body.mc', message: 'Another company has this number' }];
  stubNetwork(() =>
    json(400, { type: 'about:blank', title: 't', status: 400, code: 'validation_failed', detail: 'd', instance: '/x', errors }),
  );
  render(form(company));
  type('MC', '77');
  save();
  await screen.findByText('Another company has this number');
  expect(field('MC').value).toBe('77');
  expect(onDone).not.toHaveBeenCalled();
});

it('keeps typed text through a live update and a walk to another screen', () => {
  const { rerender, unmount } = render(form(company));
  type('Phone', '414 555');
  rerender(form({ ...company, name: 'Renamed elsewhere' }));
  expect([field('Phone').value, field('Name').value]).toEqual(['414 555', 'Renamed elsewhere']);
  unmount();
  render(form(company));
  expect(field('Phone').value).toBe('414 555');
});
