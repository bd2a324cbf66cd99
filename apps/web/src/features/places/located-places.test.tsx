import { render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { ToastContainer } from 'react-toastify/unstyled';
import { beforeEach, describe, expect, it } from 'vitest';
import { createStore } from '../../app/store.ts';
import { notify, toastSettings } from '../../shared/notify.ts';
import { setSession } from '../../shared/session/session-store.ts';
import { json, problem, stubLocks, stubNetwork, testSession } from '../../testing/browser-doubles.ts';
import { placesApi, useLocatedPlaces } from './places.api.ts';

const point = { lat: 41.26, lng: -96.01, timeZone: 'America/Chicago' };

function Located({ labels }: { labels: readonly string[] }) {
  const points = useLocatedPlaces(labels);
  const { isError } = placesApi.useLocatePlacesQuery(labels);
  return (
    <p>
      {isError ? 'failed' : 'asked'}: {labels.filter((label) => points[label] != null).join('; ')}
    </p>
  );
}

beforeEach(() => {
  stubLocks();
  setSession(testSession);
});

describe('places that could not be asked for', () => {
  it('leave those that are known, without a toast', async () => {
    const store = createStore();
    stubNetwork(() => json(200, { points: [point] }));
    await store.dispatch(placesApi.endpoints.locatePlaces.initiate(['Known, NE']));
    stubNetwork(() => problem(503, 'unavailable', 'No database.'));
    render(
      <Provider store={store}>
        <ToastContainer {...toastSettings} />
        <Located labels={['Known, NE', 'Other, NE']} />
      </Provider>,
    );
    await screen.findByText('failed: Known, NE');
    notify('info', 'Something later');
    await screen.findByText('Something later');
    expect(screen.queryByText('No database.')).toBeNull();
  });
});
