import { fireEvent, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { beforeEach, describe, expect, it } from 'vitest';
import { createStore } from '../../../app/store.ts';
import { setSession } from '../../../shared/session/session-store.ts';
import { json, problem, type SentCall, stubLocks, stubNetwork, stubViewport, testSession } from '../../../testing/browser-doubles.ts';
import { sampleDriver } from '../../../testing/office-samples.ts';
import { renderInApp } from '../../../testing/render-in-app.tsx';
import DriverFormPage from './page.tsx';

const driver = sampleDriver(1);
const theirs = { ...driver, version: 2, phone: '+17125550148' };

const counts = { all: 1, onLoad: 0, ready: 1, planned: 0, off: 0, inactive: 0, archived: 0 };

function serve(onSave: (call: SentCall) => Response, shown = driver) {
  return stubNetwork((call) => {
    if (call.method !== 'GET') return onSave(call);
    if (call.path === '/api/fleet') return json(200, { trucks: [], trailers: [] });
    if (call.path === '/api/user/team-members') return json(200, { members: [], nextCursor: null, working: 1, invited: 0, seats: 5 });
    if (call.path === '/api/v2/drivers/all') return json(200, { drivers: [], nextCursor: null, counts });
    return call.path.startsWith('/api/v2/drivers/by-id') ? json(200, shown) : problem(503, 'unavailable');
  });
}

function visit(path: string) {
  const page = (
    <Provider store={createStore()}>
      <DriverFormPage />
    </Provider>
  );
  return renderInApp(
    [
      { path: '/dispatcher/create-my-driver', element: page },
      { path: '/dispatcher/edit-my-driver/:driverId', element: page },
      { path: '*', element: <p>Elsewhere</p> },
    ],
    path,
  );
}

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));

beforeEach(() => {
  localStorage.clear();
  stubViewport(1440);
  stubLocks();
  setSession(testSession);
});

function stale() {
  const answer = { type: 'about:blank', title: 't', status: 412, code: 'version_stale', detail: 'd', instance: '/api/drivers' };
  return json(412, { ...answer, current: theirs });
}

describe('two people at one driver', () => {
  it('keep mine: what I typed is saved over theirs, the rest stays theirs', async () => {
    const calls = serve(() =>
      calls.filter(({ method }) => method === 'PUT').length === 1 ? stale() : json(200, { ...theirs, version: 3 }),
    );
    const router = visit(`/dispatcher/edit-my-driver/${driver.id}`);
    await screen.findByRole('heading', { name: 'Edit Marcus Bell' });
    type('Language', 'Polish');
    press(/^Save/);
    await screen.findByText('Somebody changed Marcus Bell meanwhile');
    screen.getByText('(712) 555-0148');
    press('Keep mine');
    await waitFor(() => expect(router.state.location.pathname).toBe(`/dispatcher/my-drivers/${driver.id}`));
    expect(calls.filter(({ method }) => method === 'PUT')[1]?.body).toMatchObject({ language: 'Polish', phone: '+17125550148' });
  });

  it('take theirs: the form shows what they saved', async () => {
    serve(stale);
    visit(`/dispatcher/edit-my-driver/${driver.id}`);
    await screen.findByRole('heading', { name: 'Edit Marcus Bell' });
    type('Language', 'Polish');
    press(/^Save/);
    await screen.findByText('Somebody changed Marcus Bell meanwhile');
    press('Take theirs');
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Phone').value).toBe('(712) 555-0148'));
    expect(screen.getByLabelText<HTMLInputElement>('Language').value).toBe('');
  });
});

describe('a driver whose people have gone', () => {
  it('shows who they are, and an unchanged save leaves them', async () => {
    const gone = {
      ...driver,
      dispatcherId: '0190a000-0000-7000-8000-0000000000e1',
      dispatcherName: 'Dana Cole',
      teamPartnerId: '0190a000-0000-7000-8000-0000000000e2',
      teamPartnerName: 'Otto Brandt',
    };
    const calls = serve(() => json(200, { ...gone, version: 2 }), gone);
    visit(`/dispatcher/edit-my-driver/${driver.id}`);
    await screen.findByRole('heading', { name: 'Edit Marcus Bell' });
    const shown = (label: string) => screen.getByLabelText<HTMLSelectElement>(label).selectedOptions[0]?.textContent;
    await waitFor(() => expect(shown('Dispatcher')).toBe('Dana Cole (left the team)'));
    await waitFor(() => expect(shown('Team partner')).toBe('Otto Brandt (inactive)'));
    type('Language', 'Polish');
    press(/^Save/);
    await waitFor(() => expect(calls.some(({ method }) => method === 'PUT')).toBe(true));
    const { dispatcherId, teamPartnerId } = gone;
    expect(calls.find(({ method }) => method === 'PUT')?.body).toMatchObject({ dispatcherId, teamPartnerId });
  });
});

describe('a new driver', () => {
  it('says what is wrong at its field, also what only the server knows', async () => {
    const errors = [{ path: 'body.truckNumber', message: 'Nate Ferris drives truck 109. Make them a team, or choose another truck' }];
    const calls = serve(() =>
      json(400, { type: 'about:blank', title: 't', status: 400, code: 'validation_failed', detail: 'd', instance: '/x', errors }),
    );
    visit('/dispatcher/create-my-driver');
    await screen.findByRole('heading', { name: 'New driver' });
    await screen.findByLabelText('First name');
    screen.getByText('Only the first name is needed.');
    press(/^Add driver/);
    screen.getByText('Enter a first name');
    type('First name', 'Sam');
    type('Truck', '109');
    press(/^Add driver/);
    await screen.findByText(/Nate Ferris drives truck 109/);
    expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({
      name: 'Sam',
      truckNumber: '109',
      dispatcherId: testSession.id,
    });
    screen.getByText('Worth adding: phone, equipment, home.');
  });

  it('has the focus in its first field, and names the keys of this keyboard', async () => {
    serve(() => json(200, driver));
    visit('/dispatcher/create-my-driver');
    const first = await screen.findByLabelText('First name');
    expect(document.activeElement).toBe(first);
    screen.getByText('Ctrl ↵');
  });
});
