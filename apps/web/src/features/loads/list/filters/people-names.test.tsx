import { waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { beforeEach, expect, it, vi } from 'vitest';
import { createStore } from '../../../../app/store.ts';
import { setSession } from '../../../../shared/session/session-store.ts';
import { json, stubLocks, stubNetwork, testSession } from '../../../../testing/browser-doubles.ts';
import { sampleDriver } from '../../../../testing/office-samples.ts';
import { renderInApp } from '../../../../testing/render-in-app.tsx';
import { sampleMember } from '../../../../testing/team-samples.ts';
import PeopleNames from './people-names.tsx';

beforeEach(() => {
  stubLocks();
  setSession(testSession);
});

it('knows a teammate by the user id that the filter holds, not by the membership', async () => {
  const driver = sampleDriver(1);
  const mate = sampleMember();
  stubNetwork(({ path }) =>
    json(
      200,
      path === '/api/v2/drivers/all'
        ? { drivers: [driver], nextCursor: null, counts: { all: 1, onLoad: 0, ready: 1, planned: 0, off: 0, inactive: 0, archived: 0 } }
        : { members: [mate], nextCursor: null, working: 1, invited: 0, seats: 10 },
    ),
  );
  const onNames = vi.fn();
  const page = (
    <Provider store={createStore()}>
      <PeopleNames onNames={onNames} />
    </Provider>
  );
  renderInApp([{ path: '/', element: page }], '/');
  await waitFor(() => {
    const names = onNames.mock.lastCall?.[0] as Map<string, string>;
    expect([names.get(driver.id), names.get(mate.userId ?? '')]).toEqual([expect.any(String), expect.any(String)]);
  });
});
