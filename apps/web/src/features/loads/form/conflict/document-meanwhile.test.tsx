import type { Load, Stop } from '@headhaul/contracts/loads/record';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { useLocation } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createStore } from '../../../../app/store.ts';
import { setSession } from '../../../../shared/session/session-store.ts';
import { json, problem, type SentCall, stubLocks, stubNetwork, stubViewport, testSession } from '../../../../testing/browser-doubles.ts';
import { loadRow, wholeLoad } from '../../../../testing/load-rows.ts';
import { renderInApp } from '../../../../testing/render-in-app.tsx';
import { takeOver } from '../../cache/cached-loads.ts';
import LoadFormPage from '../page.tsx';

function stop(kind: Stop['kind'], differs: Pick<Stop, 'id' | 'city' | 'state' | 'day'>): Stop {
  const at = `${differs.day}T14:00:00.000Z`;
  return {
    ...{ kind, status: 'PENDING', facility: null, address: null, zip: null, lat: null, lng: null, timeZone: 'America/Chicago' },
    ...{ schedule: 'APPOINTMENT', time: '08:00', endDay: null, endTime: null, startsAt: at, endsAt: at, arrivedAt: null, departedAt: null },
    ...{ contactName: null, contactPhone: null, reference: null, sealNumber: null, pieces: null, weightLb: null, handling: 'LIVE' },
    ...{ lumperNeeded: false, instructions: null, ...differs },
  };
}

const opened: Load = {
  ...wholeLoad(loadRow({ driverId: null, driverName: null }), 'BOOKED'),
  stops: [
    stop('PICKUP', { id: '0190a000-0000-7000-8000-000000000001', city: 'Dallas', state: 'TX', day: '2026-11-13' }),
    stop('DELIVERY', { id: '0190a000-0000-7000-8000-000000000002', city: 'Denver', state: 'CO', day: '2026-11-14' }),
  ],
};
/** The same load after a teammate attached its POD. */
const withDocument: Load = {
  ...opened,
  version: opened.version + 1,
  updatedAt: '2026-11-12T10:00:00Z',
  hasPod: true,
  documents: [
    {
      ...{ id: '0190a000-0000-7000-8000-0000000000d1', kind: 'POD', fileName: 'pod.pdf', contentType: 'application/pdf' },
      ...{ sizeBytes: 8, uploadedByName: 'Ann Kowalski', createdAt: '2026-11-12T10:00:00Z' },
    },
  ],
};

const company = {
  ...{ id: testSession.companyId, name: 'Bluff Line', mc: null, dot: null, address: null, phone: null, timeZone: 'America/Chicago' },
  ...{ weekStartsOn: 'MONDAY', weekCountsBy: 'DELIVERY', seats: 5, logo: null },
};
const counts = { all: 0, onLoad: 0, ready: 0, planned: 0, off: 0, inactive: 0, archived: 0 };
const answers: Record<string, unknown> = {
  'GET /api/companies/myCompany': company,
  'GET /api/v2/drivers/all': { drivers: [], nextCursor: null, counts },
  'GET /api/fleet': { trucks: [], trailers: [] },
  'GET /api/user/team-members': { members: [], nextCursor: null, working: 1, invited: 0, seats: 5 },
  [`GET /api/loads/${opened.id}`]: opened,
};

/** The version that each save was sent with. */
let versions: number[] = [];

/** A server that has the document already: it takes only the new version. */
function serve(current: Load): void {
  stubNetwork(({ method, path }: SentCall) => {
    if (method === 'PUT' && path === `/api/loads/${opened.id}`) {
      if (versions.at(-1) === current.version) return json(200, { ...current, rc: 'LFP-99', version: current.version + 1 });
      return json(412, { ...staleProblem, current });
    }
    const known = answers[`${method} ${path}`];
    return known === undefined ? problem(404, 'not_found') : json(200, known);
  });
  const stubbed = fetch;
  vi.stubGlobal('fetch', (input: Request | string, init?: RequestInit) => {
    const url = new URL(input instanceof Request ? input.url : input, window.location.href);
    if (url.searchParams.has('version')) versions.push(Number(url.searchParams.get('version')));
    return stubbed(input, init);
  });
}
const staleProblem = { type: 'about:blank', title: 'Stale', status: 412, code: 'version_stale', detail: 'Stale', instance: '/api/x' };

function Elsewhere() {
  return <p>{useLocation().pathname}</p>;
}

let store = createStore();
function Page() {
  return (
    <Provider store={store}>
      <LoadFormPage />
    </Provider>
  );
}

async function openForm(): Promise<HTMLInputElement> {
  const routes = [
    { path: '/dispatcher/edit-my-load/:loadId', Component: Page },
    { path: '*', Component: Elsewhere },
  ];
  renderInApp(routes, `/dispatcher/edit-my-load/${opened.id}`);
  await screen.findByLabelText('Broker or MC');
  const field = document.querySelector<HTMLInputElement>('[data-form-field="rc"]');
  if (field === null) throw new Error('The form has no RC');
  return field;
}

function save(): void {
  fireEvent.keyDown(document.body, { key: 'Enter', code: 'Enter', ctrlKey: true });
}

beforeEach(() => {
  localStorage.clear();
  stubLocks();
  stubViewport(1440);
  setSession(testSession);
  versions = [];
  store = createStore();
});

describe('a document that a teammate attaches while the form is open', () => {
  it('is no conflict: the form saves on top of it and asks nothing', async () => {
    serve(withDocument);
    fireEvent.change(await openForm(), { target: { value: 'LFP-99' } });
    act(() => store.dispatch(takeOver(withDocument)));
    expect(screen.queryByText(/A teammate saved this load meanwhile/)).toBeNull();
    save();
    await screen.findByText(/^\/dispatcher\//);
    expect(versions).toEqual([opened.version, withDocument.version]);
    expect(screen.queryByText(/while you were editing/)).toBeNull();
  });

  it('does not hide what the teammate changed in the form’s own fields', async () => {
    serve({ ...withDocument, rc: 'LFP-77' });
    fireEvent.change(await openForm(), { target: { value: 'LFP-99' } });
    save();
    await waitFor(() => screen.getByText(/while you were editing/));
    expect(versions).toEqual([opened.version]);
  });
});
