import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { StoreProvider } from '../../app/store-provider.tsx';
import { getSession, setSession } from '../../shared/session/session-store.ts';
import { readStored, setupCompletedKey } from '../../shared/storage-keys.ts';
import { json, problem, stubLocks, stubNetwork, stubViewport, testSession } from '../../testing/browser-doubles.ts';
import { sampleDriver } from '../../testing/office-samples.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import SetupPage from './setup-page.tsx';

function visit(path: string) {
  const page = (
    <StoreProvider>
      <SetupPage />
    </StoreProvider>
  );
  return renderInApp(
    [
      { path: '/dispatcher/setup', element: page },
      { path: '/setup/signature', element: page },
      { path: '/setup/create-driver', element: page },
      { path: '*', element: <p>Left</p> },
    ],
    path,
  );
}

function press(name: string) {
  return act(async () => {
    fireEvent.click(screen.getByRole('button', { name }));
    await Promise.resolve();
  });
}

beforeEach(() => {
  localStorage.clear();
  stubViewport(1440);
  stubLocks();
  stubNetwork(() => problem(503, 'unavailable'));
  setSession({ ...testSession, createAt: 1_790_000_000_000 });
});

describe('setup', () => {
  it('has four stops that can each be skipped', async () => {
    const router = visit('/dispatcher/setup');
    const paths = [router.state.location.pathname];
    for (let stop = 0; stop < 3; stop += 1) {
      if (stop < 2) expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next' }).disabled).toBe(true);
      else screen.getByRole('button', { name: 'Add driver' });
      await press('Skip for now');
      paths.push(router.state.location.pathname);
    }
    expect(paths).toEqual(['/dispatcher/setup', '/setup/signature', '/setup/create-driver', '/dispatcher/setup']);
    screen.getByRole('heading', { name: 'Last stop: your load board' });
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Finish' }).disabled).toBe(true);
    await press('Back');
    expect(router.state.location.pathname).toBe('/setup/create-driver');
  });

  it('counts only what is true', () => {
    setSession({ ...testSession, isAccountAttached: true });
    visit('/dispatcher/setup');
    expect(screen.getAllByRole('status').some(({ textContent }) => textContent === '1 of 4 done')).toBe(true);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next' }).disabled).toBe(false);
  });

  it('at its end tells the server, sets the flag of this user and leaves for the loads', async () => {
    const calls = stubNetwork(({ method }) => (method === 'GET' ? problem(503, 'unavailable') : new Response(null, { status: 204 })));
    const router = visit('/dispatcher/setup?step=extension');
    await press('Skip for now');
    await screen.findByText('Left');
    expect(calls.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual(['/api/users/me/setup-completed']);
    expect(readStored(setupCompletedKey(testSession.id))).toBe(true);
    expect(getSession()?.setupCompletedAt).not.toBeNull();
    expect(router.state.location.pathname).toBe('/dispatcher/my-loads');
  });

  it('takes the first driver in six fields and goes on', async () => {
    const calls = stubNetwork(({ method }) => (method === 'GET' ? problem(503, 'unavailable') : json(200, sampleDriver(1))));
    const router = visit('/setup/create-driver');
    await press('Add driver');
    screen.getByText('Enter a first name');
    const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
    type('First name', 'Nate');
    type('Phone', '(712) 555-0148');
    type('Truck number', '109');
    type('Home', 'Tulsa, OK');
    await press('Add driver');
    await screen.findByRole('heading', { name: 'Last stop: your load board' });
    expect(calls.find(({ method }) => method === 'POST')).toMatchObject({
      path: '/api/drivers',
      body: {
        name: 'Nate',
        phone: '+17125550148',
        truckNumber: '109',
        equipment: 'DRY_VAN',
        homeCity: 'Tulsa',
        homeState: 'OK',
        dispatcherId: testSession.id,
      },
    });
    expect(router.state.location.pathname).toBe('/dispatcher/setup');
  });

  it('holds nobody back when the server cannot be reached', async () => {
    stubNetwork(() => problem(503, 'unavailable'));
    visit('/dispatcher/setup?step=extension');
    await press('Skip for now');
    await screen.findByText('Left');
    expect(readStored(setupCompletedKey(testSession.id))).toBe(true);
    expect(getSession()?.setupCompletedAt).toBeNull();
  });
});
