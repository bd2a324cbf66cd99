import { LearnedConfig, layoutOf } from '@headhaul/contracts/boards/learned-config';
import type { CompanyPage } from '@headhaul/contracts/boards/taught-pages';
import { learnedPage } from '@headhaul/domain/testing/learned-page';
import { MantineProvider } from '@mantine/core';
import { configureStore } from '@reduxjs/toolkit';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Provider } from 'react-redux';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { api } from '../../shared/api/api.ts';
import { setSession } from '../../shared/session/session-store.ts';
import { json, stubLocks, stubNetwork, testSession } from '../../testing/browser-doubles.ts';
import { TaughtPages } from './taught-pages.tsx';

const taught: CompanyPage = {
  id: '0199a000-0000-7000-8000-0000000000a1',
  origin: 'https://loads.prairie.example',
  path: '/find',
  taughtBy: 'Nina Ruiz',
  offeredAt: '2026-11-18T10:42:00.000Z',
  agreedAt: null,
  agreedBy: null,
  isYours: false,
  learned: LearnedConfig.parse(learnedPage()),
};
const { learned } = taught as CompanyPage & { learned: LearnedConfig };
const agreedTo = { ...taught, agreedAt: '2026-11-18T11:00:00.000Z', agreedBy: 'Ann Reyes' };

function show(pages: CompanyPage[], mayDecide = true) {
  const calls = stubNetwork(({ method }) =>
    method === 'PUT' ? json(200, agreedTo) : method === 'DELETE' ? json(200, { wasAgreed: true }) : json(200, { pages, mayDecide }),
  );
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    middleware: (defaults) => defaults().concat(api.middleware),
  });
  render(
    <Provider store={store}>
      <MantineProvider env="test">
        <TaughtPages />
      </MantineProvider>
    </Provider>,
  );
  return calls;
}
const sent = (calls: ReturnType<typeof stubNetwork>, method: string) =>
  calls.filter((one) => one.method === method).map(({ path }) => path);

beforeEach(() => {
  stubLocks();
  setSession({ ...testSession, id: crypto.randomUUID() });
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }));
});

describe('pages that the team taught', () => {
  it('an owner sees the site, who taught it, what is read and from where, and says yes', async () => {
    const calls = show([taught]);
    const item = await screen.findByRole('listitem', { name: 'loads.prairie.example/find' });
    expect(item.textContent).toContain('Taught by Nina Ruiz');
    expect(item.textContent).toContain('4 fields');
    expect(item.textContent).toContain('Waiting');
    const rows = within(item).getAllByRole('row', { hidden: true });
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'FieldWhere on the rowRead as',
      "Origin:scope > div[data-qa='origin']city and state",
      "Destination:scope > div[data-qa='destination']city and state",
      "Rate:scope > div[data-qa='rate']dollars",
      "Email:scope > a[href^='mailto:'], its linkemail address",
    ]);
    fireEvent.click(within(item).getByRole('button', { name: 'Share loads.prairie.example/find with the team' }));
    await waitFor(() => expect(sent(calls, 'PUT')).toEqual([`/api/board-pages/${taught.id}/agreed`]));
  });

  it('an owner sees everything else that was learned: list, rows, heads, key, parts of a line and where our element goes', async () => {
    const layout = structuredClone(layoutOf(learned));
    layout.heads = { sel: 'table > thead > tr > th', texts: ['', 'from'] };
    layout.fields.weight = { sel: [":scope > div[data-qa='size']"], as: 'pounds', part: 1 };
    const row = ["div[data-qa='loads'] > div[id^='row-']"];
    show([{ ...taught, learned: LearnedConfig.parse({ ...learned, row, key: { attr: 'id', strip: 'row-' }, layouts: [layout] }) }]);
    const item = await screen.findByRole('listitem');
    expect(item.textContent).toContain("Weight:scope > div[data-qa='size'], part 2 of its linepounds");
    expect([...item.querySelectorAll('dl > div')].map(({ textContent }) => textContent)).toEqual([
      "Listdiv[data-qa='loads']",
      "Rowsdiv[data-qa='loads'] > div[id^='row-']",
      'Column heads(none) · from',
      'Heads stand attable > thead > tr > th',
      'Tells loads apartid of the row, after row-',
      "Our buttons stand at:scope > div[data-qa='rate']",
    ]);
  });

  it('says no', async () => {
    const calls = show([taught]);
    fireEvent.click(await screen.findByRole('button', { name: 'Don’t share loads.prairie.example/find' }));
    await waitFor(() => expect(sent(calls, 'DELETE')).toEqual([`/api/board-pages/${taught.id}`]));
  });

  it.each([[taught], [agreedTo]])('what can’t be read any more is removed, and says so', async (page) => {
    const calls = show([{ ...page, learned: null }]);
    const item = await screen.findByRole('listitem', { name: 'loads.prairie.example/find' });
    expect(item.textContent).toContain('can’t be read any more');
    expect(within(item).getAllByRole('button')).toHaveLength(1);
    fireEvent.click(within(item).getByRole('button', { name: 'Remove loads.prairie.example/find' }));
    await waitFor(() => expect(sent(calls, 'DELETE')).toEqual([`/api/board-pages/${taught.id}`]));
  });

  it('takes back what was agreed, after a question', async () => {
    const calls = show([agreedTo]);
    fireEvent.click(await screen.findByRole('button', { name: 'Stop sharing loads.prairie.example/find' }));
    expect(sent(calls, 'DELETE')).toEqual([]);
    fireEvent.click(await screen.findByRole('button', { name: 'Stop sharing' }));
    await waitFor(() => expect(sent(calls, 'DELETE')).toEqual([`/api/board-pages/${taught.id}`]));
  });

  it('a member sees what is shared and decides nothing; who left has no name', async () => {
    show([{ ...agreedTo, taughtBy: null }], false);
    const item = await screen.findByRole('listitem');
    expect(item.textContent).toContain('Taught by somebody who left');
    expect(item.textContent).toContain('Shared');
    expect(within(item).queryByRole('button')).toBeNull();
  });

  it('says nothing while there is nothing', async () => {
    const calls = show([]);
    await waitFor(() => expect(sent(calls, 'GET')).toHaveLength(1));
    expect(screen.queryByText('Pages your team taught')).toBeNull();
  });
});
